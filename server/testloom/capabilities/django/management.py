"""Management commands of Django, run by tests as in Django's documentation."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar

from testloom.model.checks import text
from testloom.model.commands import CALL_COMMAND
from testloom.model.statements import CallStatement
from testloom.model.statements.roles import word
from testloom.model.subject import Callable, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.arguments import arguments
from testloom.search.providers.builder import Builder
from testloom.search.providers.indirect import Caller, IndirectCalls
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.written_calls import WrittenCall
from testloom.writer.syntax.names import call


class ManagementStatement(CallStatement, frozen=True):
    """A run of a management command by its name, with its arguments and options."""

    tag: ClassVar[str] = "management"
    is_direct: ClassVar[bool] = False
    called_by: ClassVar[str] = CALL_COMMAND
    name: Annotated[str, word(text)] = ""


class ManagementCaller(Caller):
    """Runs management commands."""

    def call(self, builder: Builder, called: Callable, receiver: int | None) -> int:
        """Append the run of a command."""
        assert called.command is not None
        args, kwargs = arguments(builder, called)
        named, name = tuple(kwargs.items()), called.command.names[-1]
        made = ManagementStatement(builder.next_id(), called.id, None, tuple(args), named, name)
        return builder.add(made, TypeRef("any"))


class ManagementCommands(IndirectCalls):
    """Management commands as callables that are reached indirectly: running one calls its `handle`."""

    kinds = (ManagementStatement,)

    def reaches(self, called: Callable) -> bool:
        """Check whether a callable is the method that a management command runs."""
        return called.command is not None and called.command.is_management

    def caller(self) -> ManagementCaller:
        """Make what runs commands."""
        return ManagementCaller()

    def calls(self, subject: Subject) -> Collection[str]:
        """Return the path of the function that runs commands, if the subject has commands."""
        return {CALL_COMMAND} if any(map(self.reaches, subject.callables.values())) else ()


class ManagementLines(WrittenCall):
    """Writes runs of commands as calls of Django's `call_command`."""

    kinds = (ManagementStatement,)

    def source(self, statement: ManagementStatement, scope: CaseScope) -> str:
        """`call_command("send_issues", limit=0)`."""
        args = [scope.literal(statement.name), *(scope.value(value) for value in statement.args)]
        named = [(name, scope.value(value, name)) for name, value in statement.kwargs]
        return call(scope.path(CALL_COMMAND), args, named)
