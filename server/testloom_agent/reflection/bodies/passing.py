"""What becomes of the parameters that a function passes on: how the functions that receive them use them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from types import ModuleType, UnionType
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin

from testloom_agent.homes import home_of
from testloom_agent.kinds import constructor_of, function_in, is_a, is_class, is_function
from testloom_agent.reflection.bodies.aiohttp_requests import (
    NAME,
    RequestReader,
    knows_requests,
    takes_request,
)
from testloom_agent.reflection.bodies.command_lines import command_lines_in
from testloom_agent.reflection.bodies.dispatching import Tables, dispatch_in
from testloom_agent.reflection.bodies.frames import FrameReader, knows_frames
from testloom_agent.reflection.bodies.lookups import (
    SPREAD,
    LookupReader,
    attributes_looked_up,
    attributes_read,
    lookups_of,
)
from testloom_agent.reflection.bodies.standing import (
    Giving,
    Standing,
    filled,
    left_open,
    literal_left_open,
    literal_of,
    methods_giving,
    texts_given,
    texts_of,
    told_apart,
)
from testloom_agent.reflection.bodies.steps import behind
from testloom_agent.reflection.bodies.tested import named_anywhere
from testloom_agent.reflection.bodies.uses import attributes_set, uses_of
from testloom_agent.reflection.resolution import Resolver
from testloom_agent.reflection.sources import Function, Sources
from testloom_agent.wrapped import unwrapped

FARTHEST = 3
"""How many calls deep a parameter is followed."""
_OWN = frozenset({"self", "cls", "mcs"})
MOST_HANDLERS = 20
"""If code selects from several handlers, the lookups of at most this many in their arguments count."""
REST = SPREAD
"""The name for the parameter that takes all other keywords."""
PLAIN_KINDS = (bool, int, float, str, bytes, list, dict, tuple, set)


@dataclass(frozen=True)
class Fate:
    """The uses of a parameter, and the annotations of the parameters that it is passed to.

    `kinds` are the built-in types in these annotations, or of these parameters' defaults.
    """

    uses: dict[str, None] = field(default_factory=dict)
    annotations: list[Any] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)

    def filled(self, given: Standing) -> Fate:
        """Fill the open texts in the uses with the values given for these parameters."""
        return replace(self, uses=dict.fromkeys(filled(self.uses, given)))

    def join(self, other: Fate, steps: str = "") -> None:
        """Take in what another function does with it, or with what lies behind these steps."""
        if steps:
            tested = (f"isinstance:{kind}" for kind in other.kinds)
            self.uses.update(dict.fromkeys(behind(steps, [*other.uses, *tested])))
        else:
            self.uses.update(other.uses)
            self.annotations.extend(other.annotations)
            self.kinds.extend(other.kinds)


@dataclass(frozen=True)
class Scope:
    """Where the names in a body are looked up: in a module, and `self` in a class.

    The `definer` is the class that defines the body; `super()` continues after it.
    """

    namespace: Mapping[str, Any]
    owner: type | None
    definer: type | None = None


@dataclass(frozen=True)
class Taker:
    """A function or class that is called; `owner` is the class for which a method is called."""

    called: Any
    owner: type | None = None


class Passing:
    """Follows parameters through the functions of one package.

    `elsewhere` has the functions of its other modules that have received a parameter so far.
    """

    def __init__(self, module: str, sources: Sources, resolver: Resolver) -> None:
        self.elsewhere: list[Function] = []
        self._module = module
        self._package = module.partition(".")[0]
        self._sources = sources
        self._resolver = resolver
        self._known: dict[tuple[int, int, int], dict[str, Fate]] = {}
        self._tables = Tables(self._class)
        self._known_by: dict[str, tuple[bool, bool]] = {}
        self._giving: dict[ast.ClassDef, list[Giving]] = {}
        self._given: dict[tuple[ast.ClassDef, ...], Mapping[str, Standing]] = {}

    def of(self, node: Function | ast.Lambda, names: Iterable[str], scope: Scope) -> dict[str, Fate]:
        """Collect the uses of each parameter in the body, and in the functions it is passed to."""
        found = self._followed(node, names, scope, FARTHEST)
        return {name: fate.filled({}) for name, fate in found.items()}

    def scope(self, function: Any, owner: type | None) -> Scope:
        """Create the scope in which the names in a function's body are looked up."""
        node = self._sources.function(function)
        definer = None if node is None else self._definer(node, owner)
        return Scope(function.__globals__, owner, definer)

    def done_with(self, call: ast.Call, place: str | int, scope: Scope) -> list[str]:
        """List the uses of one argument in the function that a call calls."""
        target = self.target(call.func, scope)
        fates = {} if target is None else self._taken(target, 2)
        found = {"": Fate()}
        _join(found, [("", "", place)], {name: fate.filled({}) for name, fate in fates.items()}, call)
        return [*found[""].uses, *(f"isinstance:{kind}" for kind in found[""].kinds)]

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Follow within what is no code of the module: what takes its parameters is not `elsewhere`."""
        elsewhere, known = list(self.elsewhere), dict(self._known)
        yield
        self.elsewhere, self._known = elsewhere, known

    def _followed(
        self, node: Function | ast.Lambda, names: Iterable[str], scope: Scope, steps: int
    ) -> dict[str, Fate]:
        namespace = with_itself(scope.namespace, scope.owner)
        uses = uses_of(node, names, namespace)
        found = {name: Fate(dict.fromkeys(own)) for name, own in uses.items()}
        reader = self._reader_for(scope.namespace, takes_request(node))(found, namespace)
        dispatch = dispatch_in(node, scope.namespace, scope.owner, self._tables)
        reader.selecting = dispatch.uses
        reader.function_named = partial(self._function_named, scope.namespace)
        lookups = lookups_of(node, reader)
        for name, more in lookups.uses.items():
            found[name].uses.update(more)
        for name, use in command_lines_in(node, found):
            found[name].uses[use] = None
        scope = replace(scope, definer=self._definer(node, scope.owner))
        for call in dict.fromkeys([*ast.walk(node), *lookups.handed]) if steps else ():
            if not isinstance(call, ast.Call):
                continue
            given = [*handed_over(call, found), *lookups.handed.get(call, ())]
            if not given:
                continue
            if (target := self.target(call.func, scope)) is not None:
                fates = self._taken(target, steps - 1)
                texts = dict(_texts_given(call, fates, found, reader))
                _join(found, given, {name: fate.filled(texts) for name, fate in fates.items()}, call)
            for handler in dispatch.handlers_of(call)[:MOST_HANDLERS]:
                fates = self._taken(Taker(handler, scope.owner), steps - 1)
                looked_up = {name: Fate(dict.fromkeys(behind("", fate.uses))) for name, fate in fates.items()}
                _join(found, given, looked_up, call)
        return found

    def _taken(self, target: Taker, steps: int) -> dict[str, Fate]:
        """Collect what a function, or a class's constructor, does with its parameters, in their order."""
        kind = target.called if is_class(target.called) else None
        function = unwrapped(target.called if kind is None else constructor_of(kind))
        owner = kind or target.owner
        key = id(function.__code__), id(owner), steps  # not their hashes: metaclasses can define these
        if key not in self._known:
            self._known[key] = {}
            self._known[key] = self._fates(function, owner, kind, steps)
        return self._known[key]

    def _fates(self, function: Any, owner: type | None, made: type | None, steps: int) -> dict[str, Fate]:
        node = self._sources.function(function)
        if made is not None and (node is None or (_takes_fields(function) and not self.is_near(function))):
            return self._declared(made)
        if node is None or isinstance(node, ast.Lambda):
            return {}
        if function.__module__ != self._module and node not in self.elsewhere:
            self.elsewhere.append(node)
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if owner is not None and arguments and arguments[0].arg in ("self", "cls"):
            arguments = arguments[1:]
        names = [argument.arg for argument in arguments]
        rest = [node.args.kwarg.arg] if node.args.kwarg is not None else []
        found = self._followed(node, [*names, *rest], Scope(function.__globals__, owner), steps)
        if made is None and function.__name__ == "__init__":
            made = owner
        if made is not None:
            self._stored(node, made, found, function.__globals__)
        hints = self._resolver.hints(function)
        for name in names:
            found[name].annotations.extend([hints[name]] if name in hints else [])
        for name, kind in _plain_kinds(node.args, hints):
            if name in found:
                found[name].kinds.append(kind)
        if function.__module__ != self._module:
            for fate in found.values():
                uses = dict.fromkeys(named_anywhere(fate.uses, function.__globals__))
                fate.uses.clear()
                fate.uses.update(uses)
        taken = {name: found[name] for name in names}
        return taken if node.args.kwarg is None else {**taken, REST: found[node.args.kwarg.arg]}

    def _declared(self, kind: type) -> dict[str, Fate]:
        """Find the fields of a class whose constructor is made from annotations, with their types."""
        near = [base for base in reversed(kind.__mro__) if self.is_near(base)]
        names = dict.fromkeys(name for base in near for name in vars(base).get("__annotations__", ()))
        hints = self._resolver.hints(kind) if names else {}
        fields = [name for name in names if not name.startswith("_") and not _is_of_class(hints.get(name))]
        plain = dict(_plain_hints(hints))
        return {name: Fate(kinds=[plain[name]] if name in plain else []) for name in fields}

    def _stored(
        self, node: Function, kind: type, found: Mapping[str, Fate], namespace: Mapping[str, Any]
    ) -> None:
        """Add the uses of the attributes in which a constructor stores its parameters."""
        stored = attributes_stored(node, found)
        classes = [definition for base in kind.__mro__ if (definition := self._class(base)) is not None]
        for name, uses in self.kept(classes, stored, with_itself(namespace, kind)):
            if name in found:
                found[name].uses.update(dict.fromkeys(uses))

    def kept(
        self,
        classes: Iterable[ast.ClassDef],
        stored: Mapping[str, tuple[str, str | None]],
        namespace: Mapping[str, Any],
    ) -> Iterator[tuple[str, Iterable[str]]]:
        """Yield the uses, in a class and its bases, of the parameters that a constructor stores.

        `stored` is the result of `attributes_stored`.
        """
        definitions = tuple(classes)
        if definitions not in self._given:
            for node in definitions:
                if node not in self._giving:
                    self._giving[node] = methods_giving(node)
            methods = [method for node in definitions for method in self._giving[node]]
            self._given[definitions] = texts_given(methods, namespace)
        parts = self._sources.saying(definitions, stored)
        reader = self._reader_for(namespace, NAME in (name for name, _ in stored.values()))
        read = attributes_read(parts, stored, namespace, self._given[definitions], reader)
        for attribute, uses in read.items():
            name, steps = stored[attribute]
            yield name, uses if steps is None else list(told_apart(behind(steps, uses)))

    def _reader_for(self, namespace: Mapping[str, Any], takes_request: bool) -> type[LookupReader]:
        """Choose the class that reads lookups in a body, by the libraries that its module has imported.

        If the module knows both, only a function that takes a request is read for the lookups in it.
        """
        name = str(namespace.get("__name__"))
        if name not in self._known_by:
            self._known_by[name] = knows_frames(namespace), knows_requests(namespace)
        of_frames, of_requests = self._known_by[name]
        if of_requests and (takes_request or not of_frames):
            return RequestReader
        return FrameReader if of_frames else LookupReader

    def _class(self, kind: type) -> ast.ClassDef | None:
        """Find the definition of a class of the package."""
        return self._sources.class_(kind) if self.is_near(kind) else None

    def _function_named(self, namespace: Mapping[str, Any], name: str) -> Function | ast.Lambda | None:
        """Find the definition of a function of the package by its name in a module."""
        value = namespace.get(name)
        return self._sources.function(value) if is_function(value) and self.is_near(value) else None

    def _definer(self, node: Function | ast.Lambda, owner: type | None) -> type | None:
        """Find the class that defines a method; None if the function is not a method."""
        if owner is None or isinstance(node, ast.Lambda):
            return None
        for kind in owner.__mro__:
            entry = function_in(vars(kind).get(node.name))
            if is_function(entry) and self._sources.function(entry) is node:
                return kind
        return None

    def target(self, called: ast.expr, scope: Scope) -> Taker | None:
        """Find the function or class of the package that a call calls; None if that is not known."""
        owner: type | None = None
        match called:
            case ast.Name(id=name):
                value = scope.namespace.get(name)
            case ast.Attribute(value=ast.Name(id=holder), attr=name) if holder in _OWN and scope.owner:
                value, owner = inspect.getattr_static(scope.owner, name, None), scope.owner
                value = function_in(value)
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"))) if scope.definer:
                value, owner = function_in(inherited(called, scope)), scope.owner
            case ast.Attribute(value=ast.Name(id=holder), attr=name):
                value, owner = _held(scope.namespace.get(holder), name)
            case _:
                value = None
        if is_class(value):
            init = constructor_of(value)
            return Taker(value) if self.is_near(value) and is_function(init) else None
        return Taker(value, owner) if is_function(value) and self.is_near(value) else None

    def is_of_package(self, namespace: Mapping[str, Any]) -> bool:
        """Check whether a namespace is that of a module of the package."""
        return str(namespace.get("__name__")).partition(".")[0] == self._package

    def is_near(self, value: Any) -> bool:
        """Check whether a function or class is defined in the package."""
        return home_of(value).partition(".")[0] == self._package


