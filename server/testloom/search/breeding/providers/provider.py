"""The shape of a value provider."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import ClassVar

from testloom.model.capabilities import Aspect
from testloom.model.statements import Statement
from testloom.model.subject import Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.breeding.providers.builder import Builder


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

    def plain(self, kind: TypeRef, fresh: int) -> Sequence[Statement]:
        """The statements that make the plainest value of one of its `types`; their ids begin with `fresh`."""
        return ()

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """How often it is chosen for a type: 1.0 is as often as what Testloom makes itself, 0.0 never."""
        return 0.0

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Whether nobody else should make values of a type, since none would be as good."""
        return False

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Append the statements that make a value of a type it offers; returns the id of the value."""
        raise NotImplementedError
