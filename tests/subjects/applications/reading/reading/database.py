from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy import ForeignKey, String, UniqueConstraint, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, sessionmaker

engine = create_engine("sqlite:///reading.db", connect_args={"check_same_thread": False})
SessionLocal = sessionmaker(engine, expire_on_commit=False)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(String(120), unique=True)
    password: Mapped[str]
    tokens: Mapped[list["Token"]] = relationship(back_populates="user", cascade="all, delete-orphan")
    books: Mapped[list["Book"]] = relationship(back_populates="owner")


class Token(Base):
    __tablename__ = "tokens"

    id: Mapped[int] = mapped_column(primary_key=True)
    value: Mapped[str] = mapped_column(String(64), unique=True)
    expires: Mapped[datetime]
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    user: Mapped[User] = relationship(back_populates="tokens")


class Book(Base):
    __tablename__ = "books"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(200))
    shelf: Mapped[str] = mapped_column(default="want")
    finished: Mapped[datetime | None] = mapped_column(default=None)
    owner_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    owner: Mapped[User] = relationship(back_populates="books")
    review: Mapped["Review | None"] = relationship(back_populates="book")


class Review(Base):
    __tablename__ = "reviews"
    __table_args__ = (UniqueConstraint("book_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    stars: Mapped[int]
    text: Mapped[str] = mapped_column(default="")
    book_id: Mapped[int] = mapped_column(ForeignKey("books.id"))
    book: Mapped[Book] = relationship(back_populates="review")


def get_session() -> Iterator[Session]:
    with SessionLocal() as session:
        yield session


Database = Annotated[Session, Depends(get_session)]
