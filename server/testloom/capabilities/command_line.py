"""The command line, `sys.argv`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testloom.model.execution import Touch
from testloom.model.statements import Statement
from testloom.model.statements.environment import ArgumentsStatement
from testloom.oracle.pinning.pins import EnvironmentUse, Pin, Pinning
from testloom.search.providers.environment import EnvironmentInput, Rewriter, other_items, shorter
from testloom.search.providers.inputs.command_lines import PROGRAM
from testloom.search.providers.knowledge import Knowledge
from testloom.writer.rendering.environment import Written, patched
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.words import slug
from testloom.writer.values.expressions import collection

ANEW = 0.5
"""How often a command line is made anew, where the options of its parser are known."""


class Words(EnvironmentInput[ArgumentsStatement]):
    """Makes words for code that reads the command line; the program's name stays."""

    kinds = (ArgumentsStatement,)
    value = "values"

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Yield a command line where the test read it."""
        if touch == ("arguments",):
            yield (ArgumentsStatement(knowledge.next_id(), (PROGRAM, *knowledge.command_lines.words())),)

    def changed(self, statement: ArgumentsStatement, knowledge: Knowledge) -> ArgumentsStatement:
        """Replace the command line, or add, drop or change one word of it."""
        program, *rest = statement.values
        words = knowledge.command_lines.words()
        more = other_items(tuple(rest), lambda: (words or ["a"])[0], knowledge.rng)
        anew = bool(knowledge.command_lines.parsers) and knowledge.rng.random() < ANEW
        return statement.replace(values=(program, *(words if anew else more)))

    def smaller(self, statement: ArgumentsStatement, simpler: Rewriter) -> Iterator[ArgumentsStatement]:
        """Yield the command line with one word less, then with simpler words; the program keeps its name."""
        program, *rest = statement.values
        yield from (statement.replace(values=(program, *words)) for words in shorter(tuple(rest)))
        simple = self.rewritten(statement, simpler)
        yield from (other for other in simple if other.values[0] == program)


class CommandLinePins(Pinning[ArgumentsStatement]):
    """Pins an empty command line for tests that depend on it."""

    kinds = (ArgumentsStatement,)
    parts = ("arguments",)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin with the program's name alone, driven by a command line with an option."""
        if use.is_left("arguments"):
            names = use.names
            other = ArgumentsStatement(next(names), (PROGRAM, "-x", "1"))
            yield Pin((ArgumentsStatement(next(names), (PROGRAM,)),), ((other,),))


class CommandLineLines(Written[ArgumentsStatement]):
    """Writes the replacement of `sys.argv` by a list."""

    kinds = (ArgumentsStatement,)

    def lines(self, statement: ArgumentsStatement, scope: CaseScope) -> str:
        """`monkeypatch.setattr("sys.argv", ["program", "-v"])`."""
        words = collection("list", [scope.literal(word) for word in statement.values])
        return patched("sys:argv", scope.slot(words, "argv", "input"), scope)

    def phrase(self, statement: ArgumentsStatement) -> str:
        """Describe the first word after the program's name, as `with option verbose`."""
        words = slug(statement.values[1].lstrip("-")) if len(statement.values) > 1 else ""
        return f"with option {words}" if words else ""


COMMAND_LINE = (Words(), CommandLinePins(), CommandLineLines())
