"""The builder with which a value provider makes values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import Protocol

import msgspec

from testloom.model.statements import (
    Answer,
    AttributeStatement,
    CallStatement,
    CollectionKind,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
)
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.providers.callables.pair_calls import PairCalls
from testloom.search.providers.callables.preparers import Preparers
from testloom.search.providers.draft import Draft
from testloom.search.providers.experience.experience import Experience
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.inputs.command_lines import CommandLines
from testloom.search.providers.inputs.types.records import is_told
from testloom.search.providers.inputs.values import ValueSource, type_of_literal

MAX_DEPTH = 4
MOST_STATEMENTS = 300
"""The number of statements from which on parts of values are plain: nested parts would have no end."""
REUSE = 0.3
MOST_ATTRIBUTES = 6
FOUND = 0.4
"""The probability that an object found by tests is considered where others can be made."""
ANEW = 0.4
"""The probability that such an object is taken from another call of the same function."""


class Known(Protocol):
    """The knowledge available where a value is made; `Knowledge` is all that a search knows."""

    subject: Subject
    rng: Random
    ids: Iterator[int]
    values: ValueSource
    command_lines: CommandLines
    last_resort: LastResort
    preparers: Preparers
    experience: Experience
    pair: PairCalls

    def kind_of(self, parameter: Parameter) -> TypeRef:
        """Return the type of a parameter, refined by what a provider knows of it."""
        ...

    def plausible_types(self, parameter: Parameter) -> list[TypeRef]:
        """List the plausible types of a parameter without an informative annotation."""
        ...

    def found_types(self, parameter: Parameter) -> list[TypeRef]:
        """List types of objects seen in tests that offer what a body uses of a parameter."""
        ...

    def record_for(self, parameter: Parameter) -> TypeRef | None:
        """Return the dictionary, or list of such, in which a body looks up keys; None if it uses more."""
        ...

    def called(self, callable_id: str) -> Callable | None:
        """Return the callable of that id; for classes of the standard library, refined by known facts."""
        ...

    def returned(self, callable_id: str) -> TypeRef | None:
        """Return the type of the result of a call; None if a test has no use for it."""
        ...

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a new value of a type, by the provider that is chosen for it."""
        ...

    def is_settled(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether a provider alone makes the values of a type."""
        ...

    def call(self, called: Callable, builder: Builder, receiver: int | None) -> int:
        """Add a call of the subject; its arguments are made, too, and a receiver unless given."""
        ...


class Builder(msgspec.Struct, frozen=True):
    """Appends statements to a test case under construction; a value is its statement's id.

    Attributes:
        draft: the statements so far.
        knowledge: what the search knows of the subject, and what it has learned.
        depth: the number of values that contain the value under construction.
        is_receiver: whether that value is the object under test, which is not a double.
    """

    draft: Draft
    knowledge: Known
    depth: int = 0
    is_receiver: bool = False

    @property
    def rng(self) -> Random:
        """The source of chance: a search with the same seed makes the same choices."""
        return self.knowledge.rng

    @property
    def subject(self) -> Subject:
        """What is known of the code under test."""
        return self.knowledge.subject

    def at(self, depth: int) -> Builder:
        """Create a builder for the parts of values at that depth."""
        return Builder(self.draft, self.knowledge, depth)

    def within(self) -> Builder:
        """Create a builder for the parts of the value."""
        return Builder(self.draft, self.knowledge, self.depth + 1)

    def next_id(self) -> int:
        """Create an id that no statement of the search has."""
        return next(self.knowledge.ids)

    def add(self, statement: Statement, kind: TypeRef | None = None) -> int:
        """Append a statement, with its type if that is known; returns its id."""
        return self.draft.add(statement, kind)

    def literal(self, value: Scalar) -> int:
        """Add a plain value: a number, a string, bytes, a truth value or None."""
        return self.draft.add(LiteralStatement(self.next_id(), value), type_of_literal(value))

    def reference(self, path: str) -> int:
        """Add a reference to a name of a module, `module:Qual.NAME`: a constant, a class, an enum member."""
        return self.draft.add(ReferenceStatement(self.next_id(), path), TypeRef("callable"))

    def collection(self, kind: CollectionKind, *items: int) -> int:
        """Add a collection of values; those of a dict are key, value, key, value, and so on."""
        return self.draft.add(CollectionStatement(self.next_id(), kind, items), TypeRef(kind))

    def call(self, path: str, /, *args: int, receiver: int | None = None, **kwargs: int) -> int:
        """Add a call of `module:Qual.name`; of a method, the `receiver` is its object."""
        called = self.subject.callables.get(path)
        kind = ANY if called is None else called.returns
        is_constructor = called is None or called.kind == "constructor"
        made = CallStatement(self.next_id(), path, receiver, args, tuple(kwargs.items()))
        return self.draft.add(made, TypeRef(path) if is_constructor and receiver is None else kind)

    def call_of(self, called: Callable, receiver: int | None = None) -> int:
        """Add a call of the subject; its arguments are made, too, and a receiver unless given."""
        return self.knowledge.call(called, self, receiver)

    def attribute(self, value: int, name: str) -> int:
        """Add a read of an attribute of a value."""
        return self.draft.add(AttributeStatement(self.next_id(), value, name), ANY)

    def value(self, kind: TypeRef, depth: int | None = None) -> int:
        """Make a value of another type, or reuse one that the test has.

        Without `depth`, it is a part of the value being made.
        """
        depth = self.depth + 1 if depth is None else depth
        fitting = self.draft.of_type(kind) if kind.limits is None and self.rng.random() < REUSE else []
        if fitting:
            return self.rng.choice(fitting)
        is_full = depth > 1 and len(self.draft.statements) >= MOST_STATEMENTS
        if is_full or (depth > MAX_DEPTH and not is_told(kind)):
            return self.literal(self.knowledge.values.literal(kind.name))
        return self.knowledge.make(kind, self.at(depth))

    def another(self, kind: TypeRef) -> int:
        """Make a new value of another type at the same depth."""
        return self.knowledge.make(kind, self.at(self.depth))

    def receiver(self, class_id: str) -> int:
        """Make an instance of a class as the object under test, which is not a double."""
        return self.knowledge.make(TypeRef(class_id), Builder(self.draft, self.knowledge, self.depth, True))

    def is_settled(self, kind: TypeRef) -> bool:
        """Check whether a provider alone makes the values of a type."""
        return self.knowledge.is_settled(kind, self)

    def double(self, spec: str = "", names: tuple[str, ...] = ()) -> int:
        """Add a double for an instance of a class, or for an object that offers names.

        A class does not say by itself which attributes its instances have; the double gets the known
        ones, and return values of the right types for methods that were called on such doubles.
        """
        inner = self.at(MAX_DEPTH)
        if spec and inner.is_settled(TypeRef(spec)):
            return inner.another(TypeRef(spec))
        known = self.subject.classes.get(spec)
        own = list(known.assignable.items())[:MOST_ATTRIBUTES] if known is not None else ()
        due = self.knowledge.experience.learned.answers_due(spec, self.subject)
        answers = tuple(Answer(name, self.value(kind, depth=MAX_DEPTH)) for name, kind in [*own, *due])
        return self.draft.add(DoubleStatement(self.next_id(), spec, names, answers))

    def doubles_buildable(self) -> bool:
        """Check whether to double an object that could be built."""
        return self.knowledge.last_resort.doubles_buildable(self.rng)

    def lent(self, class_id: str, *, is_needed: bool = False) -> int | None:
        """Add an instance of a class that other tests have built or found, if one is due.

        Where nothing else makes one, such an instance is due unless a double is.
        """
        known, loan = self.knowledge, None
        loans, finds = known.experience.loans, known.experience.finds
        if not is_needed:
            loan = loans.draw(class_id, known.rng, known.ids)
        if loan is None and class_id in finds.offers:
            if is_needed and not self.doubles_buildable():
                loan = finds.shortest(class_id, known.rng, known.ids)
            elif not is_needed and known.rng.random() < FOUND:
                loan = finds.draw(class_id, known.rng, known.ids)
        if loan is None:
            return None
        anew, rest = self._begun_anew(loan.statements)
        for statement in rest:
            kind = TypeRef(class_id) if statement.id == loan.value else None
            self.draft.add(statement.substituted(anew), kind)
        return anew.get(loan.value, loan.value)

    def _begun_anew(self, loan: Sequence[Statement]) -> tuple[dict[int, int], Sequence[Statement]]:
        """Now and then call the function anew that a loan begins with, if that takes plain values.

        Returns the id of the result by that of the one in the loan, and the statements that are left.
        """
        given = list(takewhile(lambda statement: isinstance(statement, LiteralStatement), loan))
        begun = next(iter(loan[len(given) :]), None)
        path = begun.callable if isinstance(begun, CallStatement) else ""
        called = self.subject.callables.get(path)
        if begun is None or called is None or called.kind != "function" or self.rng.random() >= ANEW:
            return {}, loan
        rest = loan[len(given) + 1 :]
        used = {reference for statement in rest for reference in statement.references}
        kept = [statement for statement in given if statement.id in used]
        return {begun.id: self.call_of(called)}, [*kept, *rest]

    def something(self, value: int) -> int:
        """Return the value, or a string if it is None: private callables never get None."""
        is_none = self.draft.types.get(value, ANY).name == "none"
        return self.literal(self.knowledge.values.literal("str")) if is_none else value
