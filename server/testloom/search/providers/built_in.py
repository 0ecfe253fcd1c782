"""The providers of Testloom: together they make values of every type, one provider for each type."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.statements import ReferenceStatement
from testloom.model.subject import Callable, Subject, SubjectClass
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.classes import dataclass_types, definitions, kinds
from testloom.search.providers.classes.abstract import abstract_constructor, complete
from testloom.search.providers.classes.markers import name_of_marked
from testloom.search.providers.classes.special import special_value
from testloom.search.providers.inputs.drawn_texts import drawn_text
from testloom.search.providers.inputs.texts.grammars import TEXT
from testloom.search.providers.inputs.types.plausibility import COMMANDS, EXCEPTION
from testloom.search.providers.inputs.types.records import RECORD
from testloom.search.providers.inputs.values import random_plain_type
from testloom.search.providers.provider import ValueProvider
from testloom.search.providers.values.asked import AskedFor
from testloom.search.providers.values.collecting import COLLECTION_TYPES, COLLECTIONS, collection
from testloom.search.providers.values.functions import CALLABLE, exception_class, function, own_functions
from testloom.search.providers.values.nodes import Nodes
from testloom.search.providers.values.offering import Offering
from testloom.search.providers.values.producing import Produced

MAX_DEPTH = 6
"""The deepest nesting of values: a deeper value is None."""
FIELDED = 0.6
"""The probability that a dict has the fields of a dataclass that the test defines."""
OWN_CLASS = 0.2
"""The probability that a value of unknown type is an instance of a class of the subject."""
NAMED = 0.15
"""The probability that a value of unknown type is a named value that the subject compares with."""
OF_VALUES = frozenset({"datetime", "decimal", "fractions", "ipaddress", "uuid"})
"""Modules whose instances are made, not doubled: one date is as good as another, a double is not a date."""
PLAIN = frozenset(
    {"bool", "int", "float", "complex", "str", "bytes", "none", "literal", "format", COMMANDS, TEXT}
)
MORE_WORDS = (0, 0, 0, 1, -1)
"""The number of words after a command beyond those that it needs, drawn at random."""
AGAIN = 0.7
"""The probability that an existing object of the test is reused."""


def built_in(subject: Subject) -> tuple[ValueProvider, ...]:
    """Make the providers for one subject."""
    functions, classes = own_functions(subject), definitions.own(subject)
    own = (Functions(functions), Classes(), Nodes(), Instances(), Plain())
    return (Collections(), AskedFor(), Produced(), Offering(), Anything(classes), Unions(), *own)


class Collections(ValueProvider):
    """Lists, tuples, sets and dicts, including dicts with keys that code looks up."""

    name = "collection"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Collections and records."""
        return float(kind.name in COLLECTIONS or kind.name == RECORD)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a collection.

        Where the test defines a class with fields, a dict often has these fields.
        """
        fields = dataclass_types.fields_in(builder.draft) if kind == COLLECTION_TYPES["dict"] else ()
        if fields and builder.rng.random() < FIELDED:
            return dataclass_types.mapping_of(fields, builder)
        return collection(builder, kind)


class Anything(ValueProvider):
    """Values of unknown type: one that the subject asks for, an instance of its class, or a plain one."""

    name = "anything"

    def __init__(self, classes: Sequence[SubjectClass]) -> None:
        self._classes = classes

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Offer values where nothing is known of the type."""
        return float(kind.name in ("any", "object"))

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a value of a random type."""
        if (special := special_value(builder)) is not None:
            return special
        named = builder.knowledge.values.named
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
        """Make a value of one of the types, all equally likely."""
        drawn = builder.rng.choice(kind.args or (ANY,))
        return builder.value(drawn, depth=builder.depth)


class Functions(ValueProvider):
    """Functions of the subject, builtin ones, stubs, and doubles."""

    name = "function"

    def __init__(self, own: Sequence[Callable]) -> None:
        self._own = own

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Offer functions."""
        return float(kind.name == CALLABLE)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a double, when doubles are due, or a function that fits."""
        if builder.doubles_buildable():
            return builder.double()
        return function(builder, kind, self._own)


class Classes(ValueProvider):
    """Classes used as values, and instances of dataclasses that the test defines."""

    name = "class"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Classes and what wants fields."""
        return float(kind.name in ("type", kinds.OF_DATA))

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a reference to a known class that fits, or define a class."""
        last_resort = builder.knowledge.last_resort
        defines = last_resort.defines_classes
        if kind.name == kinds.OF_DATA and defines:
            return dataclass_types.of_dataclass(builder)
        bound = kind.args[0].name if kind.args else "any"
        if bound == EXCEPTION:
            return exception_class(builder)
        known = definitions.existing(bound, builder.subject)
        defined = definitions.class_for(builder, bound, known) if defines else None
        if defined is not None:
            return defined
        if not defines and not known and ":" in bound and last_resort.has_doubles:
            return builder.double()
        return builder.reference(builder.rng.choice(known) if known else "builtins:int")


class Instances(ValueProvider):
    """Instances of classes: an existing object of the test, an enum member, or a maker's result.

    An object that cannot be built is doubled, but never the object under test.
    """

    name = "instance"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Classes, and the object under test whatever it is."""
        is_known = kind.is_class or kind.name in ("slice", "range", "iterator", "traceback")
        return float(is_known or builder.is_receiver)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make an instance in the first way that is possible."""
        draft, rng, class_id = builder.draft, builder.rng, kind.name
        existing = draft.of_type(TypeRef(class_id))
        existing = [one for one in existing if not (builder.is_receiver and draft.is_double(one))]
        if existing and rng.random() < AGAIN:
            return rng.choice(existing)
        if self._is_forbidden(class_id, builder):
            return builder.double(class_id)
        if (lent := builder.lent(class_id)) is not None:
            return lent
        known = builder.subject.classes.get(class_id)
        if known is not None and known.enum_members:
            member = f"{class_id}.{rng.choice(known.enum_members)}"
            return builder.add(ReferenceStatement(builder.next_id(), member), TypeRef(class_id))
        return self._made(class_id, builder)

    def _made(self, class_id: str, builder: Builder) -> int:
        """The result of a call, of a class that the test defines, or a double."""
        knowledge, is_receiver = builder.knowledge, builder.is_receiver
        has_untried = knowledge.experience.makers.has_untried(class_id)
        call = knowledge.experience.makers.choose(class_id, builder.rng)
        if knowledge.last_resort.defines_classes:
            defined = definitions.object_of(builder, class_id, call)
            if defined is not None:
                return defined
        elif call is not None and call.kind == "definition":
            call = None
        if call is None and is_receiver and (call := abstract_constructor(class_id, builder.subject)):
            complete(builder.draft, class_id, builder.next_id(), builder.next_id())
        if call is None and (found := builder.lent(class_id, is_needed=True)) is not None:
            return found
        is_due = self._may_double(class_id, builder) and (call is None or builder.doubles_buildable())
        if is_due and not has_untried:
            return builder.double(class_id)
        if call is None or builder.depth > MAX_DEPTH:
            return builder.literal(None)
        return builder.call_of(call)

    @staticmethod
    def _may_double(class_id: str, builder: Builder) -> bool:
        """Whether a double may stand for an instance of a class."""
        knowledge = builder.knowledge
        is_own = builder.is_receiver or class_id in knowledge.pair.real
        is_value = ":" not in class_id or class_id.partition(":")[0] in OF_VALUES
        return knowledge.last_resort.has_doubles and not (is_own or is_value)

    def _is_forbidden(self, class_id: str, builder: Builder) -> bool:
        """Whether to double what could be built, as the guard refuses what it is asked."""
        knowledge = builder.knowledge
        is_due = self._may_double(class_id, builder) and not knowledge.last_resort.is_suspended
        return is_due and knowledge.experience.refusals.forbids(class_id, builder.rng)


class Plain(ValueProvider):
    """Numbers, strings and other plain values; None for types that no provider makes."""

    name = "plain"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Types that have literals, and the forms of texts."""
        return float(kind.name in PLAIN)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a literal: a marked name, one of those that the type lists, or a random one."""
        values = builder.knowledge.values
        if kind.name == "str" and (name := name_of_marked(builder)) is not None:
            return builder.literal(name)
        if kind.name == "literal":
            return builder.literal(builder.rng.choice(kind.values))
        if kind.name == COMMANDS:
            command, _, number = str(builder.rng.choice(kind.values)).rpartition(":")
            more = range(int(number) + builder.rng.choice(MORE_WORDS))
            return builder.literal(" ".join([command, *(values.piece() for _ in more)]))
        if kind.name == TEXT:
            return builder.literal(drawn_text(kind, values))
        if kind.name == "format":
            return builder.literal(values.formatted(kind.values))
        return builder.literal(values.literal(kind.name))
