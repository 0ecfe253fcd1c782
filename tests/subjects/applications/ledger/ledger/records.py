"""Accounts and their bookings, kept with peewee in a database that is chosen when the program starts."""

from __future__ import annotations

import datetime

from peewee import (
    CharField,
    DateField,
    DecimalField,
    ForeignKeyField,
    IntegrityError,
    Model,
    SqliteDatabase,
    fn,
)

database = SqliteDatabase(None)


class LedgerError(Exception):
    pass


class Base(Model):
    class Meta:
        database = database


class Account(Base):
    name = CharField(max_length=40, unique=True)
    currency = CharField(max_length=3, default="EUR")

    def balance(self) -> float:
        total = self.bookings.select(fn.SUM(Booking.amount)).scalar()
        return float(total or 0)


class Booking(Base):
    account = ForeignKeyField(Account, backref="bookings", on_delete="CASCADE")
    day = DateField()
    payee = CharField(default="")
    amount = DecimalField(max_digits=10, decimal_places=2)


def connect(path: str) -> SqliteDatabase:
    database.init(path, pragmas={"foreign_keys": 1})
    database.create_tables([Account, Booking])
    return database


def open_account(name: str, currency: str = "EUR") -> Account:
    if not name.strip():
        raise LedgerError("an account has a name")
    try:
        return Account.create(name=name.strip(), currency=currency.upper())
    except IntegrityError:
        raise LedgerError(f"{name} is there already") from None


def book(account_name: str, amount: float, payee: str = "", day: datetime.date | None = None) -> Booking:
    account = Account.get_or_none(Account.name == account_name)
    if account is None:
        raise LedgerError(f"no account is called {account_name}")
    if amount < 0 and account.balance() + amount < 0:
        raise LedgerError("there is not enough money")
    return Booking.create(account=account, amount=amount, payee=payee, day=day or datetime.date.today())


def transfer(source: str, target: str, amount: float) -> None:
    if amount <= 0:
        raise LedgerError("only something can be moved")
    with database.atomic():
        book(source, -amount, payee=target)
        book(target, amount, payee=source)


def top_payees(limit: int = 3) -> list[tuple[str, float]]:
    query = (
        Booking.select(Booking.payee, fn.SUM(Booking.amount).alias("total"))
        .where((Booking.amount < 0) & (Booking.payee != ""))
        .group_by(Booking.payee)
        .order_by(fn.SUM(Booking.amount))
        .limit(limit)
    )
    return [(row.payee, -float(row.total)) for row in query]
