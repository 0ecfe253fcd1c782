"""The knowledge of a search: its subject, and what it learned of types, objects, makers, providers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random

from testloom.model.execution import ExecutionResult, Watched
from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    EnterStatement,
    FunctionStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.texts.names import is_hash
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.built_in import built_in
from testloom.search.providers.callables.callers import Callers
from testloom.search.providers.callables.pair_calls import UNIT, PairCalls
from testloom.search.providers.callables.preparers import Preparers
from testloom.search.providers.calls import Calls
from testloom.search.providers.choice import Choice
from testloom.search.providers.classes import kinds
from testloom.search.providers.draft import Draft
from testloom.search.providers.experience.experience import Experience
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.inputs.command_lines import CommandLines
from testloom.search.providers.inputs.documents import samples
from testloom.search.providers.inputs.types.library import LIBRARY
from testloom.search.providers.inputs.types.plausibility import (
    attributes_asked,
    plausible_types,
    record_for,
    types_with,
)
from testloom.search.providers.inputs.types.records import RECORD, keys_in
from testloom.search.providers.inputs.values import ValueSource, type_of_literal
from testloom.search.providers.provider import ValueProvider, told_type
from testloom.search.providers.targets import Targets
from testloom.search.providers.values.collecting import COLLECTION_TYPES
from testloom.search.providers.values.functions import CALLABLE


class Knowledge:
    """What is known of one subject; `targets` are the callables that the test cases are about."""

    def __init__(self, subject: Subject, targets: Sequence[str], rng: Random, pair: PairCalls = UNIT) -> None:
        self.subject = subject
        self.targets = Targets.of(subject, targets, pair)
        self.pair = pair
        self.rng = rng
        self.ids: Iterator[int] = itertools.count(1)
        self.values = ValueSource.of(subject, rng)
        self.values.samples = samples(self.values)
        self.command_lines = CommandLines(self.values)
        self.has_limits = any(called.rejects for called in subject.callables.values())
        self.looked_up = keys_in(subject.callables.values())
        self._built_in = built_in(subject)
        self.providers = (*self._built_in, *subject.capabilities.of(ValueProvider))
        self.choice = Choice(self.providers, plain=self._built_in[-1])
        self.calls = Calls(subject)
        self.callers = Callers(subject)
        self.preparers = Preparers(subject)
        self.experience = Experience(subject)
        self.last_resort = LastResort()
        self._callers = {path: provider for provider in self.providers for path in provider.calls}
        self._records: dict[tuple[str, ...], TypeRef | None] = {}
        self._kinds: dict[Parameter, TypeRef] = {}

    def next_id(self) -> int:
        """Create an id that no statement of this search has."""
        return next(self.ids)

    def learn(self, case: TestCase, seen: Watched) -> None:
        """Take what a test has shown while it was watched."""
        self.experience.learn(case, seen)
        self.values.learn_names(seen.named)

    def note_result(self, case: TestCase, result: ExecutionResult, is_presentable: bool) -> None:
        """Learn from what became of a test."""
        if result.end == "passed":
            self.command_lines.note_passed(case)
        if result.exception is not None and result.exception.first.through:
            self.last_resort.note_failure(result.exception.first.through)
        self.experience.note_result(case, result, is_presentable)

    def note_success(self, case: TestCase, *, has_passed: bool = True) -> None:
        """Learn that a test covers what none did before."""
        self.experience.note_success(case, has_passed=has_passed)
        self.calls.note_success(case)

    def builder(self, statements: Sequence[Statement] = ()) -> Builder:
        """Create the builder of a test case that begins with the given statements."""
        return Builder(Draft(list(statements), self.type_of), self)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a new value of a type, by the provider that is chosen for it."""
        return self.choice.provider(kind, builder).make(kind, builder)

    def is_settled(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether a provider alone makes the values of a type."""
        return self.choice.is_settled(kind, builder)

    def call(self, called: Callable, builder: Builder, receiver: int | None) -> int:
        """Add a call of the subject; its arguments are made, too, and a receiver unless given."""
        return self.calls.add(called, builder, receiver)

    def called(self, callable_id: str) -> Callable | None:
        """Return the callable of that id; for classes of the standard library, refined by known facts."""
        return LIBRARY.get(callable_id) or self.subject.callables.get(callable_id)

    def type_of(self, statement: Statement) -> TypeRef | None:
        """Return the type of the value that a statement yields; None if it yields none."""
        match statement:
            case LiteralStatement(value=value):
                return type_of_literal(value)
            case CollectionStatement(kind=kind):
                return COLLECTION_TYPES[kind]
            case CallStatement(callable=callable_id):
                return self.returned(callable_id)
            case ReferenceStatement(path=path):
                owner = path.rpartition(".")[0]
                return TypeRef(owner) if owner in self.subject.classes else TypeRef("callable")
            case ClassStatement():
                return kinds.type_of_class(statement)
            case StubStatement():
                return TypeRef(CALLABLE)
            case FunctionStatement() | AttributeStatement() | InvokeStatement() | EnterStatement():
                return ANY
            case _:
                return None

    def returned(self, callable_id: str) -> TypeRef | None:
        """Return the type of the result of a call; None if a test has no use for it, as for a hash."""
        if is_hash(callable_id):
            return None
        called = self.subject.callables.get(callable_id)
        if called is None:
            provider = self._callers.get(callable_id)
            return TypeRef(callable_id) if provider is None else provider.returned(callable_id, self.subject)
        if called.kind == "constructor":
            return TypeRef(called.id)
        if called.returns.name == CALLABLE:
            return TypeRef("function")  # it is to be called, not passed as an argument
        seen = self.experience.learned.returned(callable_id) if called.returns.name == "any" else None
        return called.returns if seen is None else seen.type

    def kind_of(self, parameter: Parameter) -> TypeRef:
        """Return the type of a parameter, refined by what a provider knows of it."""
        if parameter not in self._kinds:
            self._kinds[parameter] = told_type(parameter, self.subject, self._built_in)
        return self._kinds[parameter]

    def plausible_types(self, parameter: Parameter) -> list[TypeRef]:
        """List the plausible types of a parameter without an informative annotation."""
        told = self.experience.missed_keys.told(parameter)
        kinds = plausible_types(parameter, self.subject)
        learned = self.record_for(parameter) if told is not parameter else None
        if learned is None:
            return kinds
        return [learned, *(kind for kind in kinds if kind.name not in (RECORD, "dict"))]

    def types_with(self, attribute: str) -> list[TypeRef]:
        """List the types whose values have an attribute, those of objects found in tests first."""
        found = map(TypeRef, self.experience.finds.offering((attribute,)))
        return list(dict.fromkeys((*found, *types_with(attribute, self.subject))))

    def found_types(self, parameter: Parameter) -> list[TypeRef]:
        """List types of objects found in tests that offer the attributes that a body uses of a parameter."""
        return list(map(TypeRef, self.experience.finds.offering(attributes_asked(parameter.uses))))

    def record_for(self, parameter: Parameter) -> TypeRef | None:
        """Return the dictionary, or list of such, in which a body looks up keys; None if it uses more."""
        told = self.experience.missed_keys.told(parameter)
        if told.uses not in self._records:
            self._records[told.uses] = record_for(told, self.subject)
        return self._records[told.uses]
