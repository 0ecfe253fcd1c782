"""Describes functions, methods, properties and constructors."""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import typing
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from testloom_agent.kinds import (
    SIGNATURE,
    constructor_of,
    function_in,
    is_a,
    is_class,
    is_function,
    is_typed_dict,
)
from testloom_agent.reflection.bodies.calls.callees import BodyScope, Callee, inherited
from testloom_agent.reflection.bodies.parameters.private_calls import private_calls_in
from testloom_agent.reflection.bodies.raises import OF_CONVERTERS, raises_of
from testloom_agent.reflection.bodies.state.effects import effects_of
from testloom_agent.reflection.bodies.state.globals import globals_of
from testloom_agent.reflection.bodies.state.stored_keys import Key, KeyReader
from testloom_agent.reflection.bodies.uses import COMPARED
from testloom_agent.reflection.databases.columns import has_constructor_of_library, keywords_of
from testloom_agent.reflection.identities import class_id
from testloom_agent.reflection.members.calls.closures import with_closure
from testloom_agent.reflection.members.calls.computed import computing
from testloom_agent.reflection.members.calls.fields import (
    checks_of,
    keys_of,
    rejected,
    with_fields,
)
from testloom_agent.reflection.members.calls.forwarded import forwarding_of, joined
from testloom_agent.reflection.members.calls.procedures import is_procedure
from testloom_agent.reflection.members.calls.signatures import (
    Knowledge,
    RawParameter,
    describe_parameters,
    raw_parameters,
)
from testloom_agent.reflection.members.classes.collected import Collecting
from testloom_agent.reflection.members.classes.definitions import (
    INIT_SUBCLASS,
    body_of,
    hook_of,
    read_by,
)
from testloom_agent.reflection.members.classes.definitions import (
    keywords_of as keywords_of_definition,
)
from testloom_agent.reflection.members.classes.handed_names import handed_names
from testloom_agent.reflection.members.hints.annotations import Type, drained, make
from testloom_agent.reflection.resolution import Resolver
from testloom_agent.reflection.sources import Function, Sources, first_line
from testloom_agent.reflection.syntax import positional_names
from testloom_agent.wrapped import unwrapped

Description = dict[str, Any]
ASYNCHRONOUS = "contextlib:AbstractAsyncContextManager"
"""The return type of functions made by `asynccontextmanager`, whatever their annotation."""


