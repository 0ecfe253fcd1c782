"""Limits that annotations and fields put on values besides their type: size, length and format."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from testloom.model.checks import fact
from testloom.model.texts.trees import quiet

NUMBERS = ("gt", "ge", "lt", "le", "multiple_of")
COUNTS = ("min_length", "max_length", "max_digits", "decimal_places")


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one type; None means no limit.

    `min_length` and `max_length` apply to a string or a collection, `pattern` is a regular expression
    that must be found in a string, `max_digits` and `decimal_places` apply to a decimal number. `tz`: a
    datetime has a time zone.
    """

    gt: float | None = None
    ge: float | None = None
    lt: float | None = None
    le: float | None = None
    multiple_of: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    max_digits: int | None = None
    decimal_places: int | None = None
    pattern: str = ""
    tz: bool = False

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Limits:
        """Read the agent's description of limits (docs/agent-protocol.md).

        Raises:
            ValueError: if it is none.
        """
        for name, value in data.items():
            is_number = not isinstance(value, bool) and isinstance(value, int | float)
            is_count = is_number and isinstance(value, int)
            expected = {**dict.fromkeys(NUMBERS, is_number), **dict.fromkeys(COUNTS, is_count)}
            expected |= {"pattern": isinstance(value, str), "tz": isinstance(value, bool)}
            fact(expected.get(name, False), value, f"a {name}")
        return cls(**data)

    def admit(self, value: object) -> bool:
        """Check whether a plain value is within the limits that apply to its type."""
        if isinstance(value, str | bytes):
            return self.admit_length(len(value)) and (isinstance(value, bytes) or self._matches(value))
        return isinstance(value, bool) or not isinstance(value, int | float) or self._admits_number(value)

    def admit_length(self, length: int) -> bool:
        """Check whether a string or a collection may have this length."""
        return (self.min_length or 0) <= length and (self.max_length is None or length <= self.max_length)

    def _admits_number(self, value: float) -> bool:
        above = (self.gt is None or value > self.gt) and (self.ge is None or value >= self.ge)
        below = (self.lt is None or value < self.lt) and (self.le is None or value <= self.le)
        return above and below and (not self.multiple_of or value % self.multiple_of == 0)

    def _matches(self, text: str) -> bool:
        """Check whether a string matches the pattern; an invalid pattern counts as matched."""
        try:
            with quiet():
                return re.search(self.pattern, text) is not None
        except re.error:
            return True
