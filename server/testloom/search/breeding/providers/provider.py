"""The shape of a value provider."""

from __future__ import annotations

from testloom.model.capabilities import Aspect
from testloom.model.types import TypeRef
from testloom.search.breeding.providers.builder import Builder


class ValueProvider(Aspect):
    """Makes values of some types.

    A type is a `TypeRef`: its name is `int`, `str`, `list`, `callable`, `any`, or the like, for a class
    `module:Qual`; its `args` are those of a generic. `name` is how reports call the provider.
    """

    name: str

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """How often it is chosen for a type: 1.0 is as often as what Testloom makes itself, 0.0 never."""
        return 0.0

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Whether nobody else should make values of a type, since none would be as good."""
        return False

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Append the statements that make a value of a type it offers; returns the id of the value."""
        raise NotImplementedError
