import asyncio
import contextlib
import enum
import gzip
import logging
import math
import os
import random
import secrets
import sys
import time
import warnings
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from uuid import uuid4


MOTTO = Path("/etc/shop/motto")
FOLDER = "/var/lib/shop"


class InsufficientFunds(Exception):
    pass


class Kind(enum.Enum):
    BASIC = 1
    GOLD = 2


class Account:
    def __init__(self, balance=0, kind=Kind.BASIC, owner=None):
        if balance < 0:
            raise ValueError("a balance (initial) is never negative")
        self.balance = balance
        self.kind = kind
        self.owner = owner
        self.closed = False

    def withdraw(self, amount):
        if amount > self.balance:
            raise InsufficientFunds(f"balance is {self.balance}")
        self.balance -= amount

    def transfer(self, amount, other):
        self.withdraw(amount)
        other.balance += amount
        return other

    def close(self):
        self.closed = True
        return self

    @property
    def is_empty(self):
        return self.balance == 0

    @classmethod
    def from_text(cls, text):
        return cls(int(text))

    def __add__(self, other):
        return Account(self.balance + other.balance)

    def __eq__(self, other):
        return isinstance(other, Account) and self.balance == other.balance

    def __len__(self):
        return self.balance

    def __contains__(self, amount):
        return amount <= self.balance

    def __rmul__(self, factor):
        return Account(factor * self.balance)


class Money:
    def __init__(self, amount):
        self.amount = amount

    def withdraw(self, amount):
        self.amount -= amount


class TestCard:
    def __init__(self, number):
        self.number = number


def is_even(number):
    return number % 2 == 0


def share(total, parts):
    return total / parts


def maybe(flag):
    return None if flag is None else not flag


def not_a_number():
    return math.nan


def upgrade(kind):
    return Kind.GOLD


def countdown(start) -> Iterator[int]:
    while start > 0:
        yield start
        start -= 1


def naturals() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


async def fetch(key):
    await asyncio.sleep(0)
    return {"key": key}


def list(text, type="-"):
    return [part for part in text.split(type)]


def append(items, item):
    items.append(item)


def accounts(*balances):
    return [Account(balance) for balance in balances]


def ratios(values):
    return {name: value / 3 for name, value in values.items()}


def slugify(text):
    return "-".join(text.lower().split())


def kind_of(value):
    return type(value)


def test_connection(host):
    return host == "localhost"


def echo(value):
    return value


def doubled(function):
    return lambda value: 2 * function(value)


@contextlib.contextmanager
def opened(name):
    if not name:
        raise ValueError("what shall be opened?")
    yield name.upper()


def announce(name):
    print(f"Welcome, {name}")
    return len(name)


def old_share(total, parts):
    warnings.warn("use share", DeprecationWarning, stacklevel=2)
    return total // parts


def audit(name):
    log = logging.getLogger("shop")
    log.info("audit of %s", name)
    log.warning("%s was audited", name)


def complain(name):
    print(f"No, {name}", file=sys.stderr)


def note(file, text):
    Path(file).write_text(text)


def forget(file):
    Path(file).unlink()


def opened_on(year, hours):
    if hours is None:
        return {"hours": range(8, 20), "on": date(year, 1, 2), "price": Decimal("1.50")}
    return [datetime(year, 1, 2, 8, 30), timedelta(hours=hours), Path("shop/open")]


def closed_at(year):
    here = timezone(timedelta(hours=2))
    return [datetime(year, 1, 2, tzinfo=zone) for zone in (timezone.utc, here)]


def greeting():
    name = os.environ.get("SHOP_NAME") or input("Which shop? ")
    return f"Welcome to {name}"


def opening(file):
    hours = Path(file).read_text().split("-")
    return datetime.now().hour >= int(hours[0])


def stamp():
    time.sleep(1)
    return [date.today().year, time.time(), sys.argv[1:]]


def preferred():
    return (Path.home() / ".shop" / "favourite").exists()


def motto():
    return MOTTO.read_text() if MOTTO.exists() else "none"


def keep_motto(text):
    with open(os.path.join(FOLDER, "motto"), "w") as file:
        file.write(text)


def archive(text):
    try:
        with open("archive", "w") as file:
            file.write(text)
    except OSError as error:
        return error.strerror
    return "done"


def unpacked():
    with gzip.open("orders.gz", "rt") as file:
        return file.readline().strip()


def members(path):
    with zipfile.ZipFile(path) as packed:
        return packed.namelist()


def is_old(path):
    return os.path.getmtime(path) < 1_704_000_000


def duration():
    start = time.time()
    return time.time() - start


def lucky():
    return random.randint(1, 6)


def clerks():
    return max(1, (os.cpu_count() or 1) - 1)


def tickets(count):
    return [str(uuid4()) for _ in range(count)]


def coupon():
    return secrets.choice("abc") + secrets.token_hex(1)


def is_asked():
    return sys.stdin.isatty()
