"""The conditions of a run of tests, on which tests must not depend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Order: TypeAlias = Literal["written", "reversed", "shuffled"]


@dataclass(frozen=True, slots=True)
class Conditions:
    """A choice of values for everything that a good test does not depend on.

    Attributes:
        hash_seed: PYTHONHASHSEED, on which the order of sets depends. That of the agent, which says what
            tests assert, is another one: of two results, each further seed halves the chance to hit upon one.
        time_zone: TZ.
        locale: LC_ALL.
        directory: the name of the working directory, below the run folder.
        user: the name of the user and of the home directory.
        order: the order in which the tests run.
        repeat: how often each test runs.
        is_elsewhere: whether the system reports other processors and file systems, and the project is in
            another folder.
        days: the shift of the date in days; None leaves the clock alone, 0 replaces it by one with the right
            time.
    """

    hash_seed: int = 17
    time_zone: str = "UTC"
    locale: str = "C.UTF-8"
    directory: str = "work"
    user: str = "tester"
    order: Order = "written"
    repeat: int = 1
    is_elsewhere: bool = False
    days: int | None = None


BASE = Conditions()
CHANGED = Conditions(
    4242, "Asia/Tokyo", "C", "elsewhere", "someone", "reversed", repeat=2, is_elsewhere=True, days=403
)
REPEATED = "when it is repeated"
"""The factor of tests that leave something behind."""
FACTORS = {
    REPEATED: Conditions(repeat=2),
    "in reversed order": Conditions(order="reversed"),
    "in another time zone": Conditions(time_zone=CHANGED.time_zone),
    "in another directory or for another user": Conditions(directory=CHANGED.directory, user=CHANGED.user),
    "on another machine": Conditions(is_elsewhere=True),
    "with another hash seed": Conditions(hash_seed=CHANGED.hash_seed),
    "in another locale": Conditions(locale=CHANGED.locale),
    "on another date": Conditions(days=CHANGED.days),
}
"""What tests may depend on, in the order in which it is tried.

Most tests that depend on any leave something behind. The next ones need no fresh interpreter, unlike those
that follow. The date comes last: only for tests that depend on nothing else does it matter whether the clock
that is replaced is to blame.
"""
SHUFFLED = Conditions(order="shuffled")
SAME_DATE = Conditions(days=0)
"""The base conditions with a replaced clock: tests that fail here do not depend on the date."""
