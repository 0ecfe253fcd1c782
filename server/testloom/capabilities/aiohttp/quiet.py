"""Warnings of names as keys of requests, which the project's middleware uses, too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from testloom.capabilities.aiohttp.requests import MARKING, REQUEST
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.oracle.pins import Pin, Pinning, Surroundings
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.surroundings import Written
from testloom.writer.rendering.templates import marked_for

WARNED = "ignore:It is recommended to use web.RequestKey"


class QuietStatement(EnvironmentStatement, frozen=True):
    """Nobody is warned of names as keys of requests, which fails tests where warnings are errors."""

    tag: ClassVar[str] = "quiet"


class QuietPins(Pinning[QuietStatement]):
    """Whether a test stores something in a request by a name."""

    kinds = (QuietStatement,)

    def pins(self, surroundings: Surroundings) -> Iterator[Pin]:
        """The mark, if aiohttp has other keys than names, and warns of these once."""
        case = surroundings.case
        if MARKING in case.called and QuietStatement not in case.kinds and _is_warned(surroundings.subject):
            yield Pin((QuietStatement(next(surroundings.names)),), sure=True)


class QuietLines(Written[QuietStatement]):
    """The mark of a test without that warning."""

    kinds = (QuietStatement,)

    def lines(self, statement: QuietStatement, scope: CaseScope) -> str:
        """`@pytest.mark.filterwarnings("ignore:…")`, above the test."""
        return marked_for(f"filterwarnings({scope.literal(WARNED)})")


def _is_warned(subject: Subject) -> bool:
    """Whether the version of aiohttp has keys for requests: their types have one more argument then."""
    parameters = (one for known in subject.callables.values() for one in known.parameters)
    return any(one.type.name == REQUEST and len(one.type.args) > 1 for one in parameters)
