"""Mail that tests of Django send, which the plugin keeps for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from testloom.model.statements.environment import EnvironmentStatement
from testloom.oracle.pins import EnvironmentUse, Pin, Pinning
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.templates import marked_for

OUTBOX = "mailoutbox"


class MailStatement(EnvironmentStatement, frozen=True):
    """The test has what is sent, and nobody is asked for the name of the machine that sends it."""

    tag: ClassVar[str] = "mail"


class MailPins(Pinning[MailStatement]):
    """Whether a test sends mail."""

    kinds = (MailStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin for the outbox if mail was sent."""
        if use.is_left(MailStatement.tag):
            yield Pin((MailStatement(next(use.names)),), sure=True)


class MailLines(Written[MailStatement]):
    """The mark by which a test has a fixture of the plugin."""

    kinds = (MailStatement,)

    def lines(self, statement: MailStatement, scope: CaseScope) -> str:
        """`@pytest.mark.usefixtures("mailoutbox")`, above the test."""
        return marked_for(f"usefixtures({scope.literal(OUTBOX)})")
