"""Commands of command-line applications as source: `runner.invoke(cli, ["add", "tea"])`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testloom.model.statements import CallStatement, CollectionStatement, CommandStatement
from testloom.model.statements.commands import INPUT, WORDS
from testloom.writer.errors import UnwritableError
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.templates import plain
from testloom.writer.rendering.written_calls import WrittenCall
from testloom.writer.syntax.names import attribute, call
from testloom.writer.values.expressions import collection


class CommandLines(WrittenCall):
    """Writes commands as calls of a method of the runner."""

    kinds = (CommandStatement,)

    def source(self, statement: CommandStatement, scope: CaseScope) -> str:
        """Render the call of the runner, which lets exceptions out where the test expects one.

        A command that only prepares the last one is the same in all rows of a table.

        Raises:
            UnwritableError: if no source expresses it.
        """
        given = statement.given
        items = _items(given[WORDS], scope) if WORDS in given else ()
        words = [*map(scope.literal, statement.command.names), *map(scope.value, items)]
        named = [(INPUT, scope.value(given[INPUT], INPUT))] if INPUT in given else []
        if statement.id in scope.layout.raises:
            named.append(("catch_exceptions", "False"))
        line = collection("list", words)
        is_last = statement == scope.layout.test.case.statements[-1]
        text = scope.slot_of(line, WORDS, items) if is_last else plain(line)
        args = [scope.path(statement.command.app), text]
        return call(attribute(_runner(statement, scope), "invoke"), args, named)

    def paths(self, statement: CallStatement) -> Iterator[str]:
        """Yield the path of the application of the command."""
        if isinstance(statement, CommandStatement):
            yield statement.command.app


def _runner(statement: CommandStatement, scope: CaseScope) -> str:
    """The runner, where it is made if nothing else uses it."""
    receiver = statement.receiver or 0
    if scope.layout.forms[receiver] == "chain":
        return call(scope.path(statement.command.runner), [])
    return scope.value(receiver)


def _items(line: int, scope: CaseScope) -> Sequence[int]:
    """The words of a command line."""
    given = scope.layout.statements[line]
    if not isinstance(given, CollectionStatement) or given.kind not in ("list", "tuple"):
        raise UnwritableError("The words of a command are not a list.")
    return given.items
