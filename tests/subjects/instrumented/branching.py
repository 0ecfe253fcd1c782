"""Every statement that branches, with and without else."""
import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal

LIMIT = 10

if LIMIT > 5:
    SIZE = "large"
else:
    SIZE = "small"


def grade(score):
    if score >= 90:
        return "A"
    elif score >= 80:
        grade = "B"
    elif score < 0:
        raise ValueError("negative")
    else:
        grade = "C"
    return grade


def guard(value):
    """Return early."""
    if value is None:
        return "none"
    text = str(value)
    if not text:
        return "empty"
    return text


def both(a, b):
    if a and b or not a and not b:
        result = "same"
    else:
        result = "different"
    return result


def loop(items, wanted):
    for item in items:
        if item == wanted:
            break
        if item is None:
            continue
        last = item
    else:
        return "missing"
    return "found"


def plain_loop(items):
    total = 0
    for item in items:
        total += item
    return total


def count_down(number):
    steps = 0
    while number > 0:
        number -= 1
        steps += 1
    return steps


def while_else(number):
    while number:
        number -= 1
        if number == 3:
            break
    else:
        return "zero"
    return "three"


def forever(number):
    while True:
        number += 1
        if number > 10:
            break
    return number


def forever_returning(number):
    while 1:
        if number > 10:
            return number
        number += 1


def nested(matrix):
    found = []
    for row in matrix:
        for cell in row:
            if cell < 0:
                found.append(cell)
            elif cell == 0:
                pass
    return found


def convert(text):
    try:
        number = int(text)
    except ValueError:
        return "not a number"
    except TypeError as error:
        message = str(error)
        return "wrong type"
    else:
        doubled = number * 2
    finally:
        text = None
    return doubled


def cleanup(text):
    try:
        return int(text)
    finally:
        text = None


def suppressed(text):
    with contextlib.suppress(ValueError):
        number = int(text)
        return number
    return None


def asserted(value):
    assert value > 0, "positive"
    half = value / 2
    return half


def ternary(value):
    return "big" if value > 10 else "small"


def one_line(value):
    if value: return "yes"
    return "no"


def multi_line(first,
               second):
    if (first and
            second):
        return dict(
            first=first,
            second=second,
        )
    total = [
        value
        for value in (first, second)
        if value
    ]
    return total


def inner(value):
    def add(other):
        return value + other

    class Box:
        size = value

        def get(self):
            return self.size

    return add(1) + Box().get()


def generate(limit):
    for number in range(limit):
        if number % 2:
            yield number


def docstring_only():
    """Nothing else."""


def placeholder(): ...


def constant_tests(value):
    if True:
        value += 1
    if 0:
        value += 2
    if __debug__:
        value += 3
    return value


def excluded(value):
    if value:  # pragma: no cover
        return 1
    else:
        value = 2
    return value


def hidden():  # pragma: no cover
    if LIMIT:
        return 1
    return 2


class Account:
    """An account."""

    kinds = [kind for kind in ("a", "b", "c") if kind != "b"]
    label: str = "account"

    if LIMIT:
        extra = True

    def __init__(self, balance: int = 0) -> None:
        self.balance = balance

    @property
    def is_empty(self):
        return not self.balance

    @staticmethod
    def parse(text):
        return Account(int(text))

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("too much")
        self.balance -= amount
        return self.balance


if __name__ == "__main__":
    print(grade(3))
