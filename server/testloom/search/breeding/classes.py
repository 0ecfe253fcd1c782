"""Classes that a test defines: subclasses that add what is missing, classes with a metaclass, dataclasses.

They are there where nothing else leads: no class of the subject is what is wanted, or code of it runs when
classes are defined.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence
from dataclasses import replace

from testloom.model.statements import (
    DATACLASS,
    AttributeStatement,
    ClassStatement,
    CollectionStatement,
    MakeStatement,
    Member,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Missing, Parameter, Subject
from testloom.model.types import ANY, NONE, TypeRef
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.functions import raised
from testloom.search.breeding.value_maker import ValueMaker
from testloom.search.inputs import plausibility

OF_DATA = plausibility.OF_DATA.name
TYPE = "type"
ITEMS = ("Item", "Order", "Part", "Entry", "Record")
FORMS = ("Custom{}", "Other{}", "Another{}")
SAID = 0.5
"""How often a body gives a value to a name that is looked up in it, and a keyword that has a default."""
RAISING = 0.1
DEFAULT = 0.4
NESTED = 0.15
AS_TEXT = 0.5
"""How often a dict has a text for a field that holds an object, as a file would."""
ENUM = "enum:Enum"
ENUMS = ("Colour", "Level", "Mode")
COLOURS = ("RED", "GREEN", "BLUE")
MOST_FIELDS = 4
OPEN = ("*args",)
"""The parameters of a function of which nobody has said what it takes."""
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


def definition(draft: Draft, called: Callable, depth: int, maker: ValueMaker) -> int:
    """Append the definition of a class that runs code of the subject: with a metaclass, or of a subclass."""
    _, keywords = maker.arguments(draft, called, depth + 1)
    said = [name for name in called.reads if maker.rng.random() < SAID]
    members = [Member("value", name, maker.argument(draft, Parameter(name), depth + 1)) for name in said]
    owner = called.owner or ""
    if called.is_metaclass:
        made = _of_name(ITEMS, draft, maker, metaclass=owner)
    else:
        made = _of_name(subclass_names(owner), draft, maker, bases=(owner,))
        members += _added(owner, draft, depth, maker)
    return draft.add(replace(made, members=tuple(members), keywords=tuple(keywords.items())), called.returns)


def subclass(draft: Draft, base: str, depth: int, maker: ValueMaker) -> int:
    """Append the definition of a class with a base, which adds all that the base lacks."""
    if (hook := hook_of(base, maker.subject)) is not None:
        return definition(draft, hook, depth, maker)
    made = _of_name(subclass_names(base), draft, maker, bases=(base,))
    return draft.add(made.having(_added(base, draft, depth, maker)), class_of(base))


def dataclass_type(draft: Draft, maker: ValueMaker) -> int:
    """Append the definition of a dataclass with some fields, those without defaults first."""
    rng = maker.rng
    fields = rng.sample(FIELDS, rng.choice((1, 1, 2, 2, MOST_FIELDS)))
    members = [_field(name, kind, draft, maker) for name, kind in fields]
    if rng.random() < NESTED:
        members.append(_nested(draft, maker))
    members.sort(key=lambda member: member.value is not None)
    made = _of_name(ITEMS, draft, maker, decorators=(DATACLASS,))
    return draft.add(made.having(members), class_of(OF_DATA))


def enum_type(draft: Draft, maker: ValueMaker) -> int:
    """Append the definition of an enum with a few members."""
    rng, kind = maker.rng, TypeRef(maker.rng.choice(("int", "str")))
    names = COLOURS[: rng.choice((1, 2, 2, 3))]
    members = [Member("value", name, maker.literal(draft, _colour(name, kind))) for name in names]
    made = _of_name(ENUMS, draft, maker, bases=(ENUM,))
    return draft.add(made.having(members), class_of(ENUM))


def _colour(name: str, kind: TypeRef) -> int | str:
    return name.lower() if kind.name == "str" else COLOURS.index(name) + 1


def enum_member(draft: Draft, maker: ValueMaker) -> int:
    """Append a member of an enum that the test defines."""
    known = draft.of_class(class_of(ENUM))
    kind = maker.rng.choice(known) if known else enum_type(draft, maker)
    members = next(s.members for s in draft.statements if isinstance(s, ClassStatement) and s.id == kind)
    names = [member.name for member in members] or [COLOURS[0]]
    return draft.add(AttributeStatement(maker.next_id(), kind, maker.rng.choice(names)), TypeRef(ENUM))


def fields_in(draft: Draft) -> Sequence[Member]:
    """The fields of the last dataclass that a draft defines."""
    own = [s for s in draft.statements if isinstance(s, ClassStatement) and DATACLASS in s.decorators]
    return [member for member in own[-1].members if member.kind == "field"] if own else ()


def mapping_of(fields: Iterable[Member], draft: Draft, depth: int, maker: ValueMaker) -> int:
    """Append a dict with what fields hold, or with texts, under their names; some that have defaults lack."""
    items: list[int] = []
    for member in fields:
        if member.value is None or maker.rng.random() < SAID:
            kind = ANY if member.type is None else member.type
            kind = TypeRef("str") if kind.is_class and maker.rng.random() < AS_TEXT else kind
            items += [maker.literal(draft, member.name), maker.value(draft, kind, depth + 1)]
    return draft.add(CollectionStatement(maker.next_id(), "dict", tuple(items)), TypeRef("dict"))


def plain_type(draft: Draft, maker: ValueMaker) -> int:
    """Append the definition of a class that is nothing but a class."""
    return draft.add(_of_name(ITEMS, draft, maker), class_of("object"))


def instance(draft: Draft, base: str, constructor: Callable | None, depth: int, maker: ValueMaker) -> int:
    """Append an instance of a class with a base that the test defines, or has defined."""
    known = draft.of_class(class_of(base))
    kind = maker.rng.choice(known) if known else subclass(draft, base, depth, maker)
    args, kwargs = maker.arguments(draft, constructor, depth + 1) if constructor is not None else ([], {})
    made = MakeStatement(maker.next_id(), base, kind, tuple(args), tuple(kwargs.items()))
    return draft.add(made, TypeRef(base))


def of_dataclass(draft: Draft, maker: ValueMaker) -> int:
    """Append an instance of a dataclass that the test defines."""
    kind = dataclass_type(draft, maker)
    members = next(s.members for s in draft.statements if isinstance(s, ClassStatement) and s.id == kind)
    needed = [member for member in members if member.value is None]
    kwargs = [(member.name, maker.value(draft, member.type or ANY, 2)) for member in needed]
    made = MakeStatement(maker.next_id(), OF_DATA, kind, (), tuple(kwargs))
    return draft.add(made, TypeRef(OF_DATA))


def class_of(base: str) -> TypeRef:
    """The type of a class with such instances."""
    return TypeRef(TYPE, (TypeRef(base),))


def type_of_class(statement: ClassStatement) -> TypeRef:
    """The type of a class that a test defines: its metaclass, or what its instances are."""
    if statement.metaclass:
        return TypeRef(statement.metaclass)
    if DATACLASS in statement.decorators:
        return class_of(OF_DATA)
    return class_of(statement.bases[0] if statement.bases else "object")


def hook_of(base: str, subject: Subject) -> Callable | None:
    """What runs when a subclass is defined, of the base or its nearest own base that says it."""
    pending, seen = [base], set[str]()
    while pending:
        name = pending.pop(0)
        found = subject.callables.get(f"{name}.__init_subclass__")
        if found is not None:
            return replace(found, owner=base)
        known = subject.classes.get(name)
        pending += [other for other in (known.bases if known else ()) if other not in seen]
        seen.add(name)
    return None


def changed(statement: ClassStatement, draft: Draft, maker: ValueMaker) -> Statement:
    """One name of the body more, less, or with another value; or other keywords."""
    rng = maker.rng
    hook = maker.subject.callables.get(statement.metaclass) or next(
        (found for base in statement.bases if (found := hook_of(base, maker.subject))), None
    )
    ways: list[Statement] = []
    if DATACLASS in statement.decorators:
        ways.append(_with_other_field(statement, draft, maker))
    if hook is not None and hook.parameters:
        _, keywords = maker.arguments(draft, hook, 2)
        ways.append(replace(statement, keywords=tuple(keywords.items())))
    unsaid = [name for name in hook.reads if name not in _names(statement)] if hook is not None else []
    if unsaid:
        name = rng.choice(unsaid)
        said = Member("value", name, maker.argument(draft, Parameter(name), 2))
        ways.append(statement.having((*statement.members, said)))
    if functions := [place for place, member in enumerate(statement.members) if member.is_function]:
        ways.append(_with_other_result(statement, rng.choice(functions), draft, maker))
    loose = [member for member in statement.members if member.kind == "value"]
    if loose:
        gone = rng.choice(loose)
        ways.append(statement.having(member for member in statement.members if member is not gone))
    return rng.choice(ways) if ways else statement


def named_apart(case: TestCase) -> TestCase:
    """The test case with another name for a class that is called like one before it."""
    own = [statement.name for statement in case.statements if isinstance(statement, ClassStatement)]
    if len(own) == len(set(own)):
        return case
    taken: set[str] = set()
    return TestCase(tuple([_apart(statement, taken, own) for statement in case.statements]))


def _apart(statement: Statement, taken: set[str], own: Iterable[str]) -> Statement:
    """A class with a name that is not taken, which then is; any other statement as it is."""
    if not isinstance(statement, ClassStatement):
        return statement
    name = statement.name
    if name in taken:
        name = free_name([name, *usual_names(statement)], {*taken, *own})
    taken.add(name)
    return replace(statement, name=name)


def free_name(names: Iterable[str], taken: Iterable[str]) -> str:
    """The first name that is free, or one with a number."""
    known, first = set(taken), ""
    for name in names:
        if name not in known:
            return name
        first = first or name
    number = 2
    while f"{first}{number}" in known:
        number += 1
    return f"{first}{number}"


def names_of(subject: Subject) -> set[str]:
    """Names that a class of a test would hide."""
    paths = [*subject.callables, *subject.classes]
    return {path.partition(":")[2].partition(".")[0] for path in paths} | set(dir(builtins))


def usual_names(statement: ClassStatement) -> Sequence[str]:
    """What a class like this is called, the best name first."""
    if statement.bases == (ENUM,):
        return ENUMS
    return subclass_names(statement.bases[0]) if statement.bases else ITEMS


def subclass_names(base: str) -> list[str]:
    """Names for subclasses: what the base is called without what says that it is one."""
    name = base.rpartition(":")[2].rpartition(".")[2].lstrip("_")
    for part in ("Abstract", "Base", "Interface", "ABC"):
        short = name.removeprefix(part).removesuffix(part)
        name = short if short[:1].isupper() else name
    stem = f"{name[:1].upper()}{name[1:]}"
    return [form.format(stem) for form in FORMS]


def _of_name(
    names: Iterable[str],
    draft: Draft,
    maker: ValueMaker,
    bases: tuple[str, ...] = (),
    decorators: tuple[str, ...] = (),
    metaclass: str = "",
) -> ClassStatement:
    """A class without a body; its name hides nothing that the test may use."""
    taken = {known.name for known in draft.statements if isinstance(known, ClassStatement)}
    taken |= names_of(maker.subject)
    return ClassStatement(maker.next_id(), free_name(names, taken), bases, (), decorators, metaclass)


def _added(base: str, draft: Draft, depth: int, maker: ValueMaker) -> list[Member]:
    """What a subclass adds to a base."""
    known = maker.subject.classes.get(base)
    return [_member(missing, draft, depth, maker) for missing in (known.missing if known else ())]


def _member(missing: Missing, draft: Draft, depth: int, maker: ValueMaker) -> Member:
    """A method or property that returns something of its type, or now and then raises."""
    kind = "method" if missing.kind not in ("classmethod", "staticmethod", "property") else missing.kind
    made = Member(kind, missing.name, parameters=missing.parameters, is_async=missing.is_coroutine)
    if maker.rng.random() < RAISING:
        return replace(made, value=raised(draft, maker), raises=True)
    if missing.returns.name == "none":
        return made
    return replace(made, value=maker.value(draft, missing.returns, depth + 2))


def _with_other_result(
    statement: ClassStatement, place: int, draft: Draft, maker: ValueMaker
) -> ClassStatement:
    """Another value that a function of the class returns, or raises."""
    member = statement.members[place]
    raises = maker.rng.random() < RAISING
    if raises:
        value = raised(draft, maker)
    else:
        known = ANY if member.value is None or member.raises else draft.types.get(member.value, ANY)
        value = maker.value(draft, known, 2)
    other = replace(member, value=value, raises=raises)
    return statement.having((*statement.members[:place], other, *statement.members[place + 1 :]))


def _with_other_field(statement: ClassStatement, draft: Draft, maker: ValueMaker) -> ClassStatement:
    """A field more, less, or of another type."""
    rng, fields = maker.rng, [member for member in statement.members if member.kind == "field"]
    unused = [(name, kind) for name, kind in FIELDS if name not in _names(statement)]
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


def _names(statement: ClassStatement) -> frozenset[str]:
    return frozenset(member.name for member in statement.members)
