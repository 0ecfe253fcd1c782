"""The values that each part of the environment is driven to, to see whether a test depends on it.

A few observations miss what is rare: one hour, one day of a leap year, one value of a variable. So each part
is driven to its extremes, and to what the constants in the code suggest that it is compared with.
"""

from __future__ import annotations

from calendar import monthrange, timegm
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice, product
from uuid import UUID

from testloom.model.execution import CLOCK_START
from testloom.model.statements.environment import IDENTIFIERS
from testloom.model.types import Scalar

DAY, HOUR = 86_400, 3_600
LEAP_YEAR = 2024
FIRST_YEAR, LAST_YEAR = 1971, 2099
YEARS = (FIRST_YEAR, 1999, 2012, 2016, 2020, *range(2023, 2034), 2037, 2050, LAST_YEAR)
MOST_MOMENTS, MOST_NUMBERS, MOST_TEXTS = 60, 6, 12
"""How many moments are made of constants, of so many numbers each; how many texts a variable is set to."""
LONGEST_TEXT = 40
TOKEN, BITS = 32, 128
"""Characters or bytes of a token, and bits of an identifier."""
FLAGS = ("1", "0", "", "true")
FACTS: Mapping[str, tuple[Scalar, ...]] = {
    "isatty": (True, False),
    "os.getuid": (0, 1),
    "os.geteuid": (0, 1),
    "os.cpu_count": (None, 1, 2, 64),
    "multiprocessing.cpu_count": (1, 2, 64),
    "getpass.getuser": ("root", "user"),
    "os.getlogin": ("root", "user"),
    "platform.system": ("Windows", "Darwin", "Linux", "Java"),
    "platform.machine": ("arm64", "x86_64", "AMD64", "aarch64"),
    "platform.python_implementation": ("CPython", "PyPy"),
    "importlib.util.find_spec": (True,),
    "importlib.metadata.version": ("0", "0.1", "9999.0"),
    "shutil.which": (None, "/usr/bin/program"),
    "secrets.token_hex": ("0" * TOKEN, "f" * TOKEN),
    "secrets.token_urlsafe": ("-" * TOKEN, "z" * TOKEN),
    "secrets.token_bytes": (b"\x00" * TOKEN, b"\xff" * TOKEN),
    "os.urandom": (b"\x00" * TOKEN, b"\xff" * TOKEN),
}
"""What other machines answer; the agent has more that vary from one observation to the next."""
TEXTS = ("socket.", "platform.", "getpass.", "os.getlogin")
"""How the names of functions begin that answer with a text of any kind."""


def moments(constants: Iterable[Scalar]) -> list[float]:
    """Seconds since the epoch: each month, day, weekday, hour, some years, and what constants may mean."""
    return list(dict.fromkeys([*_calendar(), *islice(_meant(constants), MOST_MOMENTS)]))


def texts(constants: Iterable[Scalar]) -> list[str]:
    """What an environment variable may be compared with."""
    return list(dict.fromkeys([*FLAGS, *islice(_short(constants), MOST_TEXTS)]))


def answers(name: str, constants: Iterable[Scalar]) -> list[Scalar]:
    """What a function that tells of the machine, or draws, may answer elsewhere."""
    more: Iterable[Scalar] = islice(_short(constants), MOST_TEXTS) if name.startswith(TEXTS) else ()
    if name in IDENTIFIERS:
        more = (str(UUID(int=number)) for number in _identifiers(constants))
    return list(dict.fromkeys([*FACTS.get(name, ()), *more]))


def _identifiers(constants: Iterable[Scalar]) -> Iterator[int]:
    """The least and the highest number of an identifier, and those that a remainder is compared with."""
    yield from (0, 2**BITS - 1)
    numbers = (value for value in constants if isinstance(value, int) and 0 <= value < 2**BITS)
    yield from islice(map(int, numbers), MOST_TEXTS)


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
    for text in _short(constants):
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


def _short(constants: Iterable[Scalar]) -> Iterator[str]:
    return (
        value
        for value in constants
        if isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT and value.isprintable()
    )
