"""Builtin functions in place of stubs and of functions of the subject."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.model.statements import ReferenceStatement, Statement, StubStatement, TestCase
from testloom.model.subject import Subject
from testloom.search.minimisation.conformance import is_well_typed
from testloom.search.minimisation.removal import with_statement
from testloom.search.providers.values.functions import FUNCTIONS


def usual_functions(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a builtin function in place of a stub, where it is of the type that is wanted.

    The first that will do is the same in all tests; it also stands in for other functions.
    """
    for index, statement in enumerate(case.statements):
        variants = [with_statement(case, index, plainer) for plainer in _functions_before(statement, subject)]
        yield from (variant for variant in variants if is_well_typed(variant, subject))


def _functions_before(statement: Statement, subject: Subject) -> Iterator[Statement]:
    """The builtin functions that are plainer than one that is handed over."""
    known = tuple(FUNCTIONS)
    match statement:
        case StubStatement(is_async=False):
            plainer = known
        case ReferenceStatement(path=path) if path in FUNCTIONS:
            plainer = known[: known.index(path)]
        case ReferenceStatement(path=path) if (own := subject.callables.get(path)) and own.kind == "function":
            plainer = known
        case _:
            plainer = ()
    return (ReferenceStatement(statement.id, path) for path in plainer)
