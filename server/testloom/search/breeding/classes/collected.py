"""What hooks collect from the bodies of classes that a test defines: `size = field(type=int)`.

Such a member goes by its name elsewhere: as a keyword where an instance is made, as a key, as an attribute.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    ReferenceStatement,
)
from testloom.model.subject import Callable, Parameter
from testloom.model.types import ANY, TypeRef
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.values.value_maker import ValueMaker
from testloom.search.inputs.values import type_of_literal

NAMES = ("name", "size", "price", "day", "total")
NUMBERS = (0, 1, 1, 2, 2, 3)
"""How many values of a body a hook finds."""
NEAREST = 0.6
"""How often the first of several functions makes such a value."""
TYPED = 0.7
"""How often a parameter that is called a type gets a plain one."""
DEFAULT = 0.3
GIVEN = 0.85
"""How often an instance is given a value under the name of such a member."""
FITTING = 0.75
"""How often that is of the type which the member tells, or a plain value where it tells none."""
CLASS = "<class>"
"""What the use of a parameter as the second argument of `isinstance` is called."""
READ = 0.5
TYPES = ("int", "str", "float", "list")
PLAIN = ("int", "str")
DEFAULTS = frozenset({"default", "initial"})


def members_for(
    hook: Callable, taken: Collection[str], draft: Draft, depth: int, maker: ValueMaker
) -> list[Member]:
    """Some members that a hook looks for in the body of a class."""
    free = [name for name in NAMES if name not in taken]
    if not hook.collects or not free:
        return []
    names = maker.rng.sample(free, min(maker.rng.choice(NUMBERS), len(free)))
    return [_member(name, hook, draft, depth, maker) for name in names]


def said(name: str, draft: Draft, depth: int, maker: ValueMaker) -> Member:
    """A member that a hook looks up by its name: a plain type where it is called so."""
    parameter = Parameter(name)
    if _is_type(parameter) and maker.rng.random() < TYPED:
        return Member("value", name, maker.reference(draft, f"builtins:{maker.rng.choice(TYPES)}"))
    return Member("value", name, maker.argument(draft, parameter, depth + 1))


def another(hook: Callable, taken: Collection[str], draft: Draft, maker: ValueMaker) -> list[Member]:
    """One more member that a hook looks for, if there is a name for it."""
    free = [name for name in NAMES if name not in taken] if hook.collects else []
    return [_member(maker.rng.choice(free), hook, draft, 2, maker)] if free else []


def _member(name: str, hook: Callable, draft: Draft, depth: int, maker: ValueMaker) -> Member:
    return Member("value", name, _value(maker.rng.choice(hook.collects), draft, depth, maker))


def _value(kind: str, draft: Draft, depth: int, maker: ValueMaker) -> int:
    """Append what makes a value of a class: a public function beside it, else what makes its instances."""
    functions = [
        called
        for called in maker.subject.callables.values()
        if called.returns.name == kind and called.kind == "function" and not called.is_private
    ]
    if not functions:
        made_by = maker.makers.choose(kind, maker.rng)
    elif maker.rng.random() < NEAREST:
        made_by = functions[0]
    else:
        made_by = maker.rng.choice(functions)
    if made_by is None or made_by.kind not in ("function", "constructor"):
        return maker.value(draft, TypeRef(kind), depth + 1)
    args, kwargs = maker.arguments(draft, made_by, depth + 1)
    plain = TypeRef(maker.rng.choice(TYPES))
    for place, parameter in enumerate(made_by.parameters):
        told = _told(parameter, plain, draft, depth, maker)
        if told is not None and place < len(args):
            args[place] = told
        elif told is not None and parameter.kind in ("either", "keyword"):
            kwargs[parameter.name] = told
    made = CallStatement(maker.next_id(), made_by.id, None, tuple(args), tuple(kwargs.items()))
    return draft.add(made, TypeRef(kind))


def _told(parameter: Parameter, plain: TypeRef, draft: Draft, depth: int, maker: ValueMaker) -> int | None:
    """A plain type for a parameter that is called one, a value of it for a default; else None."""
    name = parameter.name.strip("_").lower()
    if _is_type(parameter) and maker.rng.random() < TYPED:
        return maker.reference(draft, f"builtins:{plain.name}")
    if name in DEFAULTS and parameter.type.name == "any" and maker.rng.random() < DEFAULT:
        return maker.value(draft, plain, depth + 1)
    return None


def _is_type(parameter: Parameter) -> bool:
    """Whether a parameter is called or used like a type, and not annotated as anything else."""
    name = parameter.name.strip("_").lower()
    is_type = name == "type" or name.endswith("_type") or CLASS in parameter.uses
    return is_type and parameter.type.name in ("any", "union", "type")


def hook_at(base: str, maker: ValueMaker) -> Callable | None:
    """What runs when a subclass is defined with a metaclass, if it looks for something in bodies."""
    known = maker.subject.classes.get(base)
    hook = maker.subject.callables.get(known.metaclass) if known is not None else None
    return hook if hook is not None and (hook.collects or hook.reads) else None


def fields_of(kind: int, draft: Draft) -> list[Member]:
    """What a hook finds in the body of a class of the test, as fields with the types that they tell."""
    statements = {statement.id: statement for statement in draft.statements}
    made = statements.get(kind)
    members = made.members if isinstance(made, ClassStatement) and (made.bases or made.metaclass) else ()
    found = [(member, statements.get(member.value or 0)) for member in members if member.kind == "value"]
    return [
        Member("field", member.name, type=_type(value, draft))
        for member, value in found
        if type(value) is CallStatement and value.receiver is None
    ]


def _type(value: CallStatement, draft: Draft) -> TypeRef:
    """The type that is among the arguments of a call, or that of a plain value there."""
    statements = {statement.id: statement for statement in draft.statements}
    given = [statements.get(argument) for argument in value.references]
    names = [s.path.removeprefix("builtins:") for s in given if isinstance(s, ReferenceStatement)]
    told = [TypeRef(name) for name in names if name in TYPES]
    plain = [type_of_literal(s.value) for s in given if isinstance(s, LiteralStatement)]
    return next((kind for kind in (*told, *plain) if kind.name in TYPES), ANY)


def every_field(draft: Draft) -> list[Member]:
    """The fields of the last class of a test that has such."""
    kinds = [s.id for s in draft.statements if isinstance(s, ClassStatement)]
    return next((fields for kind in reversed(kinds) if (fields := fields_of(kind, draft))), [])


def keywords_for(kind: int, draft: Draft, depth: int, maker: ValueMaker) -> dict[str, int]:
    """Values under the names of fields, for an instance of a class of the test."""
    fields = [field for field in fields_of(kind, draft) if maker.rng.random() < GIVEN]
    return {field.name: _fitting(field, draft, depth, maker) for field in fields}


def _fitting(field: Member, draft: Draft, depth: int, maker: ValueMaker) -> int:
    told = field.type or ANY
    if maker.rng.random() >= FITTING:
        told = ANY
    elif told == ANY:
        told = TypeRef(maker.rng.choice(PLAIN))
    return maker.argument(draft, Parameter(field.name, type=told), depth + 1)


def use_field(draft: Draft, maker: ValueMaker) -> bool:
    """Append the use of a field of an instance that a test has of a class of its own, if there is one."""
    found = list(_fields_held(draft))
    if not found:
        return False
    source, field = maker.rng.choice(found)
    if maker.rng.random() < READ:
        draft.add(AttributeStatement(maker.next_id(), source, field.name), field.type)
    else:
        value = _fitting(field, draft, 1, maker)
        draft.add(AssignmentStatement(maker.next_id(), source, field.name, value))
    return True


def _fields_held(draft: Draft) -> Iterator[tuple[int, Member]]:
    """The instances of classes of the test, each with its fields."""
    for statement in draft.statements:
        if isinstance(statement, MakeStatement) and statement.receiver is not None:
            yield from ((statement.id, field) for field in fields_of(statement.receiver, draft))


def types_of_fields(draft: Draft) -> dict[str, TypeRef]:
    """What those fields hold, by their names."""
    return {field.name: field.type or ANY for field in every_field(draft)}
