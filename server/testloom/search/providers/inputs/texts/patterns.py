"""Strings that match a regular expression, made from the parsed pattern.

Only parts that can be drawn independently of the rest are drawn: lookarounds and boundaries are
ignored, so a string may fail to match; the search finds out.
"""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from testloom.model.texts.trees import quiet

if sys.version_info >= (3, 11):
    import re._constants as constants  # type: ignore[import-not-found]  # no stubs for the parser
    import re._parser as parser  # type: ignore[import-not-found]
else:
    import sre_constants as constants
    import sre_parse as parser

MAX_REPEAT = 3
LONGEST = 4_000
DATED = 0.5
"""The probability that digits that may be a date or a time form a valid one."""
_DATE = re.compile(r"(?P<year>\d{4})(?P<mark>\D?)\d{2}(?P=mark)\d{2}")
_TIME = re.compile(r"(?<!\d)\d{2}:\d{2}(?P<seconds>:\d{2})?(?!\d)")
PRINTABLE = string.ascii_letters + string.digits + string.punctuation + " "
CATEGORIES: Mapping[str, str] = {
    "CATEGORY_DIGIT": string.digits,
    "CATEGORY_NOT_DIGIT": string.ascii_letters + "-_ ",
    "CATEGORY_SPACE": " \t\n",
    "CATEGORY_NOT_SPACE": string.ascii_letters + string.digits + "-_.",
    "CATEGORY_WORD": string.ascii_letters + string.digits + "_",
    "CATEGORY_NOT_WORD": " -.,:;/@#",
}


def looks_like_pattern(text: str) -> bool:
    """Check whether a string is probably a regular expression: it compiles and has typical marks."""
    if not 2 <= len(text) <= 500 or not re.search(
        r"\\[dwsDWSbAZ.(\[]|\[[^\]]+\]|\(\?|[)\].\w][*+?]|\^|\$$", text
    ):
        return False
    return parse(text) is not None


def parse(text: str) -> Any | None:
    """Parse a regular expression for `draw`; None if it is invalid or too long."""
    if len(text) > LONGEST:
        return None
    try:
        with quiet():
            return parser.parse(text)
    except (re.error, OverflowError, RecursionError):
        return None


def draw(parsed: Any, rng: Random) -> str:
    """Create a string that the pattern probably matches, often with a valid date where one can be.

    For a pattern whose groups are nested too deeply it is empty.
    """
    try:
        text = _Writer(rng).write(parsed)
    except RecursionError:
        return ""
    if not _DATE.search(text) and not _TIME.search(text):
        return text
    return _on_the_calendar(text, rng) if rng.random() < DATED else text


def _on_the_calendar(text: str, rng: Random) -> str:
    """The text with dates and times that exist."""

    def date(found: re.Match[str]) -> str:
        year, month, day = max(int(found["year"]), 1), rng.randint(1, 12), rng.randint(1, 28)
        return found["mark"].join((f"{year:04}", f"{month:02}", f"{day:02}"))

    def time(found: re.Match[str]) -> str:
        seconds = f":{rng.randint(0, 59):02}" if found["seconds"] else ""
        return f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}{seconds}"

    return _TIME.sub(time, _DATE.sub(date, text))


class _Writer:
    """Draws one string; remembers what its groups matched, for back-references."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._groups: dict[int, str] = {}
        self._handlers: Mapping[str, Callable[[Any], str]] = {
            "LITERAL": chr,
            "NOT_LITERAL": lambda code: self._other_than({chr(code)}),
            "ANY": lambda _: rng.choice(string.ascii_letters + string.digits),
            "IN": self._one_of,
            "BRANCH": lambda argument: self.write(rng.choice(argument[1])),
            "SUBPATTERN": self._group,
            "ATOMIC_GROUP": self.write,
            "MAX_REPEAT": self._repeated,
            "MIN_REPEAT": self._repeated,
            "POSSESSIVE_REPEAT": self._repeated,
            "GROUPREF": lambda number: self._groups.get(number, ""),
            "GROUPREF_EXISTS": lambda argument: self.write(
                (argument[1] if argument[0] in self._groups else argument[2]) or ()
            ),
        }

    def write(self, parsed: Any) -> str:
        """The text of a sequence of parsed items; items without a text of their own add nothing."""
        return "".join(self._item(str(op), argument) for op, argument in parsed)

    def _item(self, op: str, argument: Any) -> str:
        handler = self._handlers.get(op)
        return "" if handler is None else handler(argument)

    def _group(self, argument: Any) -> str:
        number, _, _, content = argument
        text = self.write(content)
        if number is not None:
            self._groups[number] = text
        return text

    def _repeated(self, argument: Any) -> str:
        low, high, content = argument
        most = max(low, min(high if high is not constants.MAXREPEAT else low + MAX_REPEAT, low + MAX_REPEAT))
        return "".join(self.write(content) for _ in range(self._rng.randint(low, most)))

    def _one_of(self, items: Any) -> str:
        admitted: list[str] = []
        negated = False
        for op, argument in items:
            negated = negated or str(op) == "NEGATE"
            admitted.extend(_characters(str(op), argument))
        if negated:
            return self._other_than(set(admitted))
        return self._rng.choice(admitted) if admitted else ""

    def _other_than(self, excluded: set[str]) -> str:
        admitted = [character for character in PRINTABLE if character not in excluded]
        return self._rng.choice(admitted) if admitted else ""


def _characters(op: str, argument: Any) -> list[str]:
    """The characters that an item of a set stands for; of a wide range the first hundred."""
    if op == "LITERAL":
        return [chr(argument)]
    if op == "RANGE":
        low, high = argument
        return [chr(code) for code in range(low, min(high, low + 99) + 1)]
    if op == "CATEGORY":
        return list(CATEGORIES.get(str(argument), ""))
    return []
