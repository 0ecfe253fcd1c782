"""Mail that Django tests send, which pytest-django collects in an outbox."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from testloom.model.statements.environment import EnvironmentStatement
from testloom.oracle.pinning.pins import EnvironmentUse, Pin, Pinning
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.templates import marked_for

OUTBOX = "mailoutbox"


class MailStatement(EnvironmentStatement, frozen=True):
    """Gives the test the outbox, and replaces the host name in mail by a fixed one."""

    tag: ClassVar[str] = "mail"


class MailPins(Pinning[MailStatement]):
    """Pins the outbox for tests that send mail."""

    kinds = (MailStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin for the outbox if mail was sent."""
        if use.is_left(MailStatement.tag):
            yield Pin((MailStatement(next(use.names)),), sure=True)


class MailLines(Written[MailStatement]):
    """Writes the mark that requests the outbox fixture of the plugin."""

    kinds = (MailStatement,)

    def lines(self, statement: MailStatement, scope: CaseScope) -> str:
        """`@pytest.mark.usefixtures("mailoutbox")`, above the test."""
        return marked_for(f"usefixtures({scope.literal(OUTBOX)})")
