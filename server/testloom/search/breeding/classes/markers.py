"""Classes with functions that decorators of the package mark, as plug-ins and their specifications have.

The subject finds such functions by what the decorators have set. So that it finds one thing with another,
classes of a test share names: those of their functions, and what the decorators were told.
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
from testloom.search.breeding.classes.kinds import OBJECT, class_of
from testloom.search.breeding.classes.names import ITEMS, class_named
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.values.functions import raised
from testloom.search.breeding.values.sharing import share
from testloom.search.breeding.values.value_maker import ValueMaker

NAMES = ("run", "stop", "load")
PARAMETERS = ("value", "name")
PLAIN = ("str", "int", "none")
"""Types of what marked functions return."""
MARKED = 0.4
"""How often what may be anything has marked functions, where there are decorators for that."""
WHOLE = 0.25
"""How often that is the class, and not an object of it."""
REUSED = 0.5
"""How often a class, or an object, that is there is taken."""
ALIKE = 0.7
"""How often a function is called like one of another class, and a decorator is one that is there already."""
BARE = 0.6
"""How often a decorator stands there without options."""
RAISING = 0.1
NAMED = 0.3
"""How often a text is the name of a marked function."""


def marked_value(draft: Draft, depth: int, maker: ValueMaker) -> int | None:
    """Append, or find, an object with marked functions, or its class; None where others are to be taken."""
    if not _is_due(maker):
        return None
    kind = marked_class(draft, depth, maker)
    there = [s.id for s in draft.statements if isinstance(s, MakeStatement) and s.receiver == kind]
    if maker.rng.random() < WHOLE:
        return kind
    if there and maker.rng.random() < REUSED:
        return maker.rng.choice(there)
    return draft.add(MakeStatement(maker.next_id(), OBJECT, kind), TypeRef("object"))


def class_of_marked(draft: Draft, bound: str, depth: int, maker: ValueMaker) -> int | None:
    """Append, or find, a class with marked functions where any class will do; None if others are taken."""
    return marked_class(draft, depth, maker) if bound == "any" and _is_due(maker) else None


def _is_due(maker: ValueMaker) -> bool:
    has_markers = bool(maker.subject.markers) and maker.last_resort.defines_classes
    return has_markers and maker.rng.random() < MARKED


def marked_class(draft: Draft, depth: int, maker: ValueMaker) -> int:
    """Append, or find, a class with marked functions."""
    there = [known.id for known in _marked_in(draft)]
    if there and maker.rng.random() < REUSED:
        return maker.rng.choice(there)
    made = class_named(ITEMS, draft, maker)
    marker = maker.rng.choice(list(maker.subject.markers))
    members = [_marked(marker, made, draft, depth, maker)]
    return draft.add(made.having(members), class_of("object"))


def with_marked(statement: ClassStatement, draft: Draft, maker: ValueMaker) -> ClassStatement:
    """The class with one marked function more, or another one."""
    gone = maker.rng.choice([*statement.members, None])
    rest = statement.having(member for member in statement.members if member is not gone)
    marker = maker.rng.choice(list(maker.subject.markers))
    return rest.having((*rest.members, _marked(marker, rest, draft, 2, maker)))


def is_marked(statement: ClassStatement) -> bool:
    """Whether a class is nothing but a place for decorated functions."""
    decorated = [member.decorator is not None for member in statement.members]
    return bool(decorated) and all(decorated) and not statement.bases and not statement.metaclass


def name_of_marked(draft: Draft, maker: ValueMaker) -> str | None:
    """The name of a marked function, where a text is wanted; None if another text is to be taken."""
    if not maker.subject.markers:
        return None
    names = [member.name for known in _marked_in(draft) for member in known.members]
    return maker.rng.choice(names) if names and maker.rng.random() < NAMED else None


def _marked_in(draft: Draft) -> list[ClassStatement]:
    return [s for s in draft.statements if isinstance(s, ClassStatement) and is_marked(s)]


def _marked(path: str, within: ClassStatement, draft: Draft, depth: int, maker: ValueMaker) -> Member:
    """A function for a class, like one of another class if there is one, with a decorator."""
    rng = maker.rng
    own = {member.name for member in within.members}
    others = [m for known in _marked_in(draft) for m in known.members if m.name not in own]
    like = rng.choice(others) if others and rng.random() < ALIKE else None
    name = like.name if like is not None else rng.choice([n for n in NAMES if n not in own] or [*NAMES])
    decorator = _decorator(path, draft, depth, maker)
    taken = like.parameters if like is not None else PARAMETERS
    parameters = tuple(parameter for parameter in taken if rng.random() < ALIKE)
    made = Member("method", name, parameters=parameters, decorator=decorator)
    if rng.random() < RAISING:
        return made.replace(value=raised(draft, maker), raises=True)
    kind = rng.choice(PLAIN)
    return made if kind == "none" else made.replace(value=maker.value(draft, TypeRef(kind), depth + 1))


def _decorator(path: str, draft: Draft, depth: int, maker: ValueMaker) -> int:
    """Append what decorates a function: a name, an object, or what a call of either with options returns."""
    called, takes = maker.subject.callables[path], maker.subject.markers[path]
    is_bare = bool(takes) and maker.rng.random() < BARE
    receiver = _object(called.owner or "", draft, depth, maker) if called.kind == "method" else None
    if is_bare:
        return maker.reference(draft, path) if receiver is None else receiver
    return maker.call(draft, _with_options(called, takes), depth + 1, receiver)


def _object(owner: str, draft: Draft, depth: int, maker: ValueMaker) -> int:
    """A decorator that is an object: one that is there, or one that was told what others were told."""
    there = draft.of_type(TypeRef(owner))
    if there and maker.rng.random() < ALIKE:
        return maker.rng.choice(there)
    before: Sequence[Statement] = list(draft.statements)
    made = maker.call(draft, maker.subject.callables[owner], depth + 1)
    for like in before:
        if isinstance(like, CallStatement) and like.id != made:
            share(draft, len(before), like, maker.subject)
    return made


def _with_options(called: Callable, takes: str) -> Callable:
    """The decorator without what takes the function; all behind that are keywords."""
    options = [p for p in called.parameters if p.name != takes]
    if takes:
        options = [replace(p, kind="keyword") if p.kind == "either" else p for p in options]
    return replace(called, parameters=tuple(options))
