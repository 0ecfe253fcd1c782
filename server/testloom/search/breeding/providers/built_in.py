"""The providers of Testloom: together they make a value of every type, one of them for each."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.statements import ReferenceStatement
from testloom.model.subject import Callable, Subject, SubjectClass
from testloom.model.types import ANY, TypeRef
from testloom.search.breeding.classes import dataclass_types, definitions, kinds
from testloom.search.breeding.classes.abstract import abstract_constructor, complete
from testloom.search.breeding.classes.markers import name_of_marked
from testloom.search.breeding.classes.special import special_value
from testloom.search.breeding.providers.asked import AskedFor
from testloom.search.breeding.providers.builder import Builder
from testloom.search.breeding.providers.provider import ValueProvider
from testloom.search.breeding.values.collecting import COLLECTION_TYPES, COLLECTIONS, collection
from testloom.search.breeding.values.functions import CALLABLE, exception_class, function, own_functions
from testloom.search.inputs.plausibility import EXCEPTION
from testloom.search.inputs.records import RECORD
from testloom.search.inputs.values import random_plain_type

MAX_DEPTH = 6
"""So many values within one another at most: what is deeper is None."""
FIELDED = 0.6
"""How often a dict of a test that defines a dataclass has the fields of that."""
OWN_CLASS = 0.2
"""How often something of any type is an instance of a class of the subject."""
NAMED = 0.15
"""How often something of any type is what the subject was seen to compare with, by the name that it has."""
PLAIN = frozenset({"bool", "int", "float", "complex", "str", "bytes", "none", "literal", "format"})
AGAIN = 0.7
"""How often an object that the test has is used again."""


def built_in(subject: Subject) -> tuple[ValueProvider, ...]:
    """Make the providers for one subject."""
    functions, classes = own_functions(subject), definitions.own(subject)
    own = (Functions(functions), Classes(), Instances(), Plain())
    return (Collections(), AskedFor(), Anything(classes), Unions(), *own)


class Collections(ValueProvider):
    """Lists, tuples, sets and dicts, also with the keys that code looks up."""

    name = "collection"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Collections and records."""
        return float(kind.name in COLLECTIONS or kind.name == RECORD)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """A collection; where the test defines a class with fields, a dict often has the fields of that."""
        draft, maker = builder.draft, builder.maker
        fields = dataclass_types.fields_in(draft) if kind == COLLECTION_TYPES["dict"] else ()
        if fields and builder.rng.random() < FIELDED:
            return dataclass_types.mapping_of(fields, draft, builder.depth, maker)
        return collection(draft, kind, builder.depth, maker)


class Anything(ValueProvider):
    """A value where nothing is known: what the subject asks for, an instance of its own, or a plain one."""

    name = "anything"

    def __init__(self, classes: Sequence[SubjectClass]) -> None:
        self._classes = classes

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Where nothing is said of the type."""
        return float(kind.name in ("any", "object"))

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """A value of a type that is drawn."""
        if (special := special_value(builder.draft, builder.depth, builder.maker)) is not None:
            return special
        named = builder.maker.values.named
        if named and builder.rng.random() < NAMED:
            return builder.reference(builder.rng.choice(named))
        if self._classes and builder.rng.random() < OWN_CLASS:
            drawn = TypeRef(builder.rng.choice(self._classes).id)
        else:
            drawn = random_plain_type(builder.rng)
        return builder.another(drawn)


class Unions(ValueProvider):
    """A value of one of several types."""

    name = "union"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Unions."""
        return float(kind.name == "union")

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """A value of one of the types, each as often as the others."""
        drawn = builder.rng.choice(kind.args or (ANY,))
        return builder.maker.value(builder.draft, drawn, builder.depth)


class Functions(ValueProvider):
    """Functions of the subject, builtin ones, stubs, and doubles."""

    name = "function"

    def __init__(self, own: Sequence[Callable]) -> None:
        self._own = own

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """What is called."""
        return float(kind.name == CALLABLE)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """A double, when doubles are due, or a function that fits."""
        if builder.maker.doubles_buildable():
            return builder.maker.double(builder.draft, "")
        return function(builder.draft, kind, self._own, builder.depth, builder.maker)


