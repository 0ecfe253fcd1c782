"""Values and calls of every kind that test cases use."""

import asyncio
import dataclasses
import enum
import functools
from fractions import Fraction


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0

    @property
    def norm(self):
        return abs(self.x) + abs(self.y)

    @property
    def broken(self):
        raise RuntimeError("no")

    @classmethod
    def origin(cls):
        return cls(0, 0)

    @staticmethod
    def double(value):
        return value * 2

    def move(self, dx, *, dy=0):
        self.x += dx
        self.y += dy
        return self

    def __repr__(self):
        raise AssertionError("nobody may call this")


class Box:
    SIZE = 3

    class Lid:
        def __init__(self, colour=Colour.RED):
            self.colour = colour

    def __init__(self, content=None):
        self.content = content
        self._secret = 1

    @functools.cached_property
    def weight(self):
        return 7


class Names(list):
    pass


def identity(value):
    return value


def fill(items):
    items.append(1)
    print("filled", len(items))
    return None


def count(n):
    for number in range(n):
        yield number


def for_ever():
    number = 0
    while True:
        yield number
        number += 1


async def later(value):
    await asyncio.sleep(0)
    return value


async def later_many(n):
    for number in range(n):
        await asyncio.sleep(0)
        yield number


async def leave_task():
    asyncio.get_running_loop().create_task(asyncio.sleep(60))
    return "left"


async def fail_later():
    await asyncio.sleep(0)
    raise ValueError("later")


def cyclic():
    items = [1]
    items.append(items)
    return items


def deep():
    value = 0
    for _ in range(10):
        value = [value]
    return value


def long_text():
    return "x" * 5000


def huge():
    return 1 << 100_000


def names():
    return Names(["a"])


def some_lambda():
    return lambda: 0


def fail(kind):
    if kind == "raise":
        raise ValueError(f"bad {kind}")
    assert kind != "assert", "asserted"
    if kind == "implicit":
        return int("x")
    if kind == "library":
        return Fraction("x/y")
    if kind == "wrapped":
        return wrapped(0)
    return None


def wrapped(number):
    try:
        return 1 / number
    except ZeroDivisionError as error:
        raise ValueError("wrapped") from error


def ask(plan):
    return plan.points().first



def answers_of(plan):
    return (ask(plan), plan)


class Carrier:
    def __init__(self, point):
        self._point = point

    def carry(self, dx):
        self._point.move(dx)


class Placeholder:
    """Stands for an object that cannot be made when it is asked for anything."""

    def __getattribute__(self, name):
        raise ValueError("nothing to stand for")
