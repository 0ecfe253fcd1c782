"""Calls of the subject, and all that their arguments need."""

from __future__ import annotations

from dataclasses import replace

from testloom.model.statements import (
    Answer,
    AttributeStatement,
    CallStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
)
from testloom.model.subject import Callable, Parameter
from testloom.model.texts.names import is_private
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.breeding.classes import definitions
from testloom.search.breeding.classes.collected import types_of_fields
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.knowledge import Knowledge
from testloom.search.breeding.providers.builder import Builder
from testloom.search.breeding.requests import send
from testloom.search.breeding.values.collecting import COLLECTIONS, texts
from testloom.search.breeding.values.functions import (
    instead_of_outward,
)
from testloom.search.inputs.command_lines import GIVEN, takes_command_line
from testloom.search.inputs.plausibility import (
    DATACLASS,
    is_beyond,
    keywords_for,
    names_asked,
    plausible_types,
    record_for,
)
from testloom.search.inputs.values import type_of_literal

MAX_DEPTH = 4
REUSE = 0.3
USE_DEFAULT = 0.5
AGAINST_TYPE = 0.05
TOLD = 0.75
"""How often a parameter gets what tests or names suggest that it is."""
DOUBLED = 0.4
MOST_ATTRIBUTES = 6
FOUND = 0.4
"""How often an object that a test came by is thought of where others can be made."""


