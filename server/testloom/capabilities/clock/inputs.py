"""Times for the clock of a test."""

from __future__ import annotations

from calendar import timegm
from collections.abc import Iterator, Sequence
from typing import Any

from testloom.model.execution import CLOCK_START, Touch
from testloom.model.statements import Statement
from testloom.model.statements.environment import READINGS, ClockStatement
from testloom.search.providers.environment import EnvironmentInput, Rewriter
from testloom.search.providers.inputs.values import ValueSource
from testloom.search.providers.knowledge import Knowledge

DAY = 86_400.0
LATEST = 1e11
"""The latest time that is used, in seconds since the epoch; every clock can represent it."""


class ClockInput(EnvironmentInput[ClockStatement]):
    """Makes clocks for code that reads the time."""

    kinds = (ClockStatement,)
    value = "seconds"

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Yield a clock for the name through which the time was read."""
        match touch:
            case ("clock", path, name):
                step = elapsed(knowledge.values) if name in READINGS else 0.0
                yield (ClockStatement(knowledge.next_id(), moment(knowledge.values), ((path, name),), step),)

    def changed(self, statement: ClockStatement, knowledge: Knowledge) -> ClockStatement:
        """Set the clock to another time."""
        return statement.replace(seconds=moment(knowledge.values))

    def smaller(self, statement: ClockStatement, simpler: Rewriter) -> Iterator[ClockStatement]:
        """Yield the clock without its steps, then at the time at which all tests start."""
        if statement.step:
            yield statement.replace(step=0.0)
        if statement.seconds != CLOCK_START:
            yield statement.replace(seconds=CLOCK_START)

    def may_hold(self, statement: ClockStatement, value: Any) -> bool:
        """Check whether a value is a time: a number of seconds below the latest time allowed."""
        return isinstance(value, int | float) and abs(value) < LATEST

    def rewritten(self, statement: ClockStatement, rewrite: Rewriter) -> Iterator[ClockStatement]:
        """Yield the clock at other times, in seconds as a float."""
        for other in super().rewritten(statement, rewrite):
            yield other.replace(seconds=float(other.seconds))


def moment(values: ValueSource) -> float:
    """Seconds after the epoch: another day and another hour, of numbers of the subject where they fit."""
    rng = values.rng
    if rng.random() < 0.4:
        days = rng.choice((0, 1, -1, 4, 30, 365, -365, 3650))
        return CLOCK_START + days * DAY + rng.randrange(24) * 3600.0
    ranges = (range(1, 13), range(1, 29), range(24))
    month, day, hour = (_number(fitting, values) for fitting in ranges)
    year = rng.choice((2023, 2024, 2025))
    return float(timegm((year, month, day, hour, 0, 0)))


def elapsed(values: ValueSource) -> float:
    """Choose how many seconds pass from one reading of the clock to the next: often 0."""
    rng = values.rng
    if rng.random() < 0.5:
        return 0.0
    return rng.choice((1.0, 61.0, 3601.0, float(1 + abs(values.integer()))))


def _number(fitting: range, values: ValueSource) -> int:
    own = [number for number in values.integers if number in fitting]
    return values.rng.choice(own if own and values.rng.random() < 0.6 else fitting)
