"""The names that a test mentions, each as `module:Qual.name`: all of them have to be imported."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Generic, TypeVar

from testloom.model.capabilities import Aspect
from testloom.model.observed import Class, Compared, Instance, Made, Member, Scalar, Value, walk
from testloom.model.properties import GIVEN, SETTINGS, STRATEGIES
from testloom.model.statements import (
    DEFINED,
    CallStatement,
    ClassStatement,
    DoubleStatement,
    FunctionStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
)
from testloom.model.subject import Subject
from testloom.model.suite import (
    AssertedTest,
    Assertion,
    ExceptionAssertion,
    StateAssertion,
    ValueAssertion,
    WarningAssertion,
)
from testloom.model.texts.names import (
    NEEDED,
    held_at,
    home_of,
    is_calls,
    is_fixture,
    is_looked_up,
    is_reading,
)
from testloom.model.types import TypeRef
from testloom.writer.layout.mocks import CALLED, are_known, double_paths, stub_of
from testloom.writer.values.expressions import NAN, is_nan

ANYTHING = "typing:Any"
NO_RETURN = "typing:NoReturn"
UNION = "typing:Union"
S = TypeVar("S", bound=Statement)


class Mentioning(Aspect, Generic[S]):
    """The names mentioned by the statements of a capability, besides the callables that they call."""

    def paths(self, statement: S) -> Iterator[str]:
        """Yield every `module:NAME` that the lines of a statement mention, which the file has to import."""
        yield from ()


def needed_paths(test: AssertedTest, subject: Subject) -> Iterator[str]:
    """Yield every `module:Qual.name` that the test mentions, except its own definitions."""
    elsewhere = {f":{module}" for module in subject.shadowed}
    held = (_held(entry.path) for entry in test.assertions if isinstance(entry, StateAssertion))
    paths = (path for path in (*map(_looked_up, _paths_in(test, subject)), *held) if path not in elsewhere)
    return (path for path in paths if not path.startswith(f"{DEFINED}:"))


def _paths_in(test: AssertedTest, subject: Subject) -> Iterator[str]:
    for statement in test.case.statements:
        yield from subject.capabilities.about(statement, Mentioning).paths(statement)
        yield from _paths_of(statement)
    for assertion in test.assertions:
        yield from _asserted_paths(assertion)
    if test.as_property is not None:
        yield from (GIVEN, SETTINGS, STRATEGIES)


def _paths_of(statement: Statement) -> Iterator[str]:
    if isinstance(statement, ClassStatement):
        yield from class_paths(statement)
    elif isinstance(statement, CallStatement):
        is_written = statement.is_direct and not is_fixture(statement.callable)
        yield from (statement.callable,) if is_written else ()
        yield from (statement.called_by,) if statement.called_by else ()
    elif isinstance(statement, ReferenceStatement):
        yield statement.path
    elif isinstance(statement, DoubleStatement):
        yield from double_paths(statement)
    elif isinstance(statement, StubStatement):
        yield stub_of(statement)
    elif isinstance(statement, FunctionStatement):
        yield from (ANYTHING, hint_of(statement))


def _asserted_paths(assertion: Assertion) -> Iterator[str]:
    if isinstance(assertion, ValueAssertion) and is_calls(assertion.attribute or ""):
        yield from called_paths(assertion.expected)
    elif isinstance(assertion, ValueAssertion | StateAssertion):
        yield from _paths(assertion.expected)
    if isinstance(assertion, ValueAssertion) and is_reading(way := assertion.attribute or ""):
        yield from filter(None, (NEEDED.get(way.partition(" ")[0]),))
    if isinstance(assertion, ExceptionAssertion | WarningAssertion):
        yield assertion.type


def _looked_up(path: str) -> str:
    """The path that is imported: of a path that a test looks up in its home, that home."""
    if path.startswith((":", f"{DEFINED}:")) or not is_looked_up(path):
        return path
    home = home_of(path)
    return home if ":" in home else f":{home}"


def _held(path: str) -> str:
    """The path that is imported to read what a name holds; a module is imported even if it is private."""
    return _looked_up(path) if "." in path.partition(":")[2] else held_at(path)


def _paths(value: Value) -> Iterator[str]:
    for part in walk(value):
        if isinstance(part, Member | Class):
            yield part.path
        elif isinstance(part, Instance | Made):
            yield part.type
        elif isinstance(part, Compared):
            yield part.by
            held = (scalar.value for scalar in walk(part.value) if isinstance(scalar, Scalar))
            yield from (NAN for value in held if is_nan(value))


def called_paths(calls: Value) -> Iterator[str]:
    """Yield every `module:Qual.name` in the arguments of calls.

    For several calls, the name `call` itself is among them.
    """
    made = calls.parts()
    if not are_known(made):
        return
    for path in chain.from_iterable(map(_paths, made)):
        if path != CALLED or len(made) > 1:
            yield path


def class_paths(statement: ClassStatement) -> Iterator[str]:
    """Yield every `module:Qual.name` that the definition of a class mentions."""
    yield from statement.bases
    yield from statement.decorators
    if statement.metaclass:
        yield statement.metaclass
    for member in statement.members:
        if member.type is not None:
            yield from _type_paths(member.type)
        elif member.is_function:
            yield NO_RETURN if member.raises else ANYTHING


def hint_of(statement: FunctionStatement) -> str:
    """Return the annotated return type of a test's function; for a generator, a generator type."""
    if not statement.is_generator:
        return ANYTHING
    return f"collections.abc:{'AsyncGenerator' if statement.is_async else 'Generator'}"


def _type_paths(kind: TypeRef) -> Iterator[str]:
    if kind.name == "any":
        yield ANYTHING
    elif kind.name == "union":
        yield UNION
    elif ":" in kind.name:
        yield kind.name
    for arg in kind.args:
        yield from _type_paths(arg)