def attributes_stored(node: Function | ast.Lambda, names: Iterable[str]) -> dict[str, tuple[str, str | None]]:
    """Find the parameters that a constructor stores, by attribute, with the steps of any lookup in them.

    The steps are empty for a parameter that is copied, and None where the parameter itself is stored.
    """
    whole: dict[str, tuple[str, str | None]] = {
        attribute: (name, None) for attribute, name in attributes_set(node).items()
    }
    return {**attributes_looked_up(node, names), **whole}


def with_itself(namespace: Mapping[str, Any], owner: type | None) -> Mapping[str, Any]:
    """Extend a namespace by `self` and `cls`, which stand for the class."""
    return namespace if owner is None else {**namespace, "self": owner, "cls": owner}


def handed_over(call: ast.Call, names: Container[str]) -> Iterator[tuple[str, str, int | str]]:
    """Yield the parameters that a call passes on unchanged, each with empty steps and place or keyword.

    A parameter that is spread over the keywords of the call has `**` as its place.
    """
    for place, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            break
        if isinstance(argument, ast.Name) and argument.id in names:
            yield argument.id, "", place
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.Name) and keyword.value.id in names:
            yield keyword.value.id, "", REST if keyword.arg is None else keyword.arg


def _texts_given(
    call: ast.Call, fates: Iterable[str], names: Container[str], reader: LookupReader
) -> Iterator[tuple[str, Sequence[str]]]:
    """For each parameter of what is called the texts that it gets, or the parameter that stays open.

    Plain values are given once more as source writes them, for what is compared with the parameter.
    """
    for parameter, argument in [
        *zip((name for name in fates if name != REST), call.args, strict=False),
        *((keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg is not None),
    ]:
        if isinstance(argument, ast.Name) and argument.id in names:
            yield parameter, [left_open(argument.id)]
            yield literal_of(parameter), [literal_left_open(argument.id)]
        else:
            yield parameter, texts_of(argument, reader.standing, reader.namespace)
            value = reader.constant(argument)
            yield literal_of(parameter), [] if value is None else [repr(value)]


def _join(
    found: Mapping[str, Fate],
    given: Iterable[tuple[str, str, int | str]],
    fates: Mapping[str, Fate],
    call: ast.Call,
) -> None:
    """Add what a function does with the arguments of a call."""
    parameters = [name for name in fates if name != REST]
    for name, way, place in given:
        if place == REST:
            _spread(found[name], fates, call, way)
        elif isinstance(place, str):
            found[name].join(fates.get(place, Fate()), way)
        elif place < len(parameters):
            found[name].join(fates[parameters[place]], way)


def _spread(fate: Fate, fates: Mapping[str, Fate], call: ast.Call, way: str) -> None:
    """Add the uses of the keywords that a mapping is unpacked into, as lookups in this mapping.

    `way` has the steps to the mapping.
    """
    named = {keyword.arg for keyword in call.keywords}
    starred = (place for place, argument in enumerate(call.args) if isinstance(argument, ast.Starred))
    given = next(starred, len(call.args))
    for place, (name, other) in enumerate(fates.items()):
        if name == REST:
            fate.uses.update(dict.fromkeys(behind(way, other.uses)))
        elif place >= given and name not in named:
            fate.uses[f"{way}['{name}']"] = None
            fate.join(other, f"{way}['{name}']")


def _plain_kinds(arguments: ast.arguments, hints: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the built-in types that annotations name, or that defaults of parameters have."""
    yield from _plain_hints(hints)
    plain = [*arguments.posonlyargs, *arguments.args]
    behind_required = plain[len(plain) - len(arguments.defaults) :]
    defaults = [
        *zip(behind_required, arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    for argument, default in defaults:
        kind = type(default.value) if isinstance(default, ast.Constant) else None
        if kind in PLAIN_KINDS and kind is not None and argument.arg not in hints:
            yield argument.arg, kind.__name__


def _plain_hints(hints: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the built-in types that annotations name, even if they allow None or limit the values."""
    for name, hint in hints.items():
        parts = [part for part in get_args(hint) if part is not type(None)]
        is_optional = get_origin(hint) in (Union, UnionType) and len(parts) == 1
        named = parts[0] if is_optional or get_origin(hint) is Annotated else hint
        kind = get_origin(named) or named
        if any(kind is plain for plain in PLAIN_KINDS):
            yield name, kind.__name__


def _takes_fields(function: Any) -> bool:
    """Check whether a constructor takes any keywords, and nothing else but `self`."""
    code = function.__code__
    named = code.co_argcount + code.co_kwonlyargcount
    return named == 1 and bool(code.co_flags & inspect.CO_VARKEYWORDS)


def _is_of_class(hint: Any) -> bool:
    """Check whether an annotation declares an attribute of the class, not of its instances."""
    return hint is ClassVar or get_origin(hint) is ClassVar


def inherited(called: ast.expr, scope: Scope) -> Any:
    """Find the attribute that `super().name` stands for in the body's class; None if there is none."""
    if not isinstance(called, ast.Attribute) or scope.owner is None or scope.definer is None:
        return None
    order = scope.owner.__mro__
    place = next(place for place, kind in enumerate(order) if kind is scope.definer)
    following = order[place + 1 :]
    return next((vars(kind)[called.attr] for kind in following if called.attr in vars(kind)), None)


def _held(holder: Any, name: str) -> tuple[Any, type | None]:
    """Find the value of a name in a module or class, and the class that a class method is bound to."""
    if is_a(holder, ModuleType):
        return vars(holder).get(name), None
    value = inspect.getattr_static(holder, name, None) if is_class(holder) else None
    return function_in(value), holder if is_a(value, classmethod) else None
