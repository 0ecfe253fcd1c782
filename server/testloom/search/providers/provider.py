"""The shape of a value provider."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import ClassVar

from testloom.model.capabilities import Aspect
from testloom.model.statements import Statement
from testloom.model.subject import Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.inputs.plausibility import plausible_types


class ValueProvider(Aspect):
    """Makes values of some types.

    A type is a `TypeRef`: its name is `int`, `str`, `list`, `callable`, `any`, or the like, for a class
    `module:Qual`; its `args` are those of a generic. `name` is how reports call the provider. `types` are the
    names of those that no plain value does for, `calls` what it calls beside the subject and the standard
    library.
    """

    name: str
    types: ClassVar[Set[str]] = frozenset()
    calls: ClassVar[Set[str]] = frozenset()

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """The type of a parameter, if the provider knows more of it than its annotation says."""
        return None

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """The type of what one of its `calls` returns; None if the code under test has no use for that."""
        return TypeRef(path)

    def suits(self, path: str, wanted: Sequence[TypeRef], subject: Subject) -> bool:
        """Whether what one of its `calls` returns may stand where some types are wanted."""
        return True

    def prepares(self, path: str, subject: Subject) -> bool:
        """Whether a call does something to a value that a test needs, so that it stays with the value."""
        return False

    def more_statements(self, subject: Subject) -> int:
        """How many statements a test with such a value takes beyond those that other tests take."""
        return 0

    def plain(self, kind: TypeRef, fresh: int) -> Sequence[Statement]:
        """The statements that make the plainest value of one of its `types`; their ids begin with `fresh`."""
        return ()

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """How often it is chosen for a type: 1.0 is as often as what Testloom makes itself, 0.0 never.

        It is asked once for each type, and once more for the object under test (`builder.is_receiver`).
        """
        return 0.0

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Whether nobody else should make values of a type, since none would be as good."""
        return False

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Append the statements that make a value of a type it offers; returns the id of the value."""
        raise NotImplementedError


def provider_of(path: str, subject: Subject) -> ValueProvider | None:
    """The provider that calls something which belongs neither to the subject nor to the standard library."""
    return next((known for known in subject.capabilities.of(ValueProvider) if path in known.calls), None)


def told_type(parameter: Parameter, subject: Subject, built_in: Iterable[ValueProvider] = ()) -> TypeRef:
    """The type of a parameter: what a provider knows of it, else what its annotation says.

    Those of capabilities know their own values better than the `built_in` ones.
    """
    asked = (*subject.capabilities.of(ValueProvider), *built_in)
    told = (known.kind_of(parameter, subject) for known in asked)
    return next((kind for kind in told if kind is not None), parameter.type)


def likely_types(parameter: Parameter, subject: Subject) -> list[TypeRef]:
    """The class that a provider tells by what is done with a parameter, else the plausible types."""
    told = told_type(parameter, subject)
    return [told] if told.is_class else plausible_types(parameter, subject)


def prepares(statement: Statement, subject: Subject) -> bool:
    """Whether a statement does something to a value of a provider that a test needs."""
    path = getattr(statement, "callable", "")
    return any(known.prepares(path, subject) for known in subject.capabilities.of(ValueProvider))
