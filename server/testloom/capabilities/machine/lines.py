"""Replacements with given results for functions that report facts about the machine."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.capabilities.machine.statement import (
    ARRAYS_DRAWN,
    ARRAYS_HELD,
    HELD,
    IDENTIFIERS,
    SEEDED,
    FactStatement,
)
from testloom.writer.naming.arguments import given
from testloom.writer.rendering.environment import Written, patched
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.names import attribute, call

MOCK, GENERATOR, IDENTIFIER = "unittest.mock:Mock", "random:Random", "uuid:UUID"
PARAMETERS = {
    **dict.fromkeys(("secrets.token_hex", "secrets.token_urlsafe", "secrets.token_bytes"), " nbytes=None"),
    **dict.fromkeys(("platform.platform", "socket.getfqdn", "uuid.uuid1"), " *args"),
    "os.urandom": " size",
    "shutil.which": " program",
    "importlib.util.find_spec": " name, package=None",
    "importlib.metadata.version": " distribution_name",
}
"""The parameters of replaced functions."""
GENERATORS = dict.fromkeys((ARRAYS_DRAWN, ARRAYS_HELD), "numpy.random:default_rng")
"""The constructor of seeded generators, where it is not that of `random`."""


class FactLines(Written[FactStatement]):
    """Writes the line that replaces a function."""

    kinds = (FactStatement,)

    def lines(self, statement: FactStatement, scope: CaseScope) -> str:
        """`monkeypatch.setattr("os.cpu_count", lambda: 4)`."""
        return patched(statement.path, _answering(statement, scope), scope)

    def paths(self, statement: FactStatement) -> Iterator[str]:
        """Yield the paths of the generators, classes and mocks that the answers need."""
        if statement.name in SEEDED:
            yield GENERATORS.get(statement.name, GENERATOR)
        if statement.name in IDENTIFIERS:
            yield IDENTIFIER
        if len(statement.answers) > 1 or statement.name == ARRAYS_DRAWN:
            yield MOCK

    def phrase(self, statement: FactStatement) -> str:
        """Describe the only answer, unless it is drawn: `with cpu count zero`, `on a terminal`."""
        if len(statement.answers) != 1 or statement.is_drawn:
            return ""
        [answer] = statement.answers
        if statement.name == "isatty":
            return "on a terminal" if answer else "without terminal"
        return given(answer, statement.name.rpartition(".")[2].replace("_", " "))


def _answering(statement: FactStatement, scope: CaseScope) -> str:
    """A function that gives the answers of a statement."""
    if statement.name in SEEDED:
        maker = scope.path(GENERATORS.get(statement.name, GENERATOR))
        generator = call(maker, [scope.literal(statement.answers[0])])
        if statement.name == ARRAYS_DRAWN:  # made before the name is bound to what gives it
            return f"{scope.path(MOCK)}(return_value={generator})"
        if draw := SEEDED[statement.name]:
            return attribute(generator, draw)
        return generator if statement.name in (HELD, ARRAYS_HELD) else f"lambda: {generator}"
    shown = [scope.literal(answer) for answer in statement.answers]
    if len(shown) == 1:
        shown = [scope.slot(shown[0], statement.name.rpartition(".")[2], "input")]
    if statement.name in IDENTIFIERS:
        shown = [f"{scope.path(IDENTIFIER)}({text})" for text in shown]
    if len(shown) > 1:
        return f"{scope.path(MOCK)}(side_effect=[{', '.join(shown)}])"
    return f"lambda{PARAMETERS.get(statement.name, '')}: {shown[0]}"
