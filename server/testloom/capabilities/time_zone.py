"""The time zone of the machine, on which local times depend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from testloom.model.checks import one_of
from testloom.model.execution import Touch
from testloom.model.statements import Statement
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.roles import word
from testloom.oracle.pinning.pins import EnvironmentUse, Pin, Pinning
from testloom.search.providers.environment import EnvironmentInput
from testloom.search.providers.knowledge import Knowledge
from testloom.writer.rendering.environment import Helper, Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.names import call

PLAIN = "UTC"
ELSEWHERE = ("UTC-5:45", "UTC+3:30", "EST5EDT,M3.2.0,M11.1.0")
"""Zones to the east and the west of UTC, and with summer time, in POSIX form, which needs no database."""
_IN_ZONE = '''
    """Have local times be those of a time zone within the block."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TZ", name)
            time.tzset()
            yield
    finally:
        time.tzset()
'''
IN_ZONE = Helper(
    "time_zone", "(name):", "(name: str) -> Iterator[None]:", _IN_ZONE, "@contextlib.contextmanager"
)
HINT = "collections.abc:Iterator"


class ZoneStatement(EnvironmentStatement, frozen=True):
    """Sets the time zone of local times; `name` is its POSIX form, as in `TZ`."""

    tag: ClassVar[str] = "zone"
    encloses: ClassVar[bool] = True
    name: Annotated[str, word(one_of(PLAIN, *ELSEWHERE))]


class ZoneInput(EnvironmentInput[ZoneStatement]):
    """Makes other time zones for code that compares local times."""

    kinds = (ZoneStatement,)

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Yield a time zone where the test converted a time to local time."""
        if touch == ("zone",):
            yield (ZoneStatement(knowledge.next_id(), knowledge.rng.choice((PLAIN, *ELSEWHERE))),)


class ZonePins(Pinning[ZoneStatement]):
    """Pins the time zone for tests that would behave differently in another zone."""

    kinds = (ZoneStatement,)
    parts = ("zone",)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """UTC, against time zones with other hours and other days."""
        if use.is_left("zone"):
            names = use.names
            drives = tuple((ZoneStatement(next(names), zone),) for zone in ELSEWHERE)
            yield Pin((ZoneStatement(next(names), PLAIN),), drives)


class ZoneLines(Written[ZoneStatement]):
    """Writes the `with` whose body runs in the time zone."""

    kinds = (ZoneStatement,)
    helpers = (IN_ZONE,)

    def lines(self, statement: ZoneStatement, scope: CaseScope) -> str:
        """Render `with time_zone("UTC"):`, with the name of the zone."""
        return f"with {call(IN_ZONE.name, [scope.literal(statement.name)])}:"

    def paths(self, statement: ZoneStatement) -> Iterator[str]:
        """Yield the path of the name in the signature of the function."""
        yield HINT

    def phrase(self, statement: ZoneStatement) -> str:
        """Describe the time zone if it is not the plain one."""
        return "" if statement.name == PLAIN else "in another time zone"


TIME_ZONE = (ZoneInput(), ZonePins(), ZoneLines())
