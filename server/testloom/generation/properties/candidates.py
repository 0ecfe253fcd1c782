"""Functions that may have a property, according to their names and types; nothing is run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from testloom.generation.properties.strategies import STRATEGIES, Strategy
from testloom.model.properties import Law, Property
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Subject
from testloom.model.types import Scalar
from testloom.search import writers_for

GIVEN, FIRST, SECOND = 1, 2, 3
"""The ids of the statements of a test case."""
UNKNOWN = ("str", "bytes", "int")
"""The types of values that are tried for a parameter without an annotation."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two calls that may obey a law: `first`, and `second` with the result of `first`."""

    law: Law
    first: Callable
    second: Callable

    @property
    def strategies(self) -> Iterator[Strategy]:
        """What the first function may be given, for each type the widest first."""
        name = self.first.parameters[0].type.name
        for known in UNKNOWN if name == "any" else (name,):
            yield from STRATEGIES.get(known, ())

    def case(self, value: Scalar) -> TestCase:
        """Build the test case for a value."""
        return TestCase(
            (
                LiteralStatement(GIVEN, value),
                _call(FIRST, self.first, GIVEN),
                _call(SECOND, self.second, FIRST),
            )
        )

    def stated(self, strategy: Strategy) -> Property:
        """Build the property for all values of a strategy."""
        return Property(self.law, strategy.source, strategy.type)


def candidates(subject: Subject, functions: frozenset[str]) -> Iterator[Candidate]:
    """Pairs of which one writes what the other reads, and functions whose result they take themselves.

    One of them has to be among the `functions`, by their qualified names.
    """
    simple = [known for known in subject.callables.values() if _is_simple(known)]
    for reader in simple:
        for writer in writers_for(reader, subject):
            if _is_simple(writer) and not functions.isdisjoint({reader.qualname, writer.qualname}):
                yield Candidate("inverse", writer, reader)
    for function in simple:
        if function.qualname in functions and _may_be_given_its_result(function):
            yield Candidate("idempotent", function, function)
            yield Candidate("inverse", function, function)


def _is_simple(known: Callable) -> bool:
    """Whether a callable is a public function that can be called with one argument."""
    first, *others = known.parameters or (None,)
    return (
        known.kind == "function"
        and known.in_subject
        and not (known.is_private or known.is_coroutine or known.is_generator)
        and first is not None
        and first.kind in ("positional", "either", "keyword")
        and all(other.has_default or other.kind in ("args", "kwargs") for other in others)
    )


def _may_be_given_its_result(function: Callable) -> bool:
    given, returned = function.parameters[0].type.name, function.returns.name
    return given in (*STRATEGIES, "any") and returned in (given, "any")


def _call(id_: int, function: Callable, argument: int) -> CallStatement:
    first = function.parameters[0]
    if first.kind == "keyword":
        return CallStatement(id_, function.id, kwargs=((first.name, argument),))
    return CallStatement(id_, function.id, args=(argument,))