class CallableDescriber:
    """Describes single callables; the knowledge that they share is passed in."""

    def __init__(self, sources: Sources, resolver: Resolver, known: Knowledge) -> None:
        self._sources = sources
        self._resolver = resolver
        self._known = known
        self._forwarding: list[Any] = []
        self._key_reader = KeyReader()
        self._keys: dict[type, Mapping[str, Mapping[str, Sequence[Key]]]] = {}

    def function(self, identity: str, target: Any, *, is_bound: bool = False) -> Description:
        """Describe a function of the module, which gets its first argument by itself if it `is_bound`."""
        described = self._describe(identity, "function", target, None, skip_first=is_bound)
        effects = globals_of(target, self._sources)
        return {**described, "reads": list(effects.reads), "writes": list(effects.writes)}

    def method(self, owner: type, owner_id: str, name: str, entry: Any) -> Description | None:
        """Describe what a class holds under `name`; None if it cannot be called or read."""
        computes = computing(entry, self._sources)
        kind, function = _unwrap_entry(entry) if computes is None else ("property", computes)
        if kind is None:
            return None
        identity = f"{owner_id}.{name}"
        if kind == "property":
            return self._property(identity, owner, owner_id, function)
        described = self._describe(identity, kind, function, owner, skip_first=kind != "staticmethod")
        self._note_keys(described["parameters"], function, owner)
        return {**described, **self._effects(kind, function, owner), "owner": owner_id}

    def _note_keys(self, parameters: list[Description], function: Any, owner: type) -> None:
        """Note the constants that a parameter is compared with as a key of something stored in the object."""
        if owner not in self._keys:
            self._keys[owner] = self._key_reader.taken(self._definitions(owner))
        taken = self._keys[owner].get(getattr(unwrapped(function), "__name__", ""), {})
        for entry in parameters:
            known = (f"{COMPARED}{key!r}" for key in taken.get(entry["name"], ()))
            entry["uses"] = list(dict.fromkeys([*entry["uses"], *known]))

    def _effects(self, kind: str, function: Any, owner: type) -> dict[str, list[str]]:
        if kind != "method":
            return {}
        effects = effects_of(function, owner, self._sources)
        return {"reads": list(effects.reads), "writes": list(effects.writes)}

    def constructor(self, kind: type, identity: str, in_subject: bool) -> Description:
        """Describe the constructor of a class."""
        init = constructor_of(kind)
        node = self._sources.function(init) if callable(init) else None
        hints: dict[str, Any] = {}
        for part in (kind, kind.__new__, init):
            if part is not object.__init__ and part is not object.__new__:
                hints.update(self._resolver.hints(part))
        hints = with_fields(kind, hints)
        place = self._sources.class_(kind)
        is_given = has_constructor_of_library(kind)
        raw = _parameters_of_columns(kind) if is_given else keys_of(kind, hints)
        raw = raw or raw_parameters(kind, node, skip_first=False)
        hints = _hints_of_columns(kind, self._known.columns.of(kind), hints) if is_given else hints
        docstring = _docstring(init) or _docstring(kind)
        parameters = describe_parameters(
            raw, hints, node, kind, self._known_in(init), docstring, self._definitions(kind)
        )
        parameters = self._with_forwarded(parameters, init, kind)
        checked = [] if is_given else checks_of(kind)[1]
        return {
            "id": identity,
            "kind": "constructor",
            "owner": identity,
            "parameters": parameters,
            "returns": make(identity),
            "is_coroutine": False,
            "is_generator": False,
            "line": _line(node if _defines_init(kind) else place or node),
            "raises": [*self._raises(init, node), *self._raises_after_init(kind), *checked],
            "rejects": [] if is_given else rejected(kind, parameters),
            "private_calls": private_calls_in(node, is_method=True),
            "in_subject": in_subject and not is_given,
        }

    def _with_forwarded(
        self, parameters: list[Description], function: Any, owner: type | None
    ) -> list[Description]:
        """Return the parameters with those behind `*args` and `**kwargs`."""
        function = unwrapped(function)
        forwarding = forwarding_of(self._sources.function(function), parameters)
        if forwarding is None or function in self._forwarding:
            return parameters
        scope = self._known.passing.callees.scope(function, owner)
        target = self._known.passing.callees.of(forwarding.call.func, scope)
        if target is None:
            is_last = inherited(forwarding.call.func, scope) is object.__init__
            return joined(parameters, [], forwarding) if is_last else parameters
        self._forwarding.append(function)
        try:
            return joined(parameters, self._taken_by(target), forwarding)
        finally:
            self._forwarding.pop()

    def _taken_by(self, target: Callee) -> list[Description]:
        """Describe the parameters of the function or class that a body calls."""
        if is_class(target.called):
            made: Description = self.constructor(target.called, "", in_subject=False)
        else:
            first = positional_names(self._sources.function(target.called))[:1]
            is_bound = target.owner is not None and first in (["self"], ["cls"])
            made = self._describe("", "function", target.called, target.owner, skip_first=is_bound)
        taken: list[Description] = made["parameters"]
        return taken

    def required(self, kind: type) -> list[Description]:
        """Describe the parameters that the constructor of a class of some library needs.

        What is written in C and does not tell them takes any number.
        """
        init = constructor_of(kind)
        own = self._resolver.hints(kind) if is_typed_dict(kind) else {}
        hints = {**own, **self._resolver.hints(kind.__new__), **self._resolver.hints(init)}
        raw = [
            parameter
            for parameter in keys_of(kind, hints) or raw_parameters(kind, None, skip_first=False)
            if not parameter.has_default
            if parameter.kind in ("positional", "either")
            or (parameter.kind == "args" and not is_function(init))
        ]
        return describe_parameters(raw, hints, None, kind, self._known, _docstring(init) or _docstring(kind))

    def definition(self, kind: type, identity: str, in_subject: bool) -> Description | None:
        """Describe what runs when a class is defined with a metaclass, or a subclass of another class.

        None if nothing does, and nothing looks for values in the body later. The parameters are the keywords
        behind the bases, `reads` the attributes that the body may say, `collects` the classes of the values
        that are looked for in it.
        """
        hook, is_metaclass = hook_of(kind), issubclass(kind, type)
        is_inherited = hook is None and not is_metaclass and hasattr(kind.__init_subclass__, "__func__")
        collected = [] if is_inherited else self.collected(kind)
        if hook is None and not is_metaclass and not collected:
            return None
        own = identity if is_metaclass else f"{identity}.{INIT_SUBCLASS}"
        described = self._describe(own, "definition", hook or type.__call__, kind, skip_first=True)
        return {
            **described,
            "owner": identity,
            "parameters": keywords_of_definition(kind, described["parameters"]),
            "returns": make(identity) if is_metaclass else make("type", [make(identity)]),
            "reads": read_by(
                self._sources.function(hook), kind, self._handed(hook, kind), is_collecting=bool(collected)
            ),
            "collects": [self._known.reducer.reduce(made)["name"] for made in collected],
            "in_subject": in_subject,
        }

    def _handed(self, hook: Any, kind: type) -> list[str]:
        """List the names that a metaclass has other functions look up in the body of a new class."""
        node = self._sources.function(hook)
        body = body_of(node, kind)
        if not body or node is None or isinstance(node, ast.Lambda):
            return []
        scope = BodyScope(hook.__globals__, kind)
        return list(handed_names(node, body, scope, self._known.passing.callees, self._sources.function))

    def _known_in(self, function: Any) -> Knowledge:
        """Return the knowledge for a function in whose body names refer to its own module."""
        function = unwrapped(function_in(function))
        return replace(self._known, namespace=function.__globals__) if is_function(function) else self._known

    def collected(self, kind: type) -> list[type]:
        """Find the classes of values that a class looks for in the body of a new class."""
        return Collecting(self._known.passing.callees, self._sources.function).by(kind)

    def _definitions(self, kind: type) -> list[ast.ClassDef]:
        """List the definitions of a class and its bases, as far as they belong to the project."""
        found = [self._sources.class_(base) for base in kind.__mro__ if self._sources.is_project(base)]
        return [node for node in found if node is not None]

    def _raises_after_init(self, kind: type) -> list[str]:
        post = getattr(kind, "__post_init__", None)
        return self._raises(post, self._sources.function(post)) if post is not None else []

    def _property(self, identity: str, owner: type, owner_id: str, function: Any) -> Description:
        described = self._describe(identity, "property", function, owner, skip_first=True)
        return {**described, "owner": owner_id, "parameters": []}

    def _describe(
        self, identity: str, kind: str, target: Any, owner: type | None, skip_first: bool
    ) -> Description:
        node = self._sources.function(target)
        hints = self._resolver.hints(unwrapped(target))
        raw = raw_parameters(target, node, skip_first)
        is_generator = inspect.isgeneratorfunction(target) or inspect.isasyncgenfunction(target)
        return {
            "id": identity,
            "kind": kind,
            "owner": None,
            "parameters": self._with_forwarded(
                describe_parameters(raw, hints, node, owner, self._known_in(target), _docstring(target)),
                target,
                owner,
            ),
            "returns": self._made(target, hints, node, owner),
            "is_coroutine": inspect.iscoroutinefunction(target) or inspect.isasyncgenfunction(target),
            "is_generator": is_generator,
            "line": _line(node),
            "raises": self._raises(target, node),
            "private_calls": private_calls_in(node, is_method=owner is not None and skip_first),
            "in_subject": True,
        }

    def _made(
        self, target: Any, hints: Mapping[str, Any], node: Function | ast.Lambda | None, owner: type | None
    ) -> Type:
        if _makes_asynchronous(target):
            return make(ASYNCHRONOUS)
        if "return" not in hints and is_procedure(node) and unwrapped(target) is target:
            return make("none")
        returned = self._returned(hints, owner)
        return returned if inspect.isgeneratorfunction(target) else with_closure(returned, node)

    def _returned(self, hints: Mapping[str, Any], owner: type | None) -> Type:
        if "return" not in hints:
            return make("any")
        annotation = hints["return"]
        if annotation in (typing.NoReturn, getattr(typing, "Never", typing.NoReturn)):
            return make("none")
        return drained(self._known.reducer.reduce(annotation, owner))

    def _raises(self, target: Any, node: Function | ast.Lambda | None) -> list[str]:
        function = unwrapped(target) if callable(target) else target
        text = _docstring(function) if node is not None or is_function(function) else None
        namespace = getattr(function, "__globals__", self._known.namespace)
        refusing = OF_CONVERTERS if self._sources.converts(target) else ()
        return [*raises_of(node, text, namespace), *refusing]


