"""Domain model of a lending library, and how it is stored."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path

import attrs
import marshmallow
import msgspec


class LoanError(Exception):
    """A loan that is not allowed."""


class Status(enum.Enum):
    AVAILABLE = "available"
    LENT = "lent"
    LOST = "lost"


def _isbn(instance, attribute, value):
    digits = value.replace("-", "")
    if len(digits) != 13 or not digits.isdigit():
        raise ValueError(f"not an ISBN: {value}")


@attrs.define
class Book:
    isbn: str = attrs.field(validator=_isbn)
    title: str = attrs.field(converter=str.strip, validator=attrs.validators.min_len(1))
    copies: int = attrs.field(default=1, validator=attrs.validators.ge(1))
    status: Status = Status.AVAILABLE


@dataclass(frozen=True)
class Loan:
    isbn: str
    member: str
    due: date
    renewals: int = 0

    def is_overdue(self, today: date) -> bool:
        return today > self.due

    def renewed(self, days: int = 14) -> Loan:
        if self.renewals >= 2:
            raise LoanError("a loan can be renewed twice")
        return replace(self, due=self.due + timedelta(days=days), renewals=self.renewals + 1)


@dataclass
class Library:
    books: dict[str, Book] = field(default_factory=dict)
    loans: list[Loan] = field(default_factory=list)

    def add(self, book: Book) -> None:
        if book.isbn in self.books:
            self.books[book.isbn].copies += book.copies
        else:
            self.books[book.isbn] = book

    def lend(self, isbn: str, member: str, today: date) -> Loan:
        book = self.books.get(isbn)
        if book is None:
            raise KeyError(isbn)
        if book.status is Status.LOST:
            raise LoanError(f"{book.title} is lost")
        lent = sum(loan.isbn == isbn for loan in self.loans)
        if lent >= book.copies:
            raise LoanError(f"all copies of {book.title} are lent")
        loan = Loan(isbn, member, today + timedelta(days=28))
        self.loans.append(loan)
        if lent + 1 == book.copies:
            book.status = Status.LENT
        return loan

    def give_back(self, loan: Loan, today: date) -> int:
        """Return a loan; the fee is 20 cents for each day that it is late."""
        self.loans.remove(loan)
        self.books[loan.isbn].status = Status.AVAILABLE
        late = (today - loan.due).days
        return 20 * late if late > 0 else 0

    def overdue(self, today: date) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for loan in self.loans:
            if loan.is_overdue(today):
                found.setdefault(loan.member, []).append(self.books[loan.isbn].title)
        return found


class Member(msgspec.Struct, tag="member", rename="camel"):
    member_id: int
    full_name: str
    email: str | None = None
    blocked_until: date | None = None


class Visit(msgspec.Struct, tag="visit"):
    member: int
    day: date
    purpose: str = "lending"


def decode_record(data: bytes) -> Member | Visit:
    """A member or a visit from a line of JSON."""
    return msgspec.json.decode(data, type=Member | Visit)


def visits_per_day(lines: list[bytes]) -> dict[date, int]:
    counts: dict[date, int] = {}
    for line in lines:
        match decode_record(line):
            case Visit(day=day):
                counts[day] = counts.get(day, 0) + 1
            case Member():
                continue
    return counts


class BookSchema(marshmallow.Schema):
    isbn = marshmallow.fields.String(required=True)
    title = marshmallow.fields.String(required=True, validate=marshmallow.validate.Length(1, 200))
    copies = marshmallow.fields.Integer(load_default=1, validate=marshmallow.validate.Range(min=1))
    status = marshmallow.fields.Enum(Status, by_value=True, load_default=Status.AVAILABLE)

    @marshmallow.post_load
    def make_book(self, data, **kwargs):
        try:
            return Book(**data)
        except ValueError as error:
            raise marshmallow.ValidationError(str(error), "isbn") from error


def load_books(path: Path) -> list[Book]:
    """Books of a JSON file."""
    return BookSchema(many=True).loads(path.read_text())


def dump_book(book: Book) -> dict:
    return BookSchema().dump(book)
