"""Moments of pandas, like those in columns of dates: timestamps, spans between them, and series of both."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from testloom.capabilities.frames.kinds import TIMES
from testloom.model.statements import CallStatement, LiteralStatement, Statement, TestCase
from testloom.model.subject import Parameter, Subject
from testloom.model.types import TypeRef, alternatives
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider
from testloom.search.providers.upkeep import Upkeep

TIMESTAMP, TIMEDELTA = "pandas:Timestamp", "pandas:Timedelta"
DATES = ("2024-01-15", "2024-02-01", "2024-02-20")
FREQUENCIES = ("D", "h", "12h", "15min")
"""Distances between the moments of a series: some have days of several rows, others rows of several days."""
FREQUENCY = re.compile(r"(.*_)?(freq|frequency)", re.ASCII)
"""Names of parameters for such distances."""
DATE = re.compile(r"\d{4}-\d\d-\d\d")
SAID: Mapping[str, Sequence[str]] = {TIMESTAMP: DATES, TIMEDELTA: ("1h", "1D", "15min")}
"""The texts that the instances of a class are made from."""
DATE_RANGE = "pandas:date_range"
PERIODS = "periods"
NUMBERS = (2, 3, 3, 4, 6)


class Timestamps(ValueProvider):
    """Provides timestamps at dates like those in frames, time spans, and evenly spaced timestamps."""

    name = "moment"
    types = frozenset({*SAID, TIMES})
    calls = frozenset({*SAID, DATE_RANGE})

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Return texts for distances between moments, for a parameter of such a name in code with pandas."""
        is_open = any(kind.name in ("any", "str") for kind in alternatives(parameter.type))
        if not is_open or "pandas" not in subject.imports or not FREQUENCY.fullmatch(parameter.name):
            return None
        return TypeRef("union", (TypeRef("literal", values=FREQUENCIES), parameter.type))

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Timestamps, spans and indexes of timestamps."""
        return float(kind.name in self.types)

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the type is one of these, for which doubles are no better."""
        return kind.name in self.types

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """Return the class that a call of this provider makes."""
        return TypeRef(TIMES if path == DATE_RANGE else path)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build a call that makes the value from the text of a date or a span."""
        if kind.name == TIMES:
            return date_range(builder, builder.rng.choice(NUMBERS))
        return builder.call(kind.name, builder.literal(builder.rng.choice(SAID[kind.name])))

    def plain(self, kind: TypeRef, fresh: int) -> Sequence[Statement]:
        """Build the statements for the first of the texts; none for other types."""
        if kind.name == TIMES:
            start, periods = LiteralStatement(fresh, DATES[0]), LiteralStatement(fresh + 1, NUMBERS[0])
            made = CallStatement(fresh + 2, DATE_RANGE, None, (start.id,), ((PERIODS, periods.id),))
            return (start, periods, made)
        if kind.name not in SAID:
            return ()
        text = LiteralStatement(fresh, SAID[kind.name][0])
        return (text, CallStatement(fresh + 1, kind.name, None, (text.id,)))


def date_range(builder: Builder, length: int) -> int:
    """Build so many timestamps, mostly a day apart or less."""
    start, periods = builder.literal(builder.rng.choice(DATES)), builder.literal(length)
    named = {PERIODS: periods, "freq": builder.literal(builder.rng.choice(FREQUENCIES))}
    made = CallStatement(builder.next_id(), DATE_RANGE, None, (start,), tuple(named.items()))
    return builder.add(made, TypeRef(TIMES))


class Moments(Upkeep):
    """Keeps the texts that moments begin with dates: pandas reads almost any text as one."""

    def restored(self, case: TestCase, subject: Subject) -> TestCase:
        """Restore evenly spaced timestamps that begin with a date."""
        if DATE_RANGE not in case.called:
            return case
        calls = [s for s in case.calls if s.callable == DATE_RANGE]
        starts = {call.args[0] for call in calls if call.args}
        wrong = {s.id for s in case.statements if s.id in starts and not _is_date(s)}
        if not wrong:
            return case
        return TestCase(
            tuple(LiteralStatement(s.id, DATES[0]) if s.id in wrong else s for s in case.statements)
        )


def _is_date(statement: Statement) -> bool:
    said = statement.value if isinstance(statement, LiteralStatement) else None
    return isinstance(said, str) and DATE.fullmatch(said) is not None