def _docstring(target: Any) -> str | None:
    text = getattr(target, "__doc__", None)
    return text if isinstance(text, str) else None


def _unwrap_entry(entry: Any) -> tuple[str | None, Any]:
    """Return the kind of a class's entry, and the function behind it."""
    if is_a(entry, staticmethod):
        return "staticmethod", entry.__func__
    if is_a(entry, classmethod):
        return "classmethod", entry.__func__
    if is_a(entry, property):
        return ("property", entry.fget) if entry.fget is not None else (None, None)
    if is_a(entry, functools.cached_property):
        return "property", entry.func
    if is_a(entry, functools.singledispatchmethod):
        return "method", entry.func
    if is_function(entry) or is_wrapper(entry):
        return "method", entry
    return None, None


def is_wrapper(entry: Any) -> bool:
    """Check whether an object other than a function wraps one, as `functools.lru_cache` does."""
    if is_class(entry) or not callable(entry):
        return False
    return is_function(inspect.getattr_static(entry, "__wrapped__", None)) or is_a(
        entry, functools._lru_cache_wrapper
    )


def as_access(described: dict[str, Any]) -> dict[str, Any]:
    """Describe `__getattr__` of a module (PEP 562): it takes nothing but the name of an attribute."""
    name, *_ = described["parameters"]
    return {
        **described,
        "parameters": [{**name, "kind": "positional", "type": make("str"), "has_default": False}],
    }


def _makes_asynchronous(target: Any) -> bool:
    """Check whether `asynccontextmanager` has made a function: all these functions have the same code."""
    made: Any = contextlib.asynccontextmanager
    return is_function(target) and target.__code__ is made(_returned_at_once).__code__


def _returned_at_once() -> None:
    """Stands for a generator function."""


def _defines_init(kind: type) -> bool:
    return is_function(vars(kind).get("__init__"))


def _parameters_of_columns(kind: type) -> list[RawParameter]:
    return [
        RawParameter(name, "keyword") if is_required else RawParameter(name, "keyword", ...)
        for name, is_required in keywords_of(kind).items()
    ]


def _hints_of_columns(kind: type, types: Mapping[str, Any], hints: Mapping[str, Any]) -> dict[str, Any]:
    """Collect the types of columns: those of the fields, with their limits, where a class declares both."""
    declared = hints if SIGNATURE in vars(kind) else {}
    return {name: declared.get(name, column) for name, column in types.items()}


def _line(node: ast.AST | None) -> int:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return first_line(node)
    return node.lineno if isinstance(node, ast.Lambda) else 0


__all__ = ["CallableDescriber", "as_access", "class_id", "is_wrapper"]
