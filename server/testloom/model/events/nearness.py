"""The distance of a test from a goal that no test reached."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A comparison that came out the wrong way in the test nearest to a goal.

    `source` is the comparison as it stands in the code, `seen` the same with the values that it saw
    (`3 > 5`), `wanted` how it should have come out. `gap` is how far apart two numbers, or the lengths of
    what else has one, were; None where that says nothing.
    """

    source: str
    seen: str
    wanted: bool
    gap: float | None = None
