"""Which methods that a class inherits are called in tests of it."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from types import CodeType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import function_in, is_a, is_function
from testloom_agent.reflection.bodies.state.effects import Effects, own_effects_of
from testloom_agent.reflection.members.classes.description import PLUMBING, is_dunder, is_special_method
from testloom_agent.reflection.sources import Sources
from testloom_agent.wrapped import unwrapped

MOST_INHERITED = 12
"""Where there are no more than that, all are; of more only those that have to do with what the class has."""
MOST_WAYS = 3
"""The most inherited methods through which a private method is called."""


class Inheritance:
    """Chooses among the methods that a class inherits; those of a base are read once for all its classes."""

    def __init__(self, module: str, sources: Sources) -> None:
        self._module = module
        self._sources = sources
        self._known: dict[Any, Effects] = {}

    def entries(self, kind: type) -> list[tuple[str, Any]]:
        """List public methods that a class has from its bases.

        Of bases in its own module, which have tests themselves, these are the template methods through which
        what is private in the class is called. Of others they may be special methods, such as `__call__`.
        """
        bases = [base for base in kind.__mro__[1:] if home_of(base) not in PLUMBING]
        bases = [base for base in bases if not issubclass(base, BaseException)]
        own = {
            name: function
            for name, entry in vars(kind).items()
            if is_function(function := function_in(entry))
        }
        foreign = _public((base for base in bases if home_of(base) != self._module), kind)
        templates = self._templates(bases, kind, own)
        return list(dict([*self._of_others(foreign, own), *templates]).items())

    def private_calls(self, kind: type, entry: Any) -> list[str]:
        """List the private methods of its object that a method calls, itself or through others of these."""
        found: dict[str, None] = {}
        pending = [function_in(entry)]
        while pending:
            for name in _private_names(pending.pop()):
                called = function_in(inspect.getattr_static(kind, name, None))
                if name not in found and is_function(called):
                    found[name] = None
                    pending.append(called)
        return list(found)

    def _templates(self, bases: Iterable[type], kind: type, own: Iterable[str]) -> Iterator[tuple[str, Any]]:
        """Methods that call something private which a class has an implementation of its own for.

        Where none does so itself, these are methods that call it through what is private in the bases.
        """
        private = list(filter(_is_private, own))
        offered = _offered(bases, kind) if private else {}
        public = {name: entry for name, entry in offered.items() if is_function(entry)}
        directly = {name: list(_private_names(entry)) for name, entry in public.items()}
        led_to = {name: self.private_calls(kind, entry) for name, entry in public.items()}
        for called in private:
            ways = [name for name, names in directly.items() if called in names]
            ways = ways or [name for name, names in led_to.items() if called in names]
            yield from ((name, public[name]) for name in ways[:MOST_WAYS])

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


def _offered(bases: Iterable[type], kind: type) -> dict[str, Any]:
    """The methods of bases that a class has from them and a test may use, the nearest of each name."""
    found: dict[str, Any] = {}
    for base in bases:
        for name, entry in list(vars(base).items()):
            is_callable = is_a(entry, classmethod, staticmethod) or is_function(entry)
            is_open = not name.startswith("_") or is_special_method(name, entry)
            if is_callable and is_open and name not in vars(kind):
                found.setdefault(name, entry)
    return found


def _public(bases: Iterable[type], kind: type) -> dict[str, Any]:
    """Those of the methods that are no special ones."""
    return {name: entry for name, entry in _offered(bases, kind).items() if not name.startswith("_")}


def _private_names(function: Any) -> Iterator[str]:
    """The private names that the code of a function uses; what is handed on to be called is among them."""
    behind = unwrapped(function)
    codes = [behind.__code__] if is_function(behind) else []
    for code in codes:
        yield from filter(_is_private, code.co_names)
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _is_private(name: str) -> bool:
    return name.startswith("_") and not is_dunder(name)


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
