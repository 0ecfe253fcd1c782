"""Classes with functions marked by the package's decorators, such as plug-ins and specifications.

The subject finds such functions by attributes that the decorators set. So that it can match one with
another, classes of a test share the names of their functions and the arguments of their decorators.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    MakeStatement,
    Member,
    Statement,
)
from testloom.model.subject import Callable
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder, Known
from testloom.search.providers.classes.kinds import OBJECT, class_of
from testloom.search.providers.classes.names import ITEMS, class_named
from testloom.search.providers.draft import Draft
from testloom.search.providers.values.functions import raised
from testloom.search.providers.values.sharing import share

NAMES = ("run", "stop", "load")
PARAMETERS = ("value", "name")
PLAIN = ("str", "int", "none")
"""Types that marked functions return."""
MARKED = 0.4
"""The probability that a value of any type has marked functions, if there are such decorators."""
WHOLE = 0.25
"""The probability that this value is the class rather than an instance of it."""
REUSED = 0.5
"""The probability that an existing class or object is reused."""
ALIKE = 0.7
"""The probability that a function takes a name from another class, or a decorator already in use."""
BARE = 0.6
"""The probability that a decorator has no options."""
RAISING = 0.1
NAMED = 0.3
"""The probability that a string is the name of a marked function."""


def marked_value(builder: Builder) -> int | None:
    """Append, or find, an object with marked functions, or its class; None where others are to be taken."""
    if not _is_due(builder.knowledge):
        return None
    kind = marked_class(builder)
    there = [s.id for s in builder.draft.statements if isinstance(s, MakeStatement) and s.receiver == kind]
    if builder.rng.random() < WHOLE:
        return kind
    if there and builder.rng.random() < REUSED:
        return builder.rng.choice(there)
    return builder.add(MakeStatement(builder.next_id(), OBJECT, kind), TypeRef("object"))


def class_of_marked(builder: Builder, bound: str) -> int | None:
    """Append, or find, a class with marked functions where any class will do; None if others are taken."""
    return marked_class(builder) if bound == "any" and _is_due(builder.knowledge) else None


def _is_due(knowledge: Known) -> bool:
    has_markers = bool(knowledge.subject.markers) and knowledge.last_resort.defines_classes
    return has_markers and knowledge.rng.random() < MARKED


def marked_class(builder: Builder) -> int:
    """Append, or find, a class with marked functions."""
    there = [known.id for known in _marked_in(builder.draft)]
    if there and builder.rng.random() < REUSED:
        return builder.rng.choice(there)
    made = class_named(ITEMS, builder)
    marker = builder.rng.choice(list(builder.subject.markers))
    members = [_marked(marker, made, builder)]
    return builder.add(made.having(members), class_of("object"))


def with_marked(statement: ClassStatement, builder: Builder) -> ClassStatement:
    """Add a marked function to the class, or replace a member by one."""
    gone = builder.rng.choice([*statement.members, None])
    rest = statement.having(member for member in statement.members if member is not gone)
    marker = builder.rng.choice(list(builder.subject.markers))
    return rest.having((*rest.members, _marked(marker, rest, builder.at(2))))


def is_marked(statement: ClassStatement) -> bool:
    """Check whether a class contains only decorated functions and has no base or metaclass."""
    decorated = [member.decorator is not None for member in statement.members]
    return bool(decorated) and all(decorated) and not statement.bases and not statement.metaclass


def name_of_marked(builder: Builder) -> str | None:
    """Choose the name of a marked function for a string; None if another string is to be used."""
    if not builder.subject.markers:
        return None
    names = [member.name for known in _marked_in(builder.draft) for member in known.members]
    return builder.rng.choice(names) if names and builder.rng.random() < NAMED else None


def _marked_in(draft: Draft) -> list[ClassStatement]:
    return [s for s in draft.statements if isinstance(s, ClassStatement) and is_marked(s)]


def _marked(path: str, within: ClassStatement, builder: Builder) -> Member:
    """A function for a class, like one of another class if there is one, with a decorator."""
    rng = builder.rng
    own = {member.name for member in within.members}
    others = [m for known in _marked_in(builder.draft) for m in known.members if m.name not in own]
    like = rng.choice(others) if others and rng.random() < ALIKE else None
    name = like.name if like is not None else rng.choice([n for n in NAMES if n not in own] or [*NAMES])
    decorator = _decorator(path, builder)
    taken = like.parameters if like is not None else PARAMETERS
    parameters = tuple(parameter for parameter in taken if rng.random() < ALIKE)
    made = Member("method", name, parameters=parameters, decorator=decorator)
    if rng.random() < RAISING:
        return made.replace(value=raised(builder), raises=True)
    kind = rng.choice(PLAIN)
    return made if kind == "none" else made.replace(value=builder.value(TypeRef(kind)))


def _decorator(path: str, builder: Builder) -> int:
    """Append what decorates a function: a name, an object, or what a call of either with options returns."""
    called, takes = builder.subject.callables[path], builder.subject.markers[path]
    is_bare = bool(takes) and builder.rng.random() < BARE
    receiver = _object(called.owner or "", builder) if called.kind == "method" else None
    if is_bare:
        return builder.reference(path) if receiver is None else receiver
    return builder.within().call_of(_with_options(called, takes), receiver=receiver)


def _object(owner: str, builder: Builder) -> int:
    """A decorator that is an object: one that is there, or one made with the arguments of others."""
    there = builder.draft.of_type(TypeRef(owner))
    if there and builder.rng.random() < ALIKE:
        return builder.rng.choice(there)
    before: Sequence[Statement] = list(builder.draft.statements)
    made = builder.within().call_of(builder.subject.callables[owner])
    for like in before:
        if isinstance(like, CallStatement) and like.id != made:
            share(builder.draft, len(before), like, builder.subject)
    return made


def _with_options(called: Callable, takes: str) -> Callable:
    """The decorator without what takes the function; all after that are keywords."""
    options = [p for p in called.parameters if p.name != takes]
    if takes:
        options = [replace(p, kind="keyword") if p.kind == "either" else p for p in options]
    return replace(called, parameters=tuple(options))
