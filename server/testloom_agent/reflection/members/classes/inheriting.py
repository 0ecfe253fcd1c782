"""Which methods that a class has from other modules are called in tests of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import function_in, is_a, is_function
from testloom_agent.reflection.bodies.effects import Effects, effects_of
from testloom_agent.reflection.members.classes.description import PLUMBING
from testloom_agent.reflection.sources import Sources

MOST_INHERITED = 12
"""Where there are no more than that, all are; of more only those that have to do with what the class has."""


def inherited_entries(kind: type, module: str, sources: Sources) -> list[tuple[str, Any]]:
    """Public methods that a class has from bases of other modules.

    A template method such as `NodeVisitor.visit` is the way into what the class defines itself; others change
    the attributes that it reads, or work with what it puts into theirs, such as a table of its methods.
    """
    found: dict[str, Any] = {}
    for base in kind.__mro__:
        if home_of(base) in (module, *PLUMBING) or issubclass(base, BaseException):
            continue
        for name, entry in list(vars(base).items()):
            callable_entry = is_a(entry, classmethod, staticmethod) or is_function(entry)
            if callable_entry and not name.startswith("_") and name not in vars(kind):
                found.setdefault(name, entry)
    if len(found) <= MOST_INHERITED:
        return list(found.items())
    own = {
        name: function for name, entry in vars(kind).items() if is_function(function := function_in(entry))
    }
    effects = _together(effects_of(function, kind, sources, 0) for function in own.values())
    near = ((name, entry) for name, entry in found.items() if is_function(entry))
    leading = [
        (name, entry)
        for name, entry in near
        if _leads_to(effects_of(entry, kind, sources, 0), effects, own.keys())
    ]
    return leading[:MOST_INHERITED]


def _together(effects: Iterable[Effects]) -> Effects:
    found = Effects()
    for each in effects:
        found.reads.update(each.reads)
        found.writes.update(each.writes)
    return found


def _leads_to(inherited: Effects, own: Effects, names: Iterable[str]) -> bool:
    """Whether a method calls those of a class, changes what they read, or reads what they have changed."""
    meets = (
        not inherited.calls.keys().isdisjoint(names),
        not inherited.writes.keys().isdisjoint(own.reads),
        not inherited.reads.keys().isdisjoint(own.writes),
    )
    return any(meets)
