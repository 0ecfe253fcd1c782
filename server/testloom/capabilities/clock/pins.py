"""Whether a test depends on the time, found out by driving the clock to its extremes."""

from __future__ import annotations

from calendar import monthrange, timegm
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice, product

from testloom.model.execution import CLOCK_START, Touch
from testloom.model.statements.environment import CHECKED, PAUSES, ClockStatement
from testloom.model.types import Scalar
from testloom.oracle.pinning.drives import short_texts
from testloom.oracle.pinning.pins import Drive, EnvironmentUse, Pin, Pinning

DAY, HOUR = 86_400, 3_600
LEAP_YEAR = 2024
FIRST_YEAR, LAST_YEAR = 1971, 2099
YEARS = (FIRST_YEAR, 1999, 2012, 2016, 2020, *range(2023, 2034), 2037, 2050, LAST_YEAR)
MOST_MOMENTS, MOST_NUMBERS = 60, 6
"""The most moments that are made from constants, and the most constants used for each field of these."""


class ClockPins(Pinning[ClockStatement]):
    """Pins the clock for tests that would behave differently at another time."""

    kinds = (ClockStatement,)
    parts = ("clock",)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin that stops the clock; a test that sleeps always gets one."""
        if use.is_left("clock"):
            names, read = use.names, clock_names(use.touched)
            sleeps = any(name in PAUSES for _, name in read)
            clock = ClockStatement(next(names), CLOCK_START, read)
            yield Pin((clock,), self.drives(clock, names, use.subject.constants), sure=sleeps)

    def completed(self, statement: ClockStatement, touched: Sequence[Touch]) -> ClockStatement:
        """Complete the clock with all names through which it is read."""
        return statement.replace(names=clock_names(touched))

    def drives(
        self, statement: ClockStatement, names: Iterator[int], constants: Iterable[Scalar]
    ) -> tuple[Drive, ...]:
        """Build drives to other dates and hours.

        The first two let the clock run, which reveals most dependencies on it.
        """
        return ((), (), *((ClockStatement(next(names), moment),) for moment in moments(constants)))

    def may_go(
        self, statement: ClockStatement, touched: Collection[Touch], constants: Collection[Scalar]
    ) -> bool:
        """Check whether the pin may be dropped: the clock stands still, and nothing sleeps.

        It must also stand at the time at which all tests start.
        """
        is_still = statement.seconds == CLOCK_START and not statement.step
        return is_still and all(name not in PAUSES for _, name in statement.names)


def clock_names(touched: Iterable[Touch]) -> tuple[tuple[str, str], ...]:
    """Collect the names through which the clock is read, as `module:NAME` and what each stands for.

    A class of dates that objects are checked against gets a second entry for that check.
    """
    touched = list(touched)
    read = {(touch[1], touch[2]) for touch in touched if touch[0] == "clock"}
    checked = {touch[1] for touch in touched if touch[0] == "class"}
    kinds = {(path, name.partition(".")[0]) for path, name in read if path in checked and "." in name}
    return tuple(sorted(read | {(path, f"{kind}.{CHECKED}") for path, kind in kinds}))


def moments(constants: Iterable[Scalar]) -> list[float]:
    """Seconds since the epoch: each month, day, weekday, hour, some years, and what constants may mean."""
    return list(dict.fromkeys([*_calendar(), *islice(_meant(constants), MOST_MOMENTS)]))


def _calendar() -> Iterator[float]:
    """Moments that have all fields of a date and of a time among them, and the turn of many years."""
    for day in range(1, 32):
        month = (7 * day) % 12 + 1
        last = monthrange(LEAP_YEAR, month)[1]
        minute = (2 * day - 1) % 60
        yield _moment(LEAP_YEAR, month, min(day, last), (11 * day) % 24, minute, minute)
    yield _moment(LEAP_YEAR, 2, 29)
    for place, year in enumerate(YEARS):
        yield _moment(year, 1, 1) if place % 2 else _moment(year, 12, 31, 23, 59, 59)


def _meant(constants: Iterable[Scalar]) -> Iterator[float]:
    """Moments that numbers and texts in the code may stand for, and those just before and after."""
    constants = list(constants)
    numbers = [value for value in constants if isinstance(value, int) and not isinstance(value, bool)]
    for text in short_texts(constants):
        try:
            yield from _around(timegm(datetime.fromisoformat(text).timetuple()), DAY)
        except ValueError:
            continue
    for number in numbers:
        if _moment(FIRST_YEAR) < number < _moment(LAST_YEAR):
            yield from _around(number, 1)
    years = [number for number in numbers if FIRST_YEAR <= number <= LAST_YEAR][:MOST_NUMBERS]
    months = [number for number in numbers if 1 <= number <= 12][:MOST_NUMBERS]
    days = [number for number in numbers if 1 <= number <= 31][:MOST_NUMBERS]
    for year, month, day in product(years or [LEAP_YEAR], months, days):
        if day <= monthrange(year, month)[1]:
            yield from _around(_moment(year, month, day, 12), DAY)[: 3 if years else 1]
    for year in years:
        yield from _around(_moment(year, 1, 1), 1)
    for number in numbers:
        if 0 <= number < 24:
            yield from _around(CLOCK_START // DAY * DAY + number * HOUR, 1)
        if 0 <= number < 60:
            yield CLOCK_START // HOUR * HOUR + number * 60 + number


def _around(seconds: float, step: float) -> list[float]:
    return [seconds, seconds - step, seconds + step]


def _moment(year: int, month: int = 1, day: int = 1, *time: int) -> float:
    """Seconds since the epoch at a date, at midnight or at an hour, a minute and a second."""
    return float(timegm((year, month, day, *time, 0, 0, 0)[:6]))
