from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query, Response, status
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from reading.auth import CurrentUser
from reading.database import Book, Database, Review, User

router = APIRouter(prefix="/books", tags=["books"])


class Shelf(StrEnum):
    WANT = "want"
    READING = "reading"
    READ = "read"


ORDER = [Shelf.WANT, Shelf.READING, Shelf.READ]


class BookIn(BaseModel):
    title: str = Field(min_length=1, max_length=200)
    shelf: Shelf = Shelf.WANT


class ReviewIn(BaseModel):
    stars: int = Field(ge=1, le=5)
    text: str = Field(default="", max_length=1_000)


class ReviewOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    stars: int
    text: str


class BookOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    id: int
    title: str
    shelf: Shelf
    finished: datetime | None
    review: ReviewOut | None


class MoveError(Exception):
    pass


def own_book(session: Session, user: User, book_id: int) -> Book:
    book = session.get(Book, book_id)
    if book is None or book.owner_id != user.id:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "No such book")
    return book


def move(book: Book, shelf: Shelf, now: datetime | None = None) -> None:
    """Put a book on a shelf further along; a book that was read gets its date."""
    if ORDER.index(shelf) <= ORDER.index(Shelf(book.shelf)):
        raise MoveError(f"cannot move from {book.shelf} to {shelf}")
    book.shelf = shelf.value
    if shelf is Shelf.READ:
        book.finished = now or datetime.now()


def mean_stars(session: Session, title: str) -> float | None:
    """The mean of all reviews of a title, to one decimal; None if there is no review."""
    mean = session.scalar(
        select(func.avg(Review.stars)).join(Book).where(func.lower(Book.title) == title.lower())
    )
    return None if mean is None else round(float(mean), 1)


@router.get("")
def index(
    session: Database,
    user: CurrentUser,
    shelf: Shelf | None = None,
    q: Annotated[str, Query(max_length=50)] = "",
    sort: Literal["title", "id"] = "id",
    page: Annotated[int, Query(ge=1)] = 1,
) -> list[BookOut]:
    query = select(Book).where(Book.owner_id == user.id)
    if shelf is not None:
        query = query.where(Book.shelf == shelf.value)
    if q:
        query = query.where(Book.title.icontains(q, autoescape=True))
    query = query.order_by(Book.title if sort == "title" else Book.id)
    books = session.scalars(query.offset((page - 1) * 20).limit(20))
    return [BookOut.model_validate(book) for book in books]


@router.post("", status_code=status.HTTP_201_CREATED)
def add(data: BookIn, session: Database, user: CurrentUser, response: Response) -> BookOut:
    book = Book(title=data.title, shelf=data.shelf.value, owner=user)
    if data.shelf is Shelf.READ:
        book.finished = datetime.now()
    session.add(book)
    session.commit()
    response.headers["Location"] = f"/books/{book.id}"
    return BookOut.model_validate(book)


@router.get("/stars")
def stars(title: str, session: Database) -> dict[str, float | None]:
    return {"stars": mean_stars(session, title)}


@router.get("/{book_id}")
def read(book_id: int, session: Database, user: CurrentUser) -> BookOut:
    return BookOut.model_validate(own_book(session, user, book_id))


@router.patch("/{book_id}/shelf")
def change_shelf(book_id: int, shelf: Shelf, session: Database, user: CurrentUser) -> BookOut:
    book = own_book(session, user, book_id)
    try:
        move(book, shelf)
    except MoveError as error:
        raise HTTPException(status.HTTP_409_CONFLICT, str(error)) from error
    session.commit()
    return BookOut.model_validate(book)


@router.put("/{book_id}/review")
def review(book_id: int, data: ReviewIn, session: Database, user: CurrentUser) -> BookOut:
    book = own_book(session, user, book_id)
    if book.shelf != Shelf.READ:
        raise HTTPException(status.HTTP_409_CONFLICT, "Read it first")
    if book.review is None:
        book.review = Review(stars=data.stars, text=data.text)
    else:
        book.review.stars, book.review.text = data.stars, data.text
    session.commit()
    return BookOut.model_validate(book)


@router.delete("/{book_id}", status_code=status.HTTP_204_NO_CONTENT)
def delete(book_id: int, session: Database, user: CurrentUser) -> None:
    book = own_book(session, user, book_id)
    if book.review is not None:
        session.delete(book.review)
    session.delete(book)
    session.commit()
