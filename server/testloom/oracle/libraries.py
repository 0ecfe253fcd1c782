"""What a test has to say of libraries that the code under test can do without.

Where such a library is installed, a test that depends on it is skipped without it; where it is not, the test
says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from testloom.model.execution import Touch
from testloom.model.statements import DoubleStatement, LiteralStatement, Statement
from testloom.model.statements.environment import MODULES, FactStatement, LibraryStatement, StateStatement
from testloom.model.subject import OptionalImport
from testloom.model.types import Scalar
from testloom.oracle.pins import Drive, Pin

FINDING = "importlib.util.find_spec"


def library_pins(
    optional: Iterable[OptionalImport],
    state: Mapping[str, Scalar],
    known: Iterable[str],
    names: Iterator[int],
) -> Iterator[Pin]:
    """A pin for each library, or for each name that depends on it, which is not `known` to be set.

    `state` has the values of plain variables.
    """
    known = frozenset(known)
    for library in optional:
        places = [path for path in library.names or (f"{MODULES}{library.module}",) if path not in known]
        if library.is_installed and places:
            drives = tuple(_holding(path, None, names) for path in places)
            yield Pin((LibraryStatement(next(names), library.module),), drives)
        elif not library.is_installed:
            for path in places:
                if path in state or not library.names:
                    yield Pin(_holding(path, state.get(path), names), (_doubled(path, names),))


def found_pins(touched: Iterable[Touch], names: Iterator[int]) -> Iterator[Pin]:
    """A pin for each library that the code has looked for and found."""
    for touch in dict.fromkeys(touch for touch in touched if touch[0] == "library"):
        missing = FactStatement(next(names), touch[2], FINDING, (None,))
        yield Pin((LibraryStatement(next(names), touch[1]),), ((missing,),))


def _holding(path: str, value: Scalar, names: Iterator[int]) -> tuple[Statement, ...]:
    literal = LiteralStatement(next(names), value)
    return literal, StateStatement(next(names), path, literal.id)


def _doubled(path: str, names: Iterator[int]) -> Drive:
    double = DoubleStatement(next(names))
    return double, StateStatement(next(names), path, double.id)