class TestFactory(Knowledge):
    """Makes calls and values with what is known."""

    __test__ = False

    def private_target(self) -> Callable | None:
        """Something private to call, if that is due now: what no test has run sooner than the others."""
        if self.private_targets and self.last_resort.private(self.rng):
            return self.endings.choose(self.private_targets, self.rng)
        if self.unreached and self.last_resort.unreached(self.rng):
            return self.endings.choose(self.unreached, self.rng)
        return None

    def call(self, draft: Draft, called: Callable, depth: int = 0, receiver: int | None = None) -> int:
        """Append a call of `called` with everything it needs, a receiver unless it is given, too."""
        if called.request is not None:
            return send(draft, called, called.request, depth, self, self.accepted, receiver)
        if called.kind == "function":
            receiver = None
        if receiver is None and (made := definitions.by_definition(draft, called, depth, self)) is not None:
            return made
        if receiver is None and called.kind in ("method", "property"):
            receiver = self.instance(draft, called.owner or "", depth + 1, is_receiver=True)
        elif receiver is None and called.kind == "classmethod" and self.last_resort.defines_classes:
            receiver = definitions.class_asked(draft, called.owner or "", depth, self)
        if called.kind == "property" and receiver is not None:
            return draft.add(AttributeStatement(self.next_id(), receiver, called.name), called.returns)
        args, kwargs = self.arguments(draft, called, depth)
        if called.is_private:
            args = [self.something(draft, value) for value in args]
            kwargs = {name: self.something(draft, value) for name, value in kwargs.items()}
        statement = CallStatement(self.next_id(), called.id, receiver, tuple(args), tuple(kwargs.items()))
        return draft.add(statement, self.returned(called.id))

    def something(self, draft: Draft, value: int) -> int:
        """The value, or another if it is None, which nothing private is ever given."""
        is_none = draft.types.get(value, ANY).name == "none"
        return self.literal(draft, self.values.literal("str")) if is_none else value

    def arguments(self, draft: Draft, called: Callable, depth: int) -> tuple[list[int], dict[str, int]]:
        """Values for the parameters; once a positional one is left to its default, the rest go by keyword."""
        args: list[int] = []
        kwargs: dict[str, int] = {}
        by_keyword = False
        for parameter in called.parameters:
            if parameter.kind in ("args", "kwargs"):
                self._variable(draft, parameter, args, kwargs, by_keyword, depth)
            elif parameter.has_default and self._is_left_out(parameter):
                by_keyword = True
            elif parameter.kind == "positional" and by_keyword:
                continue
            else:
                value = self.argument(draft, parameter, depth + 1)
                if parameter.kind == "keyword" or by_keyword:
                    kwargs[parameter.name] = value
                else:
                    args.append(value)
        return args, kwargs

    def _is_left_out(self, parameter: Parameter) -> bool:
        """Whether a parameter keeps its default; what is named as private does but as a last resort.

        The default of a command line is the one of pytest, that of a clock differs from run to run.
        """
        if parameter.is_outward:
            return not self.last_resort.has_doubles
        if is_private(f":{parameter.name}") and not self.last_resort.private(self.rng):
            return True
        return self.rng.random() < (1 - GIVEN if takes_command_line(parameter) else USE_DEFAULT)

    def _variable(
        self,
        draft: Draft,
        parameter: Parameter,
        args: list[int],
        kwargs: dict[str, int],
        by_keyword: bool,
        depth: int,
    ) -> None:
        number = self.rng.choice((0, 0, 1, 2, 3))
        if parameter.kind == "args" and not by_keyword:
            args.extend(self.argument(draft, parameter, depth + 1) for _ in range(number))
        elif parameter.kind == "kwargs":
            names = [text for text in self.values.texts if text.isidentifier()]
            asked = keywords_for(parameter, self.subject) or types_of_fields(draft)
            if asked and self.rng.random() < TOLD:
                names = list(asked)
            for name in self.rng.sample(names, min(number, len(names))):
                kwargs.setdefault(name, self.value(draft, asked.get(name, parameter.type), depth + 1))

    def argument(self, draft: Draft, parameter: Parameter, depth: int) -> int:
        """A value for a parameter, from its annotation, its default, or what the body does with it.

        Now and then it fits none of these: subjects check the types of their arguments.
        """
        if parameter.is_outward and self.last_resort.has_doubles:
            return instead_of_outward(draft, parameter.type, depth, self)
        kind = self.kind_of(parameter)
        if self.rng.random() < AGAINST_TYPE and not self._is_settled(kind, draft, depth):
            return self.value(draft, ANY, depth)
        if takes_command_line(parameter) and self.rng.random() < GIVEN:
            return texts(draft, self.command_lines.of(parameter), self)
        if kind.name == "union" and ANY in kind.args:
            told = [known for known in kind.args if known != ANY]
            kind = self.rng.choice(told) if told and self.rng.random() < TOLD else ANY
        if kind.name in COLLECTIONS and self._is_open(kind) and self.rng.random() < TOLD:
            kind = record_for(parameter, self.subject) or kind
        if kind.name == "type" and self._is_open(kind) and DATACLASS in parameter.uses:
            kind = self.rng.choice(plausible_types(replace(parameter, type=kind), self.subject))
        if kind.name != "any":
            return self.value(draft, kind, depth)
        if parameter.has_default and parameter.default is not None and self.rng.random() < 0.7:
            return self.value(draft, type_of_literal(parameter.default), depth)
        plausible = self.plausible_types(parameter)
        if self._is_doubled(parameter, plausible):
            return self.double(draft, "", names_asked(parameter))
        if plausible and self.rng.random() < 0.85:
            return self.value(draft, self.rng.choice(plausible), depth)
        return self.value(draft, ANY, depth)

    def _is_open(self, kind: TypeRef) -> bool:
        """Whether an annotation says nothing of what a collection holds."""
        return not kind.args or kind.args[-1] in (ANY, TypeRef("dict"))

    def _is_doubled(self, parameter: Parameter, plausible: list[TypeRef]) -> bool:
        """Whether an argument of an unknown type is doubled: at once if nothing else offers what it must."""
        if self.last_resort.has_doubles and is_beyond(parameter, plausible, self.subject):
            return self.rng.random() < DOUBLED
        return self.doubles_buildable()

    def double(self, draft: Draft, spec: str, names: tuple[str, ...] = ()) -> int:
        """Append a double for an instance of a class, or for an object that offers names.

        A class does not say by itself what its instances have; the double is given what is known of that, and
        answers to methods that such doubles were asked for, of the types that these return.
        """
        if spec and self._is_settled(TypeRef(spec), draft, MAX_DEPTH):
            return self.new_value(draft, TypeRef(spec), MAX_DEPTH)
        known = self.subject.classes.get(spec)
        own = list(known.assignable.items())[:MOST_ATTRIBUTES] if known is not None else ()
        due = self.learned.answers_due(spec, self.subject)
        answers = tuple(Answer(name, self.value(draft, kind, MAX_DEPTH)) for name, kind in [*own, *due])
        return draft.add(DoubleStatement(self.next_id(), spec, names, answers))

    def value(self, draft: Draft, kind: TypeRef, depth: int = 0) -> int:
        """A value of the given type: one of the draft's, or a new one."""
        fitting = draft.of_type(kind) if kind.limits is None and self.rng.random() < REUSE else []
        if fitting:
            return self.rng.choice(fitting)
        if depth > MAX_DEPTH:
            return self.literal(draft, self.values.literal(kind.name))
        return self.new_value(draft, kind, depth)

    def new_value(self, draft: Draft, kind: TypeRef, depth: int, *, is_receiver: bool = False) -> int:
        """A new value of a type, of the provider that is chosen by what it offers and what it won."""
        builder = Builder(draft, self, depth, is_receiver)
        offers = {p: offer for p in self.providers if (offer := p.offers(kind, builder)) > 0}
        if settled := [known for known in offers if known.settles(kind, builder)]:
            offers = {known: offers[known] for known in settled}
        provider = self.plain if not offers else next(iter(offers))
        if len(offers) > 1:
            by_name = {known.name: known for known in offers}
            weights = {known.name: offer for known, offer in offers.items()}
            provider = by_name[self.credit.choose(list(weights), self.rng, weights)]
        self.used[provider.name] = None
        return provider.make(kind, builder)

    def _is_settled(self, kind: TypeRef, draft: Draft, depth: int) -> bool:
        """Whether a provider makes the values of a type for itself."""
        builder = Builder(draft, self, depth)
        return any(provider.settles(kind, builder) for provider in self.providers)

    def literal(self, draft: Draft, value: Scalar) -> int:
        """Append a literal."""
        return draft.add(LiteralStatement(self.next_id(), value), type_of_literal(value))

    def reference(self, draft: Draft, path: str) -> int:
        """Append a name that a module holds."""
        return draft.add(ReferenceStatement(self.next_id(), path), TypeRef("callable"))

    def instance(self, draft: Draft, class_id: str, depth: int, *, is_receiver: bool = False) -> int:
        """An instance of a class; `is_receiver` is the object under test, which is no double."""
        return self.new_value(draft, TypeRef(class_id), depth, is_receiver=is_receiver)

    def lent(self, draft: Draft, class_id: str, *, is_needed: bool = False) -> int | None:
        """An instance of a class that other tests have made or come by, if one is due.

        Where nothing else makes one, such an instance is due unless a double is.
        """
        loan = None if is_needed else self.loans.draw(class_id, self.rng, self._ids)
        if loan is None and class_id in self.finds.offers:
            if is_needed and not self.doubles_buildable():
                loan = self.finds.shortest(class_id, self.rng, self._ids)
            elif not is_needed and self.rng.random() < FOUND:
                loan = self.finds.draw(class_id, self.rng, self._ids)
        if loan is None:
            return None
        for statement in loan.statements:
            draft.add(statement, TypeRef(class_id) if statement.id == loan.value else None)
        return loan.value

    def doubles_buildable(self) -> bool:
        """Whether to double what could be built."""
        return self.rng.random() < DOUBLED and self.last_resort.doubles(self.rng)
