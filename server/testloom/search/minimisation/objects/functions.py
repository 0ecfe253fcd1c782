"""Functions that only answer in place of doubles, and builtin functions in place of those."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.model.statements import (
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.environment import MODULES, StateStatement
from testloom.model.subject import Subject
from testloom.search.minimisation.removal import with_statement
from testloom.search.minimisation.values.conformance import is_well_typed
from testloom.search.providers.values.functions import FUNCTIONS

CALL = "()"
RETURNED = (True, None, "a", 1)
"""What a function may return in place of a double that would return another one, which is true."""
PLAIN = (LiteralStatement, CollectionStatement, ReferenceStatement)


def stubs_for_doubles(case: TestCase, _: Subject) -> Iterator[TestCase]:
    """Yield test cases with a function that only answers in place of a double that is only called.

    A reader sees what it returns, and it offers nothing else. Without answers, a double is taken for
    a function only where it replaces something that the subject looks up: an argument may have attributes.
    """
    plain = {s.id for s in case.statements if isinstance(s, PLAIN)}
    places = {s.value: s.path for s in case.statements if isinstance(s, StateStatement)}
    for index, double in enumerate(case.statements):
        if not isinstance(double, DoubleStatement) or not _is_only_called(double):
            continue
        is_module = places.get(double.id, "").startswith(MODULES)
        if is_module or not (double.answers or double.id in places):
            continue
        answers = tuple([answer.value for answer in double.answers])
        raised = tuple(dict.fromkeys(answer.value for answer in double.answers if answer.raises))
        if not answers:
            for value in RETURNED:
                answer = LiteralStatement(case.fresh_id, value)
                yield case.replaced(index, answer, StubStatement(double.id, (answer.id,)))
        elif plain.issuperset(set(answers).difference(raised)):
            yield case.replaced(index, StubStatement(double.id, answers, raised))


def _is_only_called(double: DoubleStatement) -> bool:
    """Whether a double of nothing in particular offers no attributes, and is not asked for certain calls."""
    told = all(answer.path == CALL and answer.question is None for answer in double.answers)
    return told and not (double.spec or double.names or double.orders)


def usual_functions(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a builtin function in place of a stub, where it is of the type that is wanted.

    The first that will do is the same in all tests; it also stands in for other functions. What replaces a
    function that the subject looks up says what it returns.
    """
    replacing = {s.value for s in case.statements if isinstance(s, StateStatement)}
    for index, statement in enumerate(case.statements):
        if statement.id in replacing:
            continue
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
