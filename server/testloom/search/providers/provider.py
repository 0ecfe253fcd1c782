"""The interface of a value provider."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from testloom.model.capabilities import Aspect
from testloom.model.statements import Statement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.inputs.types.plausibility import plausible_types


class ValueProvider(Aspect):
    """Makes values of some types.

    A type is a `TypeRef`: its name is `int`, `str`, `list`, `callable`, `any`, or the like, for a class
    `module:Qual`; its `args` are those of a generic. `name` is the provider's name in reports. `types`
    are the names of the types for which no plain value will do, `calls` are the callables that it calls
    besides those of the subject and the standard library.
    """

    name: str
    types: Set[str] = frozenset()
    calls: Set[str] = frozenset()

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Return the type of a parameter, if the provider knows more of it than its annotation says."""
        return None

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """Return the type of the result of one of its `calls`; None if the code under test cannot use it."""
        return TypeRef(path)

    def suits(self, path: str, wanted: Sequence[TypeRef], subject: Subject) -> bool:
        """Check whether the result of one of its `calls` may stand where some types are wanted."""
        return True

    def prepares(self, path: str, subject: Subject) -> bool:
        """Check whether a call prepares a value for a test, so that it has to stay with the value."""
        return False

    def more_statements(self, subject: Subject) -> int:
        """Return how many more statements than others a test with such a value takes."""
        return 0

    def plain(self, kind: TypeRef, fresh: int) -> Sequence[Statement]:
        """Make the plainest value of one of its `types`, as statements; their ids begin with `fresh`."""
        return ()

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Return how often to choose the provider for a type.

        1.0 is as often as Testloom's own providers, 0.0 never. It is asked once for each type, and once
        more for the object under test (`builder.is_receiver`).
        """
        return 0.0

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether only this provider should make values of a type, since no other would be as good."""
        return False

    def held(self, called: Callable, parameter: Parameter, builder: Builder) -> int | None:
        """Choose a value that the test already has as an argument of a call; None if one is to be made."""
        return None

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Append the statements that make a value of a type it offers; returns the id of the value."""
        raise NotImplementedError


def provider_of(path: str, subject: Subject) -> ValueProvider | None:
    """Find the provider of a callable that belongs neither to the subject nor to the standard library."""
    return next((known for known in subject.capabilities.of(ValueProvider) if path in known.calls), None)


def told_type(parameter: Parameter, subject: Subject, built_in: Iterable[ValueProvider] = ()) -> TypeRef:
    """Return the type of a parameter as a provider knows it, else as it is annotated.

    Providers of capabilities know their own values better than the `built_in` ones.
    """
    asked = (*subject.capabilities.of(ValueProvider), *built_in)
    told = (known.kind_of(parameter, subject) for known in asked)
    return next((kind for kind in told if kind is not None), parameter.type)


def held_value(called: Callable, parameter: Parameter, builder: Builder) -> int | None:
    """Choose a value that the test already has as an argument, where a provider knows one; mostly None."""
    asked = builder.subject.capabilities.of(ValueProvider)
    held = (known.held(called, parameter, builder) for known in asked)
    return next((value for value in held if value is not None), None)


def likely_types(parameter: Parameter, subject: Subject) -> list[TypeRef]:
    """List the class that a provider infers from the uses of a parameter, else the plausible types."""
    told = told_type(parameter, subject)
    return [told] if told.is_class else plausible_types(parameter, subject)


def prepares(statement: Statement, subject: Subject) -> bool:
    """Check whether a statement prepares a provider's value for a test."""
    path = getattr(statement, "callable", "")
    return any(known.prepares(path, subject) for known in subject.capabilities.of(ValueProvider))
