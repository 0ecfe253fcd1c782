"""Removal of statements from test cases, always with the statements that depend on them."""

from __future__ import annotations

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    FunctionStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.search.providers.inputs.types.library import OPEN_FILES, is_of_library

_PASSIVE = (
    LiteralStatement
    | CollectionStatement
    | ReferenceStatement
    | DoubleStatement
    | StubStatement
    | FunctionStatement
)


def without(case: TestCase, index: int) -> TestCase:
    """Remove a statement from the test case, and all that depend on it."""
    gone = {case.statements[index].id}
    kept: list[Statement] = []
    for position, statement in enumerate(case.statements):
        if position == index or gone.intersection(statement.references):
            gone.add(statement.id)
        else:
            kept.append(statement)
    return TestCase(tuple(kept))


def without_unused(case: TestCase) -> TestCase:
    """Remove literals, collections, references and library values that nothing uses."""
    used: set[int] = set()
    kept: list[Statement] = []
    for statement in reversed(case.statements):
        if not _is_passive(statement) or statement.id in used:
            used.update(statement.references)
            kept.append(statement)
    return TestCase(tuple(reversed(kept)))


def with_statement(case: TestCase, index: int, statement: Statement) -> TestCase:
    """Put a statement in the place of another, without what nothing uses then."""
    return without_unused(case.replaced(index, statement))


def _is_passive(statement: Statement) -> bool:
    """Whether a statement makes a value and does nothing else."""
    match statement:
        case ClassStatement():
            return not statement.may_act
        case CallStatement(callable=path, receiver=None):
            return is_of_library(path) and path not in OPEN_FILES
    return isinstance(statement, _PASSIVE)


def connected(case: TestCase, subject: Subject) -> TestCase:
    """Remove statements that are unrelated to the last one.

    The values that it uses stay, earlier uses of those of them that may change, and calls of functions
    that change module state which others read.
    """
    fixed = {s.id for s in case.statements if isinstance(s, LiteralStatement | ReferenceStatement)}
    needed = {statement.id for statement in case.statements[-1:]}
    read: set[str] = set()
    kept: list[Statement] = []
    for statement in reversed(case.statements):
        used = set(statement.references)
        reads, writes = _state_of(statement, subject)
        is_about = bool((used & needed) - fixed) or not read.isdisjoint(writes)
        if statement.id in needed or is_about or isinstance(statement, EnvironmentStatement):
            kept.append(statement)
            needed |= used
            read |= reads
    return TestCase(tuple(reversed(kept)))


def _state_of(statement: Statement, subject: Subject) -> tuple[set[str], set[str]]:
    """The names of its module that a called function looks at, and that it changes."""
    called = subject.callables.get(statement.callable) if isinstance(statement, CallStatement) else None
    if called is None or called.kind != "function":
        return set(), set()
    return called.qualified(called.reads), called.qualified(called.writes)
