"""Members that hooks collect from the bodies of classes that a test defines: `size = field(type=int)`.

Such a member is referred to by its name elsewhere: as a keyword when an instance is made, as a key, as
an attribute.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    MakeStatement,
    Member,
)
from testloom.model.subject import Callable, Parameter
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.arguments import argument, arguments
from testloom.search.providers.builder import Builder, Known
from testloom.search.providers.draft import Draft
from testloom.search.providers.fields import TYPES, fields_of

NAMES = ("name", "size", "price", "day", "total")
NUMBERS = (0, 1, 1, 2, 2, 3)
"""The number of values that a hook finds in a class body, drawn at random."""
NEAREST = 0.6
"""The probability that the first of several functions makes such a value."""
TYPED = 0.7
"""The probability that a parameter whose name means a type gets a plain type."""
DEFAULT = 0.3
GIVEN = 0.85
"""The probability that an instance is given a value under the name of such a member."""
FITTING = 0.75
"""The probability that this value has the member's declared type, or is plain if none is declared."""
CLASS = "<class>"
"""The use of a parameter as the second argument of `isinstance`."""
READ = 0.5
PLAIN = ("int", "str")
DEFAULTS = frozenset({"default", "initial"})


def members_for(hook: Callable, taken: Collection[str], builder: Builder) -> list[Member]:
    """Make some members of the kind that a hook collects from the body of a class."""
    free = [name for name in NAMES if name not in taken]
    if not hook.collects or not free:
        return []
    names = builder.rng.sample(free, min(builder.rng.choice(NUMBERS), len(free)))
    return [_member(name, hook, builder) for name in names]


def said(name: str, builder: Builder) -> Member:
    """Make a member that a hook looks up by its name: often a plain type if the name suggests a type."""
    parameter = Parameter(name)
    if _is_type(parameter) and builder.rng.random() < TYPED:
        return Member("value", name, builder.reference(f"builtins:{builder.rng.choice(TYPES)}"))
    return Member("value", name, argument(builder.within(), parameter))


def another(hook: Callable, taken: Collection[str], builder: Builder) -> list[Member]:
    """Make one more member that a hook collects, if there is an unused name for it."""
    free = [name for name in NAMES if name not in taken] if hook.collects else []
    return [_member(builder.rng.choice(free), hook, builder.at(2))] if free else []


def _member(name: str, hook: Callable, builder: Builder) -> Member:
    return Member("value", name, _value(builder.rng.choice(hook.collects), builder))


def _value(kind: str, builder: Builder) -> int:
    """Append what makes a value of a class: a public function beside it, else what makes its instances."""
    functions = [
        called
        for called in builder.subject.callables.values()
        if called.returns.name == kind and called.kind == "function" and not called.is_private
    ]
    if not functions:
        made_by = builder.knowledge.experience.makers.choose(kind, builder.rng)
    elif builder.rng.random() < NEAREST:
        made_by = functions[0]
    else:
        made_by = builder.rng.choice(functions)
    if made_by is None or made_by.kind not in ("function", "constructor"):
        return builder.value(TypeRef(kind))
    args, kwargs = arguments(builder.within(), made_by)
    plain = TypeRef(builder.rng.choice(TYPES))
    for place, parameter in enumerate(made_by.parameters):
        told = _told(parameter, plain, builder)
        if told is not None and place < len(args):
            args[place] = told
        elif told is not None and parameter.kind in ("either", "keyword"):
            kwargs[parameter.name] = told
    made = CallStatement(builder.next_id(), made_by.id, None, tuple(args), tuple(kwargs.items()))
    return builder.add(made, TypeRef(kind))


def _told(parameter: Parameter, plain: TypeRef, builder: Builder) -> int | None:
    """A plain type for a parameter that is called one, a value of it for a default; else None."""
    name = parameter.name.strip("_").lower()
    if _is_type(parameter) and builder.rng.random() < TYPED:
        return builder.reference(f"builtins:{plain.name}")
    if name in DEFAULTS and parameter.type.name == "any" and builder.rng.random() < DEFAULT:
        return builder.value(plain)
    return None


def _is_type(parameter: Parameter) -> bool:
    """Whether a parameter is called or used like a type, and not annotated as anything else."""
    name = parameter.name.strip("_").lower()
    is_type = name == "type" or name.endswith("_type") or CLASS in parameter.uses
    return is_type and parameter.type.name in ("any", "union", "type")


def hook_at(base: str, knowledge: Known) -> Callable | None:
    """Find the metaclass hook that a base's subclasses run, if it looks for something in their bodies."""
    known = knowledge.subject.classes.get(base)
    hook = knowledge.subject.callables.get(known.metaclass) if known is not None else None
    return hook if hook is not None and (hook.collects or hook.reads) else None


def keywords_for(kind: int, builder: Builder) -> dict[str, int]:
    """Values under the names of fields, for an instance of a class of the test."""
    fields = [field for field in fields_of(kind, builder.draft) if builder.rng.random() < GIVEN]
    return {field.name: _fitting(field, builder) for field in fields}


def _fitting(field: Member, builder: Builder) -> int:
    told = field.type or ANY
    if builder.rng.random() >= FITTING:
        told = ANY
    elif told == ANY:
        told = TypeRef(builder.rng.choice(PLAIN))
    return argument(builder.within(), Parameter(field.name, type=told))


def use_field(builder: Builder) -> bool:
    """Append the use of a field of an instance that a test has of a class of its own, if there is one."""
    found = list(_fields_held(builder.draft))
    if not found:
        return False
    source, field = builder.rng.choice(found)
    if builder.rng.random() < READ:
        builder.add(AttributeStatement(builder.next_id(), source, field.name), field.type)
    else:
        value = _fitting(field, builder.at(1))
        builder.add(AssignmentStatement(builder.next_id(), source, field.name, value))
    return True


def _fields_held(draft: Draft) -> Iterator[tuple[int, Member]]:
    """The instances of classes of the test, each with its fields."""
    for statement in draft.statements:
        if isinstance(statement, MakeStatement) and statement.receiver is not None:
            yield from ((statement.id, field) for field in fields_of(statement.receiver, draft))
