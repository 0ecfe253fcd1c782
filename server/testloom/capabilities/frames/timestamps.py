"""Timestamps of pandas, like those in columns of dates."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.capabilities.frames.values import CELLS
from testloom.model.statements import CallStatement, LiteralStatement, Statement
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

TIMESTAMP = "pandas:Timestamp"
DATES = CELLS["format"]


class Timestamps(ValueProvider):
    """Provides timestamps, at dates like those in frames."""

    name = "moment"
    types = calls = frozenset({TIMESTAMP})

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Timestamps."""
        return float(kind.name == TIMESTAMP)

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the type is a timestamp, for which doubles are no better."""
        return kind.name == TIMESTAMP

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build a call that makes a timestamp from the text of a date."""
        return builder.call(TIMESTAMP, builder.literal(builder.rng.choice(DATES)))

    def plain(self, kind: TypeRef, fresh: int) -> Sequence[Statement]:
        """Build the statements for the first of the dates; none for other types."""
        if kind.name != TIMESTAMP:
            return ()
        text = LiteralStatement(fresh, DATES[0])
        return (text, CallStatement(fresh + 1, TIMESTAMP, None, (text.id,)))
