"""Suppression of aiohttp's warnings about string keys of requests and applications.

Projects use string keys, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from testloom.capabilities.aiohttp.requests import KEEPING, MARKING, REQUEST
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.oracle.pinning.pins import EnvironmentUse, Pin, Pinning
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.warned import ignoring

WARNED = "It is recommended to use web.*Key"


class QuietStatement(EnvironmentStatement, frozen=True):
    """Suppresses the warning about string keys, which would fail tests where warnings are errors."""

    tag: ClassVar[str] = "quiet"


class QuietPins(Pinning[QuietStatement]):
    """Pins a filter for warnings where a test stores a value in a request or application by a string key."""

    kinds = (QuietStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin that silences aiohttp's warnings of strings as keys, if the project uses such keys."""
        case = use.case
        if QuietStatement in case.kinds or case.called.isdisjoint((KEEPING, MARKING)):
            return
        by_name = set(_by_name(case))
        if KEEPING in by_name or (MARKING in by_name and _is_warned(use.subject)):
            yield Pin((QuietStatement(next(use.names)),), sure=True)


class QuietLines(Written[QuietStatement]):
    """Writes the mark that filters the warning."""

    kinds = (QuietStatement,)

    def lines(self, statement: QuietStatement, scope: CaseScope) -> str:
        """`@pytest.mark.filterwarnings("ignore:…")`, above the test."""
        return ignoring(WARNED, scope)


def _by_name(case: TestCase) -> Iterator[str]:
    """What a test stores something with by a name."""
    names = {one.id for one in case.statements if isinstance(one, LiteralStatement)}
    for call in case.calls:
        if call.callable in (KEEPING, MARKING):
            yield from (call.callable for key in call.args[:1] if key in names)


def _is_warned(subject: Subject) -> bool:
    """Whether the version of aiohttp has keys for requests: their types have one more argument then."""
    parameters = (one for known in subject.callables.values() for one in known.parameters)
    return any(one.type.name == REQUEST and len(one.type.args) > 1 for one in parameters)