class Classes(ValueProvider):
    """Classes as values, and instances of dataclasses that the test defines."""

    name = "class"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Classes and what wants fields."""
        return float(kind.name in ("type", kinds.OF_DATA))

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """A class that is known and fits, or one that the test defines."""
        draft, maker, depth = builder.draft, builder.maker, builder.depth
        defines = maker.last_resort.defines_classes
        if kind.name == kinds.OF_DATA and defines:
            return dataclass_types.of_dataclass(draft, maker)
        bound = kind.args[0].name if kind.args else "any"
        if bound == EXCEPTION:
            return exception_class(draft, maker)
        known = definitions.existing(bound, builder.subject)
        defined = definitions.class_for(draft, bound, known, depth, maker) if defines else None
        if defined is not None:
            return defined
        if not defines and not known and ":" in bound and maker.last_resort.has_doubles:
            return maker.double(draft, "")
        return builder.reference(builder.rng.choice(known) if known else "builtins:int")


class Instances(ValueProvider):
    """Instances of classes: one of the test's, an enum member, or the result of what makes one.

    What cannot be built is doubled, but never the object under test.
    """

    name = "instance"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Classes, and the object under test whatever it is."""
        is_known = kind.is_class or kind.name in ("slice", "range", "iterator")
        return float(is_known or builder.is_receiver)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """An instance by the first way that there is."""
        draft, maker, rng, class_id = builder.draft, builder.maker, builder.rng, kind.name
        existing = draft.of_type(TypeRef(class_id))
        existing = [one for one in existing if not (builder.is_receiver and draft.is_double(one))]
        if existing and rng.random() < AGAIN:
            return rng.choice(existing)
        if (lent := maker.lent(draft, class_id)) is not None:
            return lent
        known = builder.subject.classes.get(class_id)
        if known is not None and known.enum_members:
            member = f"{class_id}.{rng.choice(known.enum_members)}"
            return draft.add(ReferenceStatement(maker.next_id(), member), TypeRef(class_id))
        return self._made(class_id, builder)

    def _made(self, class_id: str, builder: Builder) -> int:
        """The result of a call, of a class that the test defines, or a double."""
        draft, maker, depth, is_receiver = builder.draft, builder.maker, builder.depth, builder.is_receiver
        has_untried = maker.makers.has_untried(class_id)
        call = maker.makers.choose(class_id, builder.rng)
        if maker.last_resort.defines_classes:
            defined = definitions.object_of(draft, class_id, call, depth, maker, is_receiver=is_receiver)
            if defined is not None:
                return defined
        elif call is not None and call.kind == "definition":
            call = None
        if call is None and is_receiver and (call := abstract_constructor(class_id, builder.subject)):
            complete(draft, class_id, maker.next_id(), maker.next_id())
        if call is None and (found := maker.lent(draft, class_id, is_needed=True)) is not None:
            return found
        is_due = ":" in class_id and not is_receiver and class_id not in maker.real
        is_due = is_due and (maker.last_resort.has_doubles if call is None else maker.doubles_buildable())
        if is_due and not has_untried:
            return maker.double(draft, class_id)
        if call is None or depth > MAX_DEPTH:
            return builder.literal(None)
        return maker.call(draft, call, depth)


class Plain(ValueProvider):
    """Numbers, texts and other plain values; None for types that nobody makes."""

    name = "plain"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Types that have literals, and the forms of texts."""
        return float(kind.name in PLAIN)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """A literal: the name of something marked, one of those that the type lists, or a drawn one."""
        values = builder.maker.values
        if kind.name == "str" and (name := name_of_marked(builder.draft, builder.maker)) is not None:
            return builder.literal(name)
        if kind.name == "literal":
            return builder.literal(builder.rng.choice(kind.values))
        if kind.name == "format":
            return builder.literal(values.formatted(kind.values))
        return builder.literal(values.literal(kind.name))
