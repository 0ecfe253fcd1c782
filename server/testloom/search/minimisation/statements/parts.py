"""Statements with fewer parts: arguments, items, answers, steps."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    FunctionStatement,
    InvokeStatement,
    LiteralStatement,
    StubStatement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.search.minimisation.applications import said_by_applications
from testloom.search.minimisation.objects.classes import smaller_class
from testloom.search.minimisation.plainness.plain import PLAIN_VALUES
from testloom.search.minimisation.removal import with_statement, without_unused
from testloom.search.minimisation.statements.at_once import halved
from testloom.search.minimisation.values.arguments import IN_MEMORY, with_fewer_arguments
from testloom.search.providers.callables.command_lines import takers


def fewer_arguments(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases without an argument that is not needed, or one of several items or answers."""
    said = said_by_applications(case)
    for index, statement in enumerate(case.statements):
        if isinstance(statement, CallStatement):
            lines = {taker.given for taker in takers(case, subject) if taker.index == index}
            yield from (
                with_statement(case, index, call) for call in with_fewer_arguments(statement, subject, lines)
            )
        elif isinstance(statement, InvokeStatement):
            yield from (with_statement(case, index, shorter) for shorter in _shorter_invocations(statement))
        elif isinstance(statement, EnterStatement) and statement.error is not None:
            yield with_statement(case, index, statement.replace(error=None))
        elif isinstance(statement, DoubleStatement):
            yield from (with_statement(case, index, smaller) for smaller in _smaller_doubles(statement))
        elif isinstance(statement, StubStatement):
            yield from _plainer_stub(case, index, statement)
        elif isinstance(statement, FunctionStatement):
            yield from _plainer_function(case, index, statement)
        elif isinstance(statement, ClassStatement):
            yield from (with_statement(case, index, smaller) for smaller in smaller_class(statement))
        elif isinstance(statement, CollectionStatement) and statement.id not in said:
            yield from (with_statement(case, index, shorter) for shorter in _shorter_collections(statement))


def _smaller_doubles(double: DoubleStatement) -> Iterator[DoubleStatement]:
    """The double without one answer, or without some of the names that it offers; it keeps one of these.

    A mock that is set to answer with another one does not, unless it offers the name.
    """
    for answer in double.answers:
        yield double.replace(answers=tuple(other for other in double.answers if other is not answer))
    answered = {answer.path.partition(".")[0].removesuffix("()") for answer in double.answers}
    for few in halved(tuple(name for name in double.names if name not in answered)):
        if len(few) < len(double.names):
            yield double.replace(names=tuple(name for name in double.names if name not in few))


def _shorter_invocations(invoked: InvokeStatement) -> Iterator[InvokeStatement]:
    for name, _ in invoked.kwargs:
        yield invoked.replace(kwargs=tuple(pair for pair in invoked.kwargs if pair[0] != name))
    if invoked.args:
        yield invoked.replace(args=invoked.args[:-1])


def _shorter_collections(collection: CollectionStatement) -> Iterator[CollectionStatement]:
    step = 2 if collection.kind == "dict" else 1
    first = 0 if len(collection.items) > step else step
    for place in range(first, len(collection.items), step):
        items = collection.items[:place] + collection.items[place + step :]
        yield collection.replace(items=items)


def _plainer_stub(case: TestCase, index: int, stub: StubStatement) -> Iterator[TestCase]:
    """With one answer less, or a plain one in place of another object."""
    for place in range(len(stub.answers) if len(stub.answers) > 1 else 0):
        yield with_statement(case, index, stub.answering(stub.answers[:place] + stub.answers[place + 1 :]))
    plain = {s.id for s in case.statements if isinstance(s, LiteralStatement)}
    fresh = LiteralStatement(case.fresh_id, PLAIN_VALUES[0])
    for answer in stub.answers:
        if answer not in plain and answer not in stub.raises:
            told = stub.answering(fresh.id if one == answer else one for one in stub.answers)
            yield without_unused(case.replaced(index, fresh, told))


def _plainer_function(case: TestCase, index: int, function: FunctionStatement) -> Iterator[TestCase]:
    """With one step less, or a plain value in place of another object that is yielded or returned."""
    steps = function.steps
    for place in range(len(steps)):
        rest = function.doing(steps[:place] + steps[place + 1 :])
        if function.never_yields or not rest.never_yields:
            yield with_statement(case, index, rest)
    plain = {s.id for s in case.statements if isinstance(s, LiteralStatement)}
    fresh = LiteralStatement(case.fresh_id, PLAIN_VALUES[0])
    for place, step in enumerate(steps):
        if step.kind in ("yield", "return") and step.value not in plain:
            told = function.doing((*steps[:place], step.replace(value=fresh.id), *steps[place + 1 :]))
            yield without_unused(case.replaced(index, fresh, told))


def emptied(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a collection of objects empty, or with a stream in memory that is empty.

    The objects stay for now: making them is none of the subject's work. Nobody reads the stream then.
    """
    plain = {s.id for s in case.statements if isinstance(s, LiteralStatement)}
    for index, statement in enumerate(case.statements):
        if isinstance(statement, CollectionStatement) and not plain.issuperset(statement.items):
            yield case.replaced(index, statement.replace(items=()))
        if isinstance(statement, CallStatement) and statement.callable in IN_MEMORY and statement.args:
            yield with_statement(case, index, statement.replace(args=()))
