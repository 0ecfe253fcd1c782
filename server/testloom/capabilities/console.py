"""Lines typed on the console, including hidden input such as passwords."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from testloom.model.checks import many, path, text
from testloom.model.execution import Touch
from testloom.model.statements import Statement
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.roles import plain
from testloom.oracle.pinning.pins import EnvironmentUse, Pin, Pinning
from testloom.search.providers.environment import EnvironmentInput, Rewriter, other_items, shorter
from testloom.search.providers.inputs.contents import line, lines
from testloom.search.providers.knowledge import Knowledge
from testloom.writer.rendering.environment import Written, patched
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.words import slug

STREAM = "io:StringIO"


class ConsoleStatement(EnvironmentStatement, frozen=True):
    """The lines that are typed on the console, after which the input ends.

    `secret` are the names through which the code under test asks for hidden input, each as
    `module:NAME`.
    """

    tag: ClassVar[str] = "console"
    lines: Annotated[tuple[str, ...], plain(many(text))]
    secret: Annotated[tuple[str, ...], plain(many(path))] = ()


class TypedLines(EnvironmentInput[ConsoleStatement]):
    """Makes lines for code that reads from the console."""

    kinds = (ConsoleStatement,)
    value = "lines"

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Yield some typed lines where the test read from the console."""
        if touch == ("console",):
            yield (ConsoleStatement(knowledge.next_id(), tuple(lines(knowledge.values))),)

    def changed(self, statement: ConsoleStatement, knowledge: Knowledge) -> ConsoleStatement:
        """Add, drop or change one typed line."""
        typed = other_items(statement.lines, lambda: line(knowledge.values), knowledge.rng)
        return statement.replace(lines=typed)

    def smaller(self, statement: ConsoleStatement, simpler: Rewriter) -> Iterator[ConsoleStatement]:
        """Yield the statement with one line less, then with simpler lines."""
        yield from (statement.replace(lines=typed) for typed in shorter(statement.lines))
        yield from self.rewritten(statement, simpler)


class ConsolePins(Pinning[ConsoleStatement]):
    """Pins empty input for each test that reads from the console without having any lines."""

    kinds = (ConsoleStatement,)
    parts = ("console", "secret")

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin without lines, always: a console would wait for its user."""
        if use.is_left("console"):
            names = secret_names(use.touched)
            yield Pin((ConsoleStatement(next(use.names), (), names),), sure=True)

    def completed(self, statement: ConsoleStatement, touched: Sequence[Touch]) -> ConsoleStatement:
        """Complete the statement with all names that ask for hidden input, such as passwords."""
        return statement.replace(secret=secret_names(touched))


class ConsoleLines(Written[ConsoleStatement]):
    """Writes the replacement of standard input by a stream."""

    kinds = (ConsoleStatement,)

    def lines(self, statement: ConsoleStatement, scope: CaseScope) -> str:
        """Standard input; what is asked for without being shown is read from it, too."""
        typed = "".join(f"{typed}\n" for typed in statement.lines)
        given = scope.slot(scope.literal(typed), "typed", "input") if typed else ""
        first = patched("sys:stdin", f"{scope.path(STREAM)}({given})", scope)
        return "\n".join(
            [first, *(patched(name, "lambda *args: input()", scope) for name in statement.secret)]
        )

    def paths(self, statement: ConsoleStatement) -> Iterator[str]:
        """Yield the path of the class of the stream."""
        yield STREAM

    def phrase(self, statement: ConsoleStatement) -> str:
        """Describe the first line, as `when yes is typed`."""
        words = slug(statement.lines[0]) if statement.lines else ""
        return f"when {words} is typed" if words else ""


def secret_names(touched: Iterable[Touch]) -> tuple[str, ...]:
    """Collect the names, as `module:NAME`, through which hidden input is read."""
    return tuple(sorted({touch[1] for touch in touched if touch[0] == "secret"}))


CONSOLE = (TypedLines(), ConsolePins(), ConsoleLines())
