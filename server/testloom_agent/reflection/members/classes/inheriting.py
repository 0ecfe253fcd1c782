"""Which methods that a class inherits are called in tests of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import function_in, is_a, is_function
from testloom_agent.reflection.bodies.state.effects import Effects, own_effects_of
from testloom_agent.reflection.members.classes.description import PLUMBING, is_dunder
from testloom_agent.reflection.sources import Sources

MOST_INHERITED = 12
"""Where there are no more than that, all are; of more only those that have to do with what the class has."""
MOST_WAYS = 3
"""The most methods of the same module through which a private method is called."""


class Inheritance:
    """Chooses among the methods that a class inherits; those of a base are read once for all its classes."""

    def __init__(self, module: str, sources: Sources) -> None:
        self._module = module
        self._sources = sources
        self._known: dict[Any, Effects] = {}

    def entries(self, kind: type) -> list[tuple[str, Any]]:
        """List public methods that a class has from its bases.

        Of bases in its own module, which have tests themselves, these are the template methods through which
        what is private in the class is called.
        """
        bases = [base for base in kind.__mro__[1:] if home_of(base) not in PLUMBING]
        bases = [base for base in bases if not issubclass(base, BaseException)]
        own = {
            name: function
            for name, entry in vars(kind).items()
            if is_function(function := function_in(entry))
        }
        foreign = _public((base for base in bases if home_of(base) != self._module), kind)
        templates = self._templates((base for base in bases if home_of(base) == self._module), kind, own)
        return list(dict([*self._of_others(foreign, own), *templates]).items())

    def _templates(self, bases: Iterable[type], kind: type, own: Iterable[str]) -> Iterator[tuple[str, Any]]:
        """Methods that call something private which a class has an implementation of its own for."""
        private = [name for name in own if name.startswith("_") and not is_dunder(name)]
        public = _public(bases, kind) if private else {}
        calls = {name: self._effects(entry).calls for name, entry in public.items() if is_function(entry)}
        for called in private:
            ways = (name for name, names in calls.items() if called in names)
            yield from ((name, public[name]) for name in islice(ways, MOST_WAYS))

    def _of_others(self, found: Mapping[str, Any], own: Mapping[str, Any]) -> list[tuple[str, Any]]:
        """Those of other modules that are called: all of a few, of more those that have to do with the class.

        A template method such as `NodeVisitor.visit` is the way into what the class defines itself; others
        change the attributes that it reads, or work with what it puts into theirs, such as a table of its
        methods.
        """
        if len(found) <= MOST_INHERITED:
            return list(found.items())
        effects = _together(map(self._effects, own.values()))
        near = ((name, entry) for name, entry in found.items() if is_function(entry))
        leading = [
            (name, entry) for name, entry in near if _leads_to(self._effects(entry), effects, own.keys())
        ]
        return leading[:MOST_INHERITED]

    def _effects(self, function: Any) -> Effects:
        if function not in self._known:
            self._known[function] = own_effects_of(function, self._sources)
        return self._known[function]


def _public(bases: Iterable[type], kind: type) -> dict[str, Any]:
    """The public methods of bases that a class has from them, the nearest of each name."""
    found: dict[str, Any] = {}
    for base in bases:
        for name, entry in list(vars(base).items()):
            callable_entry = is_a(entry, classmethod, staticmethod) or is_function(entry)
            if callable_entry and not name.startswith("_") and name not in vars(kind):
                found.setdefault(name, entry)
    return found


def _together(effects: Iterable[Effects]) -> Effects:
    found = Effects()
    for each in effects:
        found.reads.update(each.reads)
        found.writes.update(each.writes)
    return found


def _leads_to(inherited: Effects, own: Effects, names: Iterable[str]) -> bool:
    """Check whether a method calls those of a class, changes what they read, or reads what they change."""
    meets = (
        not inherited.calls.keys().isdisjoint(names),
        not inherited.writes.keys().isdisjoint(own.reads),
        not inherited.reads.keys().isdisjoint(own.writes),
    )
    return any(meets)
