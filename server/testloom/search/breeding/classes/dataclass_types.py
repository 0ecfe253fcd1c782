"""Dataclasses and enums that a test defines, what is made of them, and dicts with their fields."""

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
from testloom.search.breeding.classes.collected import every_field
from testloom.search.breeding.classes.kinds import ENUM, OF_DATA, class_of
from testloom.search.breeding.classes.names import ENUMS, ITEMS, class_named
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.values.value_maker import ValueMaker

SAID = 0.5
"""How often a dict has a field that has a default."""
DEFAULT = 0.4
NESTED = 0.15
AS_TEXT = 0.5
"""How often a dict has a text for a field that holds an object, as a file would."""
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


def dataclass_type(draft: Draft, maker: ValueMaker) -> int:
    """Append the definition of a dataclass with some fields, those without defaults first."""
    rng = maker.rng
    fields = rng.sample(FIELDS, rng.choice((1, 1, 2, 2, MOST_FIELDS)))
    members = [_field(name, kind, draft, maker) for name, kind in fields]
    if rng.random() < NESTED:
        members.append(_nested(draft, maker))
    members.sort(key=lambda member: member.value is not None)
    made = class_named(ITEMS, draft, maker, decorators=(DATACLASS,))
    return draft.add(made.having(members), class_of(OF_DATA))


def of_dataclass(draft: Draft, maker: ValueMaker) -> int:
    """Append an instance of a dataclass that the test defines."""
    kind = dataclass_type(draft, maker)
    members = next(s.members for s in draft.statements if isinstance(s, ClassStatement) and s.id == kind)
    needed = [member for member in members if member.value is None]
    kwargs = [(member.name, maker.value(draft, member.type or ANY, 2)) for member in needed]
    made = MakeStatement(maker.next_id(), OF_DATA, kind, (), tuple(kwargs))
    return draft.add(made, TypeRef(OF_DATA))


def fields_in(draft: Draft) -> Sequence[Member]:
    """The fields of the last dataclass that a draft defines, or of another class that has such."""
    own = [s for s in draft.statements if isinstance(s, ClassStatement) and DATACLASS in s.decorators]
    return [member for member in own[-1].members if member.kind == "field"] if own else every_field(draft)


def mapping_of(fields: Iterable[Member], draft: Draft, depth: int, maker: ValueMaker) -> int:
    """Append a dict with what fields hold, or with texts, under their names; some that have defaults lack."""
    items: list[int] = []
    for member in fields:
        if member.value is None or maker.rng.random() < SAID:
            kind = ANY if member.type is None else member.type
            kind = TypeRef("str") if kind.is_class and maker.rng.random() < AS_TEXT else kind
            items += [maker.literal(draft, member.name), maker.value(draft, kind, depth + 1)]
    return draft.add(CollectionStatement(maker.next_id(), "dict", tuple(items)), TypeRef("dict"))


def enum_type(draft: Draft, maker: ValueMaker) -> int:
    """Append the definition of an enum with a few members."""
    rng, kind = maker.rng, TypeRef(maker.rng.choice(("int", "str")))
    names = COLOURS[: rng.choice((1, 2, 2, 3))]
    members = [Member("value", name, maker.literal(draft, _colour(name, kind))) for name in names]
    made = class_named(ENUMS, draft, maker, bases=(ENUM,))
    return draft.add(made.having(members), class_of(ENUM))


def enum_member(draft: Draft, maker: ValueMaker) -> int:
    """Append a member of an enum that the test defines."""
    known = draft.of_class(class_of(ENUM))
    kind = maker.rng.choice(known) if known else enum_type(draft, maker)
    members = next(s.members for s in draft.statements if isinstance(s, ClassStatement) and s.id == kind)
    names = [member.name for member in members] or [COLOURS[0]]
    return draft.add(AttributeStatement(maker.next_id(), kind, maker.rng.choice(names)), TypeRef(ENUM))


def _colour(name: str, kind: TypeRef) -> int | str:
    return name.lower() if kind.name == "str" else COLOURS.index(name) + 1


def with_other_field(statement: ClassStatement, draft: Draft, maker: ValueMaker) -> ClassStatement:
    """A field more, less, or of another type."""
    rng, fields = maker.rng, [member for member in statement.members if member.kind == "field"]
    unused = [(name, kind) for name, kind in FIELDS if name not in names_in(statement)]
    members = list(statement.members)
    if fields and (rng.random() < 0.6 or len(fields) >= MOST_FIELDS):
        members.remove(rng.choice(fields))
    if (unused and rng.random() < 0.7) or not members:
        members.append(_field(*rng.choice(unused), draft, maker))
    members.sort(key=lambda member: member.kind == "field" and member.value is not None)
    return statement.having(members)


def _field(name: str, kind: TypeRef, draft: Draft, maker: ValueMaker) -> Member:
    """A field, now and then with a default if that is a plain value."""
    has_default = kind.name in PLAIN and maker.rng.random() < DEFAULT
    value = maker.value(draft, kind, 3) if has_default else None
    return Member("field", name, value, kind)


def _nested(draft: Draft, maker: ValueMaker) -> Member:
    """A field whose type is another class of the test: a dataclass, or an enum."""
    make, name = maker.rng.choice(((dataclass_type, "part"), (enum_type, "colour")))
    kind = class_of(OF_DATA if make is dataclass_type else ENUM)
    known = draft.of_class(kind)
    return Member("field", name, of=maker.rng.choice(known) if known else make(draft, maker))


def names_in(statement: ClassStatement) -> frozenset[str]:
    """What the body of a class says."""
    return frozenset(member.name for member in statement.members)
