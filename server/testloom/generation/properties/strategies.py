"""Values like those that strategies of Hypothesis draw, with which properties are tried.

The values are drawn here, not by Hypothesis: the search knows the constants of the subject, and the
project's Hypothesis is not ours. Error-prone values come often: other scripts, cases that change the
length of a string, line ends that not everyone recognises, numbers at bounds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from testloom.model.types import Scalar
from testloom.search import ValueSource

SPECIAL = ("\0", "\n", "\r", "\t", " ", "\x1c", "\x7f", "\x85", "\xa0", "\u2028", "\ufeff")
SCRIPTS = tuple(
    "\xe9\xdf\u0130\u0131\u017f\u03a3\u01c6\ufb01\u0301\u0663\xb2\u2167\u65e5\u05d0\U0001f600\U0010ffff"
)
"""Letters of other scripts: some change their length with their case, some are digits, one is combining."""
MARKS = tuple("\"'\\/%&<>=+-_.,:;#{}[]()|*?@^~`$!")
PLAIN = tuple("abcxyzABCXYZ0123456789")
BOUNDS = (0, 1, -1, 127, 128, 255, 256, 2**16, 2**31 - 1, -(2**31), 2**63, 10**30)
FRACTIONS = (0.0, -0.0, 0.1, 1.5, -1.0, 1e-9, 1e16, 1e300, -2.5e-10)
LIMITS = (sys.float_info.max, -sys.float_info.max, sys.float_info.min, 5e-324)
KNOWN = 0.4
"""How often a value comes from the search, which knows the subject's constants."""
LENGTHS = (12, 12, 12, 100)
"""The most characters or bytes of a string: now and then enough to be wrapped or cut."""
MOST_SHOWN = 400
"""The most characters of a value: longer values are not observed completely."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy of Hypothesis: its `source` (`{st}` is the module), and a test for the values it draws."""

    type: str
    source: str
    draws: Callable[[Scalar], bool]


def _is_encodable(value: Scalar) -> bool:
    return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)


STRATEGIES: Mapping[str, Sequence[Strategy]] = {
    "str": (
        Strategy("str", "{st}.text()", _is_encodable),
        Strategy(
            "str",
            "{st}.text({st}.characters(max_codepoint=127))",
            lambda value: isinstance(value, str) and value.isascii(),
        ),
    ),
    "bytes": (Strategy("bytes", "{st}.binary()", lambda value: isinstance(value, bytes)),),
    "int": (
        Strategy("int", "{st}.integers()", lambda value: type(value) is int),
        Strategy("int", "{st}.integers(min_value=0)", lambda value: type(value) is int and value >= 0),
    ),
    "float": (
        Strategy(
            "float",
            "{st}.floats(allow_nan=False, allow_infinity=False)",
            lambda value: isinstance(value, float),
        ),
    ),
}
"""The strategies for each type, the widest first: a property that holds for it says most."""


def drawn(strategy: Strategy, number: int, values: ValueSource) -> list[Scalar]:
    """Draw this many values as the strategy could draw them."""
    endless = (v for v in _values(strategy.type, values) if strategy.draws(v) and len(repr(v)) <= MOST_SHOWN)
    return [next(endless) for _ in range(number)]


def _values(type_name: str, values: ValueSource) -> Iterator[Scalar]:
    """An endless series of values of a type: known literals among random values."""
    rng = values.rng
    while True:
        if rng.random() < KNOWN:
            yield values.literal(type_name)
            continue
        match type_name:
            case "str":
                yield _text(rng)
            case "bytes":
                yield bytes(rng.randrange(256) for _ in range(rng.randrange(rng.choice(LENGTHS))))
            case "int":
                yield rng.choice(BOUNDS) if rng.random() < 0.3 else rng.randint(-1_000, 1_000)
            case _:
                yield rng.choice((*FRACTIONS, *LIMITS)) if rng.random() < 0.3 else rng.uniform(-1e6, 1e6)


def _text(rng: Random) -> str:
    """A random string, possibly empty: often of plain characters, with or without others."""
    kinds = rng.choice(
        ((PLAIN,), (PLAIN, MARKS), (PLAIN, SPECIAL), (SPECIAL,), (PLAIN, MARKS, SPECIAL, SCRIPTS))
    )
    return "".join(rng.choice(rng.choice(kinds)) for _ in range(rng.randrange(rng.choice(LENGTHS))))
