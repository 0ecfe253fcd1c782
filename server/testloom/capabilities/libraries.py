"""Optional libraries: those that the code under test can do without.

Where such a library is installed, a test that depends on it is skipped without it; where it is not, the test
says so. A version that the code looks up is that of today, whatever is installed later.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from testloom.capabilities.machine.statement import FactStatement
from testloom.model.statements import DoubleStatement, LiteralStatement, Statement
from testloom.model.statements.attributes import dotted
from testloom.model.statements.environment import MODULES, EnvironmentStatement, StateStatement
from testloom.model.statements.roles import word
from testloom.model.types import Scalar
from testloom.oracle.pinning.pins import Drive, EnvironmentUse, Pin, Pinning
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope

FINDING = "importlib.util.find_spec"
OTHER_VERSIONS = ("0.1", "9999.0")


class LibraryStatement(EnvironmentStatement, frozen=True):
    """Requires a library that the code can do without; where it is missing, the test is skipped."""

    tag: ClassVar[str] = "library"
    named_by: ClassVar[str] = "name"
    name: Annotated[str, word(dotted)]


class LibraryPins(Pinning[LibraryStatement]):
    """Pins the optional libraries that a test depends on."""

    kinds = (LibraryStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin for each library, or name that depends on it, including libraries that were found."""
        yield from _optional(use)
        yield from _versions(use)
        for touch in dict.fromkeys(use.touches_of("library")):
            names = use.names
            missing = FactStatement(next(names), touch[2], FINDING, (None,))
            yield Pin((LibraryStatement(next(names), touch[1]),), ((missing,),))


class LibraryLines(Written[LibraryStatement]):
    """Writes the line that skips a test where a library is missing."""

    kinds = (LibraryStatement,)

    def lines(self, statement: LibraryStatement, scope: CaseScope) -> str | None:
        """`pytest.importorskip("yaml")`; nothing for a part of a library that the test needs anyway."""
        needed = {s.name for s in scope.layout.statements.values() if isinstance(s, LibraryStatement)}
        parts = statement.name.split(".")
        if any(".".join(parts[:length]) in needed for length in range(1, len(parts))):
            return None
        return f"{scope.module('pytest')}.importorskip({scope.literal(statement.name)})"


def _optional(use: EnvironmentUse) -> Iterator[Pin]:
    """What depends on whether a library is installed and the test does not set."""
    subject, names = use.subject, use.names
    known = {statement.path for statement in use.of_kind(StateStatement)}
    for library in subject.optional:
        places = [path for path in library.names or (f"{MODULES}{library.module}",) if path not in known]
        if library.is_installed and places:
            drives = tuple(_holding(path, None, names) for path in places)
            yield Pin((LibraryStatement(next(names), library.module),), drives)
        elif not library.is_installed:
            for path in places:
                if path in subject.state or not library.names:
                    known.add(path)  # several libraries may be imported together
                    yield Pin(_holding(path, subject.state.get(path), names), (_doubled(path, names),))


def _versions(use: EnvironmentUse) -> Iterator[Pin]:
    """Versions of packages that the test does not set: the next release has another one."""
    names = use.names
    known = {statement.path for statement in use.of_kind(StateStatement)}
    for path, version in use.subject.versions.items():
        if path not in known:
            drives = tuple(_holding(path, other, names) for other in OTHER_VERSIONS if other != version)
            yield Pin(_holding(path, version, names), drives)


def _holding(path: str, value: Scalar, names: Iterator[int]) -> tuple[Statement, ...]:
    literal = LiteralStatement(next(names), value)
    return literal, StateStatement(next(names), path, literal.id)


def _doubled(path: str, names: Iterator[int]) -> Drive:
    double = DoubleStatement(next(names))
    return double, StateStatement(next(names), path, double.id)


LIBRARY = (LibraryPins(), LibraryLines())
