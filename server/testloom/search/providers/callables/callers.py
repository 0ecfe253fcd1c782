"""Public callers of private callables, by which tests reach what they would else call privately."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from testloom.model.subject import Callable, Parameter, PrivateCall, Subject

FARTHEST = 3
"""How many private callables may lie between a public caller and the private call."""
OWN = "."
"""Stands before the name of a method that is called on the caller's own object."""
EACH = "*"
"""Stands before the name of a parameter of which only the items are passed on."""


class Way(NamedTuple):
    """A caller, and which of its parameters each parameter of what it calls gets; `*name`: an item of it."""

    caller: Callable
    given: Mapping[str, str]


class Callers:
    """The public callers of the private callables of a subject; `is_any`: it has private callables."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._direct: dict[str, list[Way]] = {}
        self._known: dict[str, list[Way]] = {}
        self._probes: dict[str, frozenset[int]] = {}
        self.is_any = any(called.is_private for called in subject.callables.values())
        for caller in subject.callables.values():
            for call in caller.private_calls if caller.in_subject else ():
                called = _called(call, caller, subject)
                if called is not None and called.is_private and called is not caller:
                    self._direct.setdefault(called.id, []).append(Way(caller, _by_name(call, called)))

    def of(self, called: str) -> list[Way]:
        """List the ways to a private callable from public ones, each once, the shortest first."""
        if called not in self._known:
            self._known[called] = self._found(called)
        return self._known[called]

    def probes_of(self, called: str) -> frozenset[int]:
        """Return the probes of a callable's own code: a test that hits one has run it.

        There are none of what is not described, such as the constructor of an abstract class.
        """
        if called not in self._probes:
            known = self._subject.callables.get(called)
            code = None if known is None else code_of(known)
            own = frozenset(probe.index for probe in self._subject.probes if probe.code == code)
            self._probes[called] = own
        return self._probes[called]

    def _found(self, called: str) -> list[Way]:
        found: list[Way] = []
        seen, ways = {called}, _each_once(self._direct.get(called, []))
        for _ in range(FARTHEST):
            found += [way for way in ways if not way.caller.is_private and way not in found]
            further = [way for way in ways if way.caller.is_private and way.caller.id not in seen]
            seen |= {way.caller.id for way in further}
            ways = _each_once(
                _joined(way, outer) for way in further for outer in self._direct.get(way.caller.id, ())
            )
        return found


def _each_once(ways: Iterable[Way]) -> list[Way]:
    found: list[Way] = []
    for way in ways:
        if way not in found:
            found.append(way)
    return found


def _called(call: PrivateCall, caller: Callable, subject: Subject) -> Callable | None:
    """What is called: a function of the module, or a method of the class or one of its bases."""
    if not call.name.startswith(OWN):
        return subject.callables.get(f"{caller.module}:{call.name}")
    owner = subject.classes.get(caller.owner or "")
    for kind in (caller.owner, *(owner.bases if owner is not None else ())):
        name = call.name.removeprefix(OWN)
        mangled = f"_{str(kind).rpartition(':')[2].rpartition('.')[2].lstrip('_')}{name}"
        for known in (name, mangled):
            if (called := subject.callables.get(f"{kind}.{known}")) is not None:
                return called
    return None


def _by_name(call: PrivateCall, called: Callable) -> dict[str, str]:
    """What each parameter gets of those of the caller, by name."""
    names = positional(called.parameters)
    rest = next((parameter.name for parameter in called.parameters if parameter.kind == "args"), "")
    named = {}
    for place, passed in call.given:
        if isinstance(place, str):
            named[place] = passed
        elif place < len(names):
            named[names[place]] = passed
        elif rest:
            named[rest] = f"{EACH}{passed.removeprefix(EACH)}"
    return named


def positional(parameters: Iterable[Parameter]) -> list[str]:
    """List the parameters that may be passed by position."""
    return [parameter.name for parameter in parameters if parameter.kind in ("positional", "either")]


def _joined(inner: Way, outer: Way) -> Way:
    """The way from the outer caller through the inner one."""
    given = {}
    for name, passed in inner.given.items():
        further = outer.given.get(passed.removeprefix(EACH))
        if further is not None:
            star = EACH if EACH in (passed[0], further[0]) else ""
            given[name] = star + further.removeprefix(EACH)
    return Way(outer.caller, given)


def code_of(called: Callable) -> str:
    """Return what probes call the code of a callable: private names as they stand in the source."""
    owner, _, name = called.qualname.rpartition(".")
    mangled = f"_{owner.rpartition('.')[2].lstrip('_')}__"
    name = name.removeprefix(mangled[:-2]) if name.startswith(mangled) else name
    code = f"{owner}.{name}" if owner else name
    return called.code if called.kind in ("constructor", "definition") else code
