"""The distance of a test from a goal that no test reached."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A comparison that came out the wrong way in the test nearest to a goal.

    `source` is the comparison as in the code, `seen` the same with the actual values (`3 > 5`), `wanted` the
    required outcome. `gap` is the difference of two numbers, or of the lengths of two other values; None if
    it has no meaning.
    """

    source: str
    seen: str
    wanted: bool
    gap: float | None = None
