"""What functions that make one kind of value ask of the factory that makes all kinds, and that calls them."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Protocol

from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import Scalar, TypeRef
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.experience.lacks import Lacks
from testloom.search.breeding.experience.last_resort import LastResort
from testloom.search.breeding.experience.makers import Makers
from testloom.search.inputs.values import ValueSource


class ValueMaker(Protocol):
    """Appends values to a draft, and tells their ids; `TestFactory` is one."""

    subject: Subject
    rng: Random
    values: ValueSource
    last_resort: LastResort
    makers: Makers
    lacks: Lacks
    real: Collection[str]

    def next_id(self) -> int:
        """An id that no statement of the search has."""
        ...

    def value(self, draft: Draft, kind: TypeRef, depth: int = 0) -> int:
        """A value of a type, new or one that the draft has; `depth` values contain it."""
        ...

    def new_value(self, draft: Draft, kind: TypeRef, depth: int, *, is_receiver: bool = False) -> int:
        """A new value of a type; `is_receiver` is the object under test, which is no double."""
        ...

    def argument(self, draft: Draft, parameter: Parameter, depth: int) -> int:
        """A value for a parameter."""
        ...

    def arguments(self, draft: Draft, called: Callable, depth: int) -> tuple[list[int], dict[str, int]]:
        """Values for the parameters of a callable, by position and by keyword."""
        ...

    def instance(self, draft: Draft, class_id: str, depth: int, *, is_receiver: bool = False) -> int:
        """An instance of a class."""
        ...

    def lent(self, draft: Draft, class_id: str, *, is_needed: bool = False) -> int | None:
        """An instance that other tests have made, if one is due or nothing else will do."""
        ...

    def double(self, draft: Draft, spec: str, names: tuple[str, ...] = ()) -> int:
        """A double for an instance of a class, or for an object that offers names."""
        ...

    def doubles_buildable(self) -> bool:
        """Whether to double what could be built."""
        ...

    def literal(self, draft: Draft, value: Scalar) -> int:
        """A literal."""
        ...

    def reference(self, draft: Draft, path: str) -> int:
        """A name that a module holds (`builtins:len`)."""
        ...

    def call(self, draft: Draft, called: Callable, depth: int = 0, receiver: int | None = None) -> int:
        """What a call of the subject returns; its arguments are made, too, and a receiver unless given."""
        ...
