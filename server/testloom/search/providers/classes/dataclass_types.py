"""Dataclasses and enums that a test defines, their instances, and dicts with their fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from testloom.model.statements import (
    DATACLASS,
    AttributeStatement,
    ClassStatement,
    CollectionStatement,
    MakeStatement,
    Member,
)
from testloom.model.types import ANY, NONE, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.classes.kinds import ENUM, OF_DATA, class_of
from testloom.search.providers.classes.names import ENUMS, ITEMS, class_named
from testloom.search.providers.draft import Draft
from testloom.search.providers.fields import every_field

SAID = 0.5
"""The probability that a dict includes a field that has a default."""
DEFAULT = 0.4
NESTED = 0.15
AS_TEXT = 0.5
"""The probability that a dict has a string for a field that holds an object, as a file would."""
COLOURS = ("RED", "GREEN", "BLUE")
MOST_FIELDS = 4
FIELDS: Sequence[tuple[str, TypeRef]] = (
    ("name", TypeRef("str")),
    ("amount", TypeRef("int")),
    ("price", TypeRef("float")),
    ("is_open", TypeRef("bool")),
    ("tags", TypeRef("list", (TypeRef("str"),))),
    ("note", TypeRef("union", (TypeRef("str"), NONE))),
    ("counts", TypeRef("dict", (TypeRef("str"), TypeRef("int")))),
    ("size", TypeRef("tuple", (TypeRef("int"), TypeRef("int")))),
    ("value", TypeRef("union", (TypeRef("int"), TypeRef("str")))),
    ("content", ANY),
    ("day", TypeRef("datetime:datetime")),
    ("total", TypeRef("decimal:Decimal")),
    ("key", TypeRef("uuid:UUID")),
)
PLAIN = ("str", "int", "float", "bool", "union")
"""Types of fields whose defaults are plain values."""


def dataclass_type(builder: Builder) -> int:
    """Append the definition of a dataclass with some fields, those without defaults first."""
    rng = builder.rng
    fields = rng.sample(FIELDS, rng.choice((1, 1, 2, 2, MOST_FIELDS)))
    members = [_field(name, kind, builder) for name, kind in fields]
    if rng.random() < NESTED:
        members.append(_nested(builder))
    members.sort(key=lambda member: member.value is not None)
    made = class_named(ITEMS, builder, decorators=(DATACLASS,))
    return builder.add(made.having(members), class_of(OF_DATA))


def of_dataclass(builder: Builder) -> int:
    """Append an instance of a dataclass that the test defines."""
    kind = dataclass_type(builder)
    members = next(
        s.members for s in builder.draft.statements if isinstance(s, ClassStatement) and s.id == kind
    )
    needed = [member for member in members if member.value is None]
    kwargs = [(member.name, builder.value(member.type or ANY, depth=2)) for member in needed]
    made = MakeStatement(builder.next_id(), OF_DATA, kind, (), tuple(kwargs))
    return builder.add(made, TypeRef(OF_DATA))


def fields_in(draft: Draft) -> Sequence[Member]:
    """Find the fields of the last dataclass that a draft defines, or of another class with fields."""
    own = [s for s in draft.statements if isinstance(s, ClassStatement) and DATACLASS in s.decorators]
    return [member for member in own[-1].members if member.kind == "field"] if own else every_field(draft)


def mapping_of(fields: Iterable[Member], builder: Builder) -> int:
    """Append a dict with what fields hold, or with texts, under their names; some that have defaults lack."""
    items: list[int] = []
    for member in fields:
        if member.value is None or builder.rng.random() < SAID:
            kind = ANY if member.type is None else member.type
            kind = TypeRef("str") if kind.is_class and builder.rng.random() < AS_TEXT else kind
            items += [builder.literal(member.name), builder.value(kind)]
    return builder.add(CollectionStatement(builder.next_id(), "dict", tuple(items)), TypeRef("dict"))


def enum_type(builder: Builder) -> int:
    """Append the definition of an enum with a few members."""
    rng, kind = builder.rng, TypeRef(builder.rng.choice(("int", "str")))
    names = COLOURS[: rng.choice((1, 2, 2, 3))]
    members = [Member("value", name, builder.literal(_colour(name, kind))) for name in names]
    made = class_named(ENUMS, builder, bases=(ENUM,))
    return builder.add(made.having(members), class_of(ENUM))


def enum_member(builder: Builder) -> int:
    """Append a member of an enum that the test defines."""
    known = builder.draft.of_class(class_of(ENUM))
    kind = builder.rng.choice(known) if known else enum_type(builder)
    members = next(
        s.members for s in builder.draft.statements if isinstance(s, ClassStatement) and s.id == kind
    )
    names = [member.name for member in members] or [COLOURS[0]]
    return builder.add(AttributeStatement(builder.next_id(), kind, builder.rng.choice(names)), TypeRef(ENUM))


def _colour(name: str, kind: TypeRef) -> int | str:
    return name.lower() if kind.name == "str" else COLOURS.index(name) + 1


def with_other_field(statement: ClassStatement, builder: Builder) -> ClassStatement:
    """Add, remove or replace a field of the class."""
    rng, fields = builder.rng, [member for member in statement.members if member.kind == "field"]
    unused = [(name, kind) for name, kind in FIELDS if name not in names_in(statement)]
    members = list(statement.members)
    if fields and (rng.random() < 0.6 or len(fields) >= MOST_FIELDS):
        members.remove(rng.choice(fields))
    if (unused and rng.random() < 0.7) or not members:
        members.append(_field(*rng.choice(unused), builder))
    members.sort(key=lambda member: member.kind == "field" and member.value is not None)
    return statement.having(members)


def _field(name: str, kind: TypeRef, builder: Builder) -> Member:
    """A field, now and then with a default if that is a plain value."""
    has_default = kind.name in PLAIN and builder.rng.random() < DEFAULT
    value = builder.value(kind, depth=3) if has_default else None
    return Member("field", name, value, kind)


def _nested(builder: Builder) -> Member:
    """A field whose type is another class of the test: a dataclass, or an enum."""
    make, name = builder.rng.choice(((dataclass_type, "part"), (enum_type, "colour")))
    kind = class_of(OF_DATA if make is dataclass_type else ENUM)
    known = builder.draft.of_class(kind)
    return Member("field", name, of=builder.rng.choice(known) if known else make(builder))


def names_in(statement: ClassStatement) -> frozenset[str]:
    """Collect the names of the members in a class's body."""
    return frozenset(member.name for member in statement.members)
