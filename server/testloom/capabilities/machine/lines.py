"""Replacements with given results for functions that report facts about the machine."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.capabilities.machine.statement import (
    AFFINITY,
    ARRAYS_DRAWN,
    ARRAYS_HELD,
    HELD,
    IDENTIFIERS,
    MEASURES,
    SEEDED,
    FactStatement,
)
from testloom.model.types import Scalar
from testloom.writer.errors import UnwritableError
from testloom.writer.naming.arguments import given
from testloom.writer.rendering.environment import Written, patched
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.names import attribute, call

MOCK, GENERATOR, IDENTIFIER = "unittest.mock:Mock", "random:Random", "uuid:UUID"
PARAMETERS = {
    **dict.fromkeys(("secrets.token_hex", "secrets.token_urlsafe", "secrets.token_bytes"), " nbytes=None"),
    **dict.fromkeys(("platform.platform", "socket.getfqdn", "uuid.uuid1"), " *args"),
    "os.urandom": " size",
    "os.sched_getaffinity": " pid",
    "os.statvfs": " path",
    "shutil.which": " program",
    "importlib.util.find_spec": " name, package=None",
    "importlib.metadata.version": " distribution_name",
}
"""The parameters of replaced functions."""
GENERATORS = dict.fromkeys((ARRAYS_DRAWN, ARRAYS_HELD), "numpy.random:default_rng")
"""The constructor of seeded generators, where it is not that of `random`."""
STATISTICS = "os:statvfs_result"
MOST_PROCESSORS = 4096
"""The most usable processors that the agent makes."""
BLOCK, LONGEST_NAME = 4096, 255
"""The bytes of a block and of a name in most file systems."""
WORDS = {"sched_getaffinity": "usable cpu count", "getloadavg": "load", "statvfs": "free blocks"}
"""How the number is called that a structure is made of."""


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
        if statement.name == "os.statvfs":
            yield STATISTICS
        if len(statement.answers) > 1 or statement.name == ARRAYS_DRAWN:
            yield MOCK

    def phrase(self, statement: FactStatement) -> str:
        """Describe the only answer, unless it is drawn: `with cpu count zero`, `on a terminal`."""
        if len(statement.answers) != 1 or statement.is_drawn:
            return ""
        [answer] = statement.answers
        if statement.name == "isatty":
            return "on a terminal" if answer else "without terminal"
        name = statement.name.rpartition(".")[2]
        return given(answer, WORDS.get(name) or name.replace("_", " "))


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
    if statement.name in MEASURES:
        shown = [_measured(statement.name, answer, scope) for answer in statement.answers]
    elif len(shown) == 1:
        shown = [scope.slot(shown[0], statement.name.rpartition(".")[2], "input")]
    if statement.name in IDENTIFIERS:
        shown = [f"{scope.path(IDENTIFIER)}({text})" for text in shown]
    if len(shown) > 1:
        return f"{scope.path(MOCK)}(side_effect=[{', '.join(shown)}])"
    return f"lambda{PARAMETERS.get(statement.name, '')}: {shown[0]}"


def _measured(name: str, number: Scalar, scope: CaseScope) -> str:
    """The structure that a function returns, made of a number as the agent makes it.

    Raises:
        UnwritableError: if it cannot be made of that.
    """
    if not isinstance(number, int) or (name == AFFINITY and number > MOST_PROCESSORS):
        raise UnwritableError(f"{name} cannot be made of {number!r}.")
    if name == AFFINITY:
        return f"set(range({number}))"
    if name == "os.getloadavg":
        return f"({', '.join([scope.literal(float(number))] * 3)})"
    blocks = f"{2 * number}, {number}, {number}"
    return call(scope.path(STATISTICS), [f"({BLOCK}, {BLOCK}, {blocks}, {blocks}, 0, {LONGEST_NAME})"])
