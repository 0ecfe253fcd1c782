"""What becomes of the parameters that a function passes on: how the functions that receive them use them."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from testloom_agent.kinds import constructor_of, is_class
from testloom_agent.reflection.bodies.calls.callees import BodyScope, Callee, Callees, with_itself
from testloom_agent.reflection.bodies.calls.dispatching import Tables, dispatch_in
from testloom_agent.reflection.bodies.lookups.aiohttp_requests import (
    NAME,
    RequestReader,
    knows_requests,
    takes_request,
)
from testloom_agent.reflection.bodies.lookups.attributes import AttributeTexts
from testloom_agent.reflection.bodies.lookups.columns import columns_named, fields_named, is_open
from testloom_agent.reflection.bodies.lookups.flags import TRUTH, flags_in
from testloom_agent.reflection.bodies.lookups.frame_methods import knows_frames
from testloom_agent.reflection.bodies.lookups.frames import FrameReader
from testloom_agent.reflection.bodies.lookups.reader import (
    LookupReader,
    attributes_looked_up,
    attributes_read,
    lookups_of,
)
from testloom_agent.reflection.bodies.lookups.standing import (
    NONE_STANDING,
    Giving,
    Standing,
    left_open,
    literal_left_open,
    literal_of,
    methods_giving,
    texts_given,
    texts_of,
    told_apart,
)
from testloom_agent.reflection.bodies.lookups.steps import behind
from testloom_agent.reflection.bodies.parameters.command_lines import command_lines_in
from testloom_agent.reflection.bodies.parameters.declared import (
    is_of_class,
    plain_hints,
    plain_kinds,
    takes_fields,
)
from testloom_agent.reflection.bodies.parameters.fates import REST, Fate, handed_over, join_call, put_to
from testloom_agent.reflection.bodies.parameters.tested import named_anywhere
from testloom_agent.reflection.bodies.uses import COMPARED, attributes_set, uses_of
from testloom_agent.reflection.resolution import Resolver
from testloom_agent.reflection.sources import Function, Sources
from testloom_agent.trees import nodes_of
from testloom_agent.wrapped import unwrapped

FARTHEST = 3
"""How many calls deep a parameter is followed."""
MOST_HANDLERS = 20
"""If code selects from several handlers, the lookups of at most this many in their arguments count."""


class Passing:
    """Follows parameters through the functions of one package.

    `elsewhere` has the functions of its other modules that have received a parameter so far.
    """

    def __init__(self, module: str, sources: Sources, resolver: Resolver) -> None:
        self.elsewhere: list[Function] = []
        self.callees = Callees(module, sources)
        self._module = module
        self._sources = sources
        self._resolver = resolver
        self._known: dict[tuple[int, int, int], dict[str, Fate]] = {}
        self._tables = Tables(self.callees.class_)
        self._known_by: dict[str, tuple[bool, bool]] = {}
        self._giving: dict[ast.ClassDef, list[Giving]] = {}
        self._given: dict[tuple[ast.ClassDef, ...], Mapping[str, Standing]] = {}
        self._attributes = AttributeTexts(self.callees.is_near)

    def of(self, node: Function | ast.Lambda, names: Iterable[str], scope: BodyScope) -> dict[str, Fate]:
        """Collect the uses of each parameter in the body, and in the functions it is passed to."""
        found = self._followed(node, names, scope, FARTHEST)
        is_of_frames = self._reader_for(scope.namespace, takes_request(node)) is FrameReader
        return _with_columns(found, columns_named(node) if is_of_frames else {})

    def settled(
        self,
        uses: Mapping[str, Iterable[str]],
        node: Function | ast.Lambda | None,
        classes: Sequence[ast.ClassDef],
        namespace: Mapping[str, Any],
    ) -> dict[str, list[str]]:
        """Settle what is open in the uses of a constructor's parameters: some of them name columns.

        A constructor without a `node` takes the fields of the classes.
        """
        found = {name: Fate(dict.fromkeys(own)) for name, own in uses.items()}
        columns = fields_named(classes) if node is None else columns_named(node)
        is_of_frames = self._reader_for(namespace, takes_request=False) is FrameReader
        settled = _with_columns(found, columns if is_of_frames else {})
        return {name: list(fate.uses) for name, fate in settled.items()}

    def done_with(self, call: ast.Call, place: str | int, scope: BodyScope) -> list[str]:
        """List the uses of one argument in the function that a call calls."""
        target = self.callees.of(call.func, scope)
        fates = {} if target is None else self._taken(target, 2)
        found = {"": Fate()}
        join_call(found, [("", "", place)], {name: fate.filled({}) for name, fate in fates.items()}, call)
        return [*found[""].uses, *(f"isinstance:{kind}" for kind in found[""].kinds)]

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Follow within what is not code of the module: what takes its parameters is not `elsewhere`."""
        elsewhere, known = list(self.elsewhere), dict(self._known)
        yield
        self.elsewhere, self._known = elsewhere, known

    def _followed(
        self, node: Function | ast.Lambda, names: Iterable[str], scope: BodyScope, steps: int
    ) -> dict[str, Fate]:
        namespace = with_itself(scope.namespace, scope.owner)
        uses = uses_of(node, names, namespace)
        found = {name: Fate(dict.fromkeys(own)) for name, own in uses.items()}
        reader = self._reader_for(scope.namespace, takes_request(node))(found, namespace)
        reader.naming = columns_named(node)
        reader.standing = {**self._attributes.of_parameters(node, scope.namespace)}
        dispatch = dispatch_in(node, scope.namespace, scope.owner, self._tables)
        reader.selecting = dispatch.uses
        reader.function_named = partial(self.callees.function_named, scope.namespace)
        lookups = lookups_of(node, reader)
        for name, more in lookups.uses.items():
            found[name].uses.update(more)
        for name, use in command_lines_in(node, found):
            found[name].uses[use] = None
        flags: list[ast.expr] = []
        scope = replace(scope, definer=self.callees.definer(node, scope.owner))
        for call in dict.fromkeys([*nodes_of(node), *lookups.handed]) if steps else ():
            if not isinstance(call, ast.Call):
                continue
            given = [*handed_over(call, found), *lookups.handed.get(call, ())]
            if not given:
                continue
            if (target := self.callees.of(call.func, scope)) is not None:
                fates = self._taken(target, steps - 1)
                flags += put_to(TRUTH, call, fates)
                texts = dict(_texts_given(call, fates, found, reader))
                join_call(found, given, {name: fate.filled(texts) for name, fate in fates.items()}, call)
            for handler in dispatch.handlers_of(call)[:MOST_HANDLERS]:
                fates = self._taken(Callee(handler, scope.owner), steps - 1)
                looked_up = {name: Fate(dict.fromkeys(behind("", fate.uses))) for name, fate in fates.items()}
                join_call(found, given, looked_up, call)
        _mark_flags(found, node, flags)
        return found

    def _taken(self, target: Callee, steps: int) -> dict[str, Fate]:
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
        is_of_fields = node is None or (takes_fields(function) and not self.callees.is_near(function))
        if made is not None and is_of_fields:
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
        found = self._followed(node, [*names, *rest], BodyScope(function.__globals__, owner), steps)
        if made is None and function.__name__ == "__init__":
            made = owner
        if made is not None:
            self._stored(node, made, found, function.__globals__)
        hints = self._resolver.hints(function)
        for name in names:
            found[name].annotations.extend([hints[name]] if name in hints else [])
        for name, kind in plain_kinds(node.args, hints):
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
        near = [base for base in reversed(kind.__mro__) if self.callees.is_near(base)]
        names = dict.fromkeys(name for base in near for name in vars(base).get("__annotations__", ()))
        hints = self._resolver.hints(kind) if names else {}
        fields = [name for name in names if not name.startswith("_") and not is_of_class(hints.get(name))]
        plain = dict(plain_hints(hints))
        return {name: Fate(kinds=[plain[name]] if name in plain else []) for name in fields}

    def _stored(
        self, node: Function, kind: type, found: Mapping[str, Fate], namespace: Mapping[str, Any]
    ) -> None:
        """Add the uses of the attributes in which a constructor stores its parameters."""
        stored = attributes_stored(node, found)
        classes = filter(None, map(self.callees.class_, kind.__mro__))
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

        `stored` is the result of `attributes_stored`. In the uses, the strings that parameters get are open.
        """
        definitions = tuple(classes)
        if definitions not in self._given:
            self._given[definitions] = self._texts_in(definitions, stored, namespace)
        parts = self._sources.saying(definitions, stored)
        reader = self._reader_for(namespace, NAME in (name for name, _ in stored.values()))
        read = attributes_read(parts, stored, namespace, self._given[definitions], reader)
        for attribute, uses in read.items():
            name, steps = stored[attribute]
            yield name, uses if steps is None else list(told_apart(behind(steps, uses)))

    def _texts_in(
        self,
        classes: Sequence[ast.ClassDef],
        stored: Mapping[str, tuple[str, str | None]],
        namespace: Mapping[str, Any],
    ) -> Mapping[str, Standing]:
        """Map the methods of a class to the strings that attributes and their parameters stand for there."""
        for node in classes:
            if node not in self._giving:
                self._giving[node] = methods_giving(node)
        methods = [method for node in classes for method in self._giving[node]]
        own = self._attributes.of_object(classes, stored, namespace)
        given = texts_given(methods, namespace, own)
        return {method.name: {**own, **given.get(method.name, NONE_STANDING)} for method in methods}

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


def _with_columns(found: Mapping[str, Fate], columns: Mapping[str, str]) -> dict[str, Fate]:
    """Settle the parameters that name columns of others, as the columns: each is asked for by its column."""
    uses = [use for fate in found.values() for use in fate.uses]
    given = {name: [columns[name]] for name in found if name in columns and is_open(name, uses)}
    for name, [column] in given.items():
        found[name].uses[f"{COMPARED}{column!r}"] = None
    return {name: fate.filled(given) for name, fate in found.items()}


def attributes_stored(node: Function | ast.Lambda, names: Iterable[str]) -> dict[str, tuple[str, str | None]]:
    """Find the parameters that a constructor stores, by attribute, with the steps of any lookup in them.

    The steps are empty for a parameter that is copied, and None where the parameter itself is stored.
    """
    whole: dict[str, tuple[str, str | None]] = {
        attribute: (name, None) for attribute, name in attributes_set(node).items()
    }
    return {**attributes_looked_up(node, names), **whole}


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


def _mark_flags(found: Mapping[str, Fate], node: Function | ast.Lambda, handed: Sequence[ast.expr]) -> None:
    """Mark the parameters that are flags; those `handed` to functions which take them for flags may be."""
    flags = flags_in([node], found, handed)
    for name, fate in found.items():
        fate.uses.pop(TRUTH, None)  # a function that it is handed to may not be all that uses it
        if name in flags:
            fate.uses[TRUTH] = None
