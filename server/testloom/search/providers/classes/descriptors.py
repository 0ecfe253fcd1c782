"""Descriptors in use: a class of the test has one, as a decorator if the descriptor takes a function.

So `__get__` runs when an attribute is read, and `__set__` when it is assigned, as in the code of their
users.
"""

from __future__ import annotations

from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    ClassStatement,
    MakeStatement,
    Member,
)
from testloom.model.subject import Callable
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.classes.kinds import OBJECT, class_of
from testloom.search.providers.classes.names import ITEMS, class_named
from testloom.search.providers.draft import Draft
from testloom.search.providers.values.functions import ASYNCHRONOUS, CALLABLE, raised

GETTING, SETTING = "__get__", "__set__"
NAMES = ("name", "size", "total")
PLAIN = ("str", "int")
"""Types that the decorated function returns."""
OF_CLASS = 0.25
"""The probability that an attribute is read from the class itself."""
REUSED = 0.3
"""The probability that an existing descriptor is used."""
AGAIN = 0.5
"""The probability that an existing class or object is reused."""
RAISING = 0.1
FUNCTIONS = frozenset({"callback", "f", "fget", "fn", "func", "function", "getter", "method"})
"""The names of parameters that take a function."""


def at_work(builder: Builder, called: Callable) -> int | None:
    """Append what runs a method of a descriptor: a class that has one, and the use of its attribute.

    Returns None for other methods, and for a setter that calls a function: nobody sees that it did.
    """
    if called.kind != "method" or called.name not in (GETTING, SETTING):
        return None
    made_by = builder.knowledge.experience.makers.choose(called.owner or "", builder.rng)
    is_decorator = made_by is not None and _takes_function(made_by)
    if is_decorator and called.name == SETTING:
        return None
    there = [kind for kind in builder.draft.of_class(class_of("object")) if _names(kind, builder.draft)]
    if there and builder.rng.random() < AGAIN:
        return _use(builder.rng.choice(there), builder, called)
    name, made = builder.rng.choice(NAMES), class_named(ITEMS, builder)
    if made_by is not None and is_decorator and builder.rng.random() >= REUSED:
        member = _decorated(name, made_by, builder)
    else:
        member = Member("value", name, builder.value(TypeRef(called.owner or "")))
    return _use(builder.add(made.having([member]), class_of("object")), builder, called)


def _use(kind: int, builder: Builder, called: Callable) -> int:
    """Append the use of an attribute of an object of a class, or of the class."""
    statements, rng = builder.draft.statements, builder.rng
    name = rng.choice(_names(kind, builder.draft))
    if called.name == GETTING and rng.random() < OF_CLASS:
        return builder.add(AttributeStatement(builder.next_id(), kind, name), called.returns)
    there = [s.id for s in statements if isinstance(s, MakeStatement) and s.receiver == kind]
    if there and rng.random() < AGAIN:
        made = rng.choice(there)
    else:
        made = builder.add(MakeStatement(builder.next_id(), OBJECT, kind), TypeRef("object"))
    if called.name == GETTING:
        return builder.add(AttributeStatement(builder.next_id(), made, name), called.returns)
    value = builder.value(ANY)
    return builder.add(AssignmentStatement(builder.next_id(), made, name, value))


def _names(kind: int, draft: Draft) -> list[str]:
    """The attributes that the body of a class says."""
    own = (s for s in draft.statements if isinstance(s, ClassStatement) and s.id == kind)
    return [member.name for statement in own for member in statement.members]


def _decorated(name: str, decorator: Callable, builder: Builder) -> Member:
    """A function that returns a plain value, or now and then raises."""
    rng = builder.rng
    path, raises = builder.reference(decorator.id), rng.random() < RAISING
    value = raised(builder) if raises else builder.value(TypeRef(rng.choice(PLAIN)))
    is_async = rng.random() < ASYNCHRONOUS
    return Member("method", name, value, raises=raises, is_async=is_async, decorator=path)


def _takes_function(made_by: Callable) -> bool:
    """Whether a function is all that it needs."""
    needed = [p for p in made_by.parameters if not p.has_default and p.kind in ("either", "positional")]
    if len(needed) != 1 or made_by.kind not in ("constructor", "function"):
        return False
    [parameter] = needed
    return parameter.type.name == CALLABLE or "()" in parameter.uses or parameter.name in FUNCTIONS
