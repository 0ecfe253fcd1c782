"""Values to which parts of the environment are driven, to see whether a test depends on them.

A few observations miss rare cases, such as one particular value of a variable. So each part is driven
to its extremes, and to values that it may be compared with, judging by the constants in the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from testloom.model.types import Scalar

MOST_TEXTS = 12
LONGEST_TEXT = 40
FLAGS = ("1", "0", "true")
"""Common values of variables. Not the empty text: few machines have it, and many programs fail with it."""


def texts(constants: Iterable[Scalar]) -> list[str]:
    """List strings that an environment variable may be compared with."""
    return list(dict.fromkeys([*FLAGS, *islice(short_texts(constants), MOST_TEXTS)]))


def short_texts(constants: Iterable[Scalar]) -> Iterator[str]:
    """Yield the constants that are short, printable strings."""
    return (
        value
        for value in constants
        if isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT and value.isprintable()
    )
