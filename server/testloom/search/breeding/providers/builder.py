"""What a value provider makes values with."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    CollectionKind,
    CollectionStatement,
    Statement,
)
from testloom.model.subject import Subject
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.values.value_maker import ValueMaker


@dataclass(frozen=True, slots=True)
class Builder:
    """Appends statements to a test case under construction; a value is the id of the statement that makes it.

    Attributes:
        draft: the statements so far.
        maker: makes values of any type, of all that the search knows.
        depth: how many values contain the one that is made.
        is_receiver: whether it is the object under test, which is no double.
    """

    draft: Draft
    maker: ValueMaker
    depth: int = 0
    is_receiver: bool = False

    @property
    def rng(self) -> Random:
        """The source of chance: a search with the same seed makes the same choices."""
        return self.maker.rng

    @property
    def subject(self) -> Subject:
        """What is known of the code under test."""
        return self.maker.subject

    def literal(self, value: Scalar) -> int:
        """A plain value: a number, a text, bytes, a truth value or None."""
        return self.maker.literal(self.draft, value)

    def reference(self, path: str) -> int:
        """What a module holds under a name, `module:Qual.NAME`: a constant, a class, an enum member."""
        return self.maker.reference(self.draft, path)

    def collection(self, kind: CollectionKind, *items: int) -> int:
        """A collection of values; those of a dict are key, value, key, value, and so on."""
        return self._added(CollectionStatement(self.maker.next_id(), kind, items), TypeRef(kind))

    def call(self, path: str, *args: int, receiver: int | None = None, **kwargs: int) -> int:
        """What a call of `module:Qual.name` returns; of a method, the `receiver` is its object."""
        called = self.subject.callables.get(path)
        kind = ANY if called is None else called.returns
        is_constructor = called is None or called.kind == "constructor"
        named = tuple(kwargs.items())
        made = CallStatement(self.maker.next_id(), path, receiver, args, named)
        return self._added(made, TypeRef(path) if is_constructor and receiver is None else kind)

    def attribute(self, value: int, name: str) -> int:
        """An attribute of a value."""
        return self._added(AttributeStatement(self.maker.next_id(), value, name), ANY)

    def value(self, kind: TypeRef) -> int:
        """A value of another type, made by whatever makes such values."""
        return self.maker.value(self.draft, kind, self.depth + 1)

    def another(self, kind: TypeRef) -> int:
        """A value of another type in the place of this one."""
        return self.maker.new_value(self.draft, kind, self.depth)

    def _added(self, statement: Statement, kind: TypeRef) -> int:
        return self.draft.add(statement, kind)
