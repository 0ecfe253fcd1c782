"""What happens to parameters that a function passes on: what the functions that take them do with them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import function_in, is_a, is_class, is_function
from testloom_agent.reflection.bodies.command_lines import command_lines_in
from testloom_agent.reflection.bodies.frames import FrameReader, knows_frames
from testloom_agent.reflection.bodies.lookups import LookupReader, behind, lookups_of
from testloom_agent.reflection.bodies.uses import attributes_set, uses_of, uses_of_attributes
from testloom_agent.reflection.resolution import Resolver
from testloom_agent.reflection.sources import Function, Sources
from testloom_agent.wrapped import unwrapped

FARTHEST = 3
"""So many calls a parameter is followed."""
_OWN = frozenset({"self", "cls", "mcs"})


@dataclass(frozen=True)
class Fate:
    """What is done with a parameter, and how those that take it annotate it."""

    uses: dict[str, None] = field(default_factory=dict)
    annotations: list[Any] = field(default_factory=list)

    def join(self, other: Fate, steps: str = "") -> None:
        """Take in what another function does with it, or with what lies behind these steps."""
        if steps:
            self.uses.update(dict.fromkeys(behind(steps, other.uses)))
        else:
            self.uses.update(other.uses)
            self.annotations.extend(other.annotations)


@dataclass(frozen=True)
class Scope:
    """Where the names in a body are looked up: in a module, and `self` in a class."""

    namespace: Mapping[str, Any]
    owner: type | None


@dataclass(frozen=True)
class Taker:
    """A function or class that is called; that of a class or an object gets its `owner` before the rest."""

    called: Any
    owner: type | None = None


class Passing:
    """Follows parameters through the functions of one package.

    `elsewhere` are the functions of its other modules that have taken one so far.
    """

    def __init__(self, module: str, sources: Sources, resolver: Resolver) -> None:
        self.elsewhere: list[Function] = []
        self._module = module
        self._package = module.partition(".")[0]
        self._sources = sources
        self._resolver = resolver
        self._known: dict[tuple[int, int], dict[str, Fate]] = {}

    def of(self, node: Function | ast.Lambda, names: Iterable[str], scope: Scope) -> dict[str, Fate]:
        """For each parameter what the body does with it, and what is done with it where it is passed on."""
        return self._followed(node, names, scope, FARTHEST)

    def done_with(self, call: ast.Call, place: str | int, scope: Scope) -> list[str]:
        """What the function that a call calls does with one of its arguments."""
        target = self.target(call.func, scope)
        fates = {} if target is None else self._taken(target, 2)
        names = list(fates)
        name = place if isinstance(place, str) else names[place] if place < len(names) else ""
        return list(fates[name].uses) if name in fates else []

    def _followed(
        self, node: Function | ast.Lambda, names: Iterable[str], scope: Scope, steps: int
    ) -> dict[str, Fate]:
        found = {name: Fate(dict.fromkeys(uses)) for name, uses in uses_of(node, names).items()}
        reader = FrameReader(found) if knows_frames(scope.namespace) else LookupReader(found)
        lookups = lookups_of(node, reader)
        for name, uses in lookups.uses.items():
            found[name].uses.update(uses)
        for name, use in command_lines_in(node, found):
            found[name].uses[use] = None
        for call in ast.walk(node) if steps else ():
            if not isinstance(call, ast.Call):
                continue
            given = [*handed_over(call, found), *lookups.handed.get(call, ())]
            target = self.target(call.func, scope) if given else None
            if target is None:
                continue
            fates = self._taken(target, steps - 1)
            parameters = list(fates)
            for name, way, place in given:
                if isinstance(place, str):
                    found[name].join(fates.get(place, Fate()), way)
                elif place < len(parameters):
                    found[name].join(fates[parameters[place]], way)
        return found

    def _taken(self, target: Taker, steps: int) -> dict[str, Fate]:
        """What a function, or the constructor of a class, does with its parameters, in their order."""
        kind = target.called if is_class(target.called) else None
        function = unwrapped(target.called if kind is None else inspect.getattr_static(kind, "__init__"))
        key = id(function.__code__), steps
        if key not in self._known:
            self._known[key] = {}
            self._known[key] = self._fates(function, kind or target.owner, kind, steps)
        return self._known[key]

    def _fates(self, function: Any, owner: type | None, made: type | None, steps: int) -> dict[str, Fate]:
        node = self._sources.function(function)
        if node is None or isinstance(node, ast.Lambda):
            return {}
        if function.__module__ != self._module and node not in self.elsewhere:
            self.elsewhere.append(node)
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if owner is not None and arguments and arguments[0].arg in ("self", "cls"):
            arguments = arguments[1:]
        names = [argument.arg for argument in arguments]
        found = self._followed(node, names, Scope(function.__globals__, owner), steps)
        if made is not None:
            self._stored(node, made, found)
        hints = self._resolver.hints(function)
        for name in names:
            found[name].annotations.extend([hints[name]] if name in hints else [])
        return {name: found[name] for name in names}

    def _stored(self, node: Function, kind: type, found: Mapping[str, Fate]) -> None:
        """What a constructor stores is used wherever the attribute is."""
        stored = attributes_set(node)
        definitions = [self._sources.class_(base) for base in kind.__mro__ if self.is_near(base)]
        classes = [definition for definition in definitions if definition is not None]
        for attribute, uses in uses_of_attributes(classes, stored).items():
            if stored[attribute] in found:
                found[stored[attribute]].uses.update(dict.fromkeys(uses))

    def target(self, called: ast.expr, scope: Scope) -> Taker | None:
        """The function or class of the package that a call calls; None if that is not known."""
        owner: type | None = None
        match called:
            case ast.Name(id=name):
                value = scope.namespace.get(name)
            case ast.Attribute(value=ast.Name(id=holder), attr=name) if holder in _OWN and scope.owner:
                value, owner = inspect.getattr_static(scope.owner, name, None), scope.owner
                value = function_in(value)
            case ast.Attribute(value=ast.Name(id=holder), attr=name):
                value, owner = _held(scope.namespace.get(holder), name)
            case _:
                value = None
        if is_class(value):
            init = inspect.getattr_static(value, "__init__")
            return Taker(value) if self.is_near(value) and is_function(init) else None
        return Taker(value, owner) if is_function(value) and self.is_near(value) else None

    def is_near(self, value: Any) -> bool:
        """Whether a function or class is one of the package."""
        return home_of(value).partition(".")[0] == self._package


def handed_over(call: ast.Call, names: Container[str]) -> Iterator[tuple[str, str, int | str]]:
    """The parameters that a call hands over as they are, with no steps, each with its place or keyword."""
    for place, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            break
        if isinstance(argument, ast.Name) and argument.id in names:
            yield argument.id, "", place
    for keyword in call.keywords:
        if keyword.arg is not None and isinstance(keyword.value, ast.Name) and keyword.value.id in names:
            yield keyword.value.id, "", keyword.arg


def _held(holder: Any, name: str) -> tuple[Any, type | None]:
    """What a module or a class holds by a name, and the class that a class method gets by itself."""
    if is_a(holder, ModuleType):
        return vars(holder).get(name), None
    value = inspect.getattr_static(holder, name, None) if is_class(holder) else None
    return function_in(value), holder if is_a(value, classmethod) else None
