"""Parameters of a callable: from its signature, or from its source if it has no signature."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType, GenericAlias
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import SIGNATURE, constructor_of, is_a, is_class, is_of_protocol
from testloom_agent.reflection.bodies.calls.callees import BodyScope, with_itself
from testloom_agent.reflection.bodies.parameters.defaults import replacing_none
from testloom_agent.reflection.bodies.parameters.fates import Fate
from testloom_agent.reflection.bodies.parameters.passing import Passing, attributes_stored
from testloom_agent.reflection.bodies.parameters.tested import classes_of, looked_up
from testloom_agent.reflection.databases.columns import ColumnTypes
from testloom_agent.reflection.identities import encode_scalar, is_scalar
from testloom_agent.reflection.members.calls.outward import outward_defaults
from testloom_agent.reflection.members.classes.namesakes import Namesakes
from testloom_agent.reflection.members.frameworks.aiohttp_requests import as_request, is_request
from testloom_agent.reflection.members.frameworks.aiohttp_routes import Routes
from testloom_agent.reflection.members.frameworks.encoded import encoded_in, with_documents
from testloom_agent.reflection.members.frameworks.markers import given_for, is_marker
from testloom_agent.reflection.members.frameworks.payloads import is_open, payloads_in, with_keys
from testloom_agent.reflection.members.hints.annotations import Reducer, as_iterated, make
from testloom_agent.reflection.members.hints.docstrings import documented_types, type_of_words
from testloom_agent.reflection.sources import Function
from testloom_agent.wrapped import unwrapped

_KINDS: Mapping[Any, str] = {
    inspect.Parameter.POSITIONAL_ONLY: "positional",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "either",
    inspect.Parameter.KEYWORD_ONLY: "keyword",
    inspect.Parameter.VAR_POSITIONAL: "args",
    inspect.Parameter.VAR_KEYWORD: "kwargs",
}
REST = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
_COLLECTIONS = (list, tuple, dict, set, frozenset)
_PLAIN = (str, bytes, int, float)
_UNKNOWN = object()


@dataclass(frozen=True)
class RawParameter:
    """A parameter before its annotation is reduced to a type; without a default, `default` is `_UNKNOWN`.

    `given` is the annotation of what a framework passes in the place of a default that only marks this.
    """

    name: str
    kind: str
    default: Any = _UNKNOWN
    given: Any = _UNKNOWN

    @property
    def has_default(self) -> bool:
        """Whether callers may leave it out."""
        return self.default is not _UNKNOWN

    def describe(self, kind: dict[str, Any], uses: Sequence[str], *, is_outward: bool) -> dict[str, Any]:
        """Describe the parameter as in docs/agent-protocol.md."""
        is_plain = self.has_default and is_scalar(self.default)
        return {
            "name": self.name,
            "kind": self.kind,
            "type": kind,
            "has_default": self.has_default,
            "default": encode_scalar(self.default) if is_plain else None,
            "uses": list(uses),
            "is_outward": is_outward,
        }


def raw_parameters(target: Any, node: Function | ast.Lambda | None, skip_first: bool) -> list[RawParameter]:
    """List the parameters that a caller passes; `skip_first` drops the receiver.

    Those of a class come from its signature, or from the source of its `__init__`, which has a receiver. A
    callable written in C without a signature has the parameters in the first line of its docstring, or any.
    """
    is_told = is_class(target) and SIGNATURE in vars(target)
    if is_class(target) and not is_told and (_takes_anything(target.__new__) or is_of_protocol(target)):
        init, new = constructor_of(target), inspect.getattr_static(target, "__new__")
        if init is object.__init__ and new is inspect.getattr_static(object, "__new__"):
            return []
        target, skip_first = (init, True) if isinstance(init, FunctionType) else (target, skip_first)
    try:
        parameters = list(inspect.signature(target).parameters.values())
    except (ValueError, TypeError, NameError):  # Python 3.14 evaluates annotations only now
        found = _from_source(node.args) if node is not None else _from_docstring(target)
        skip_first = skip_first or (is_class(target) and node is not None)
    else:
        found = [_raw(parameter) for parameter in parameters]
    if skip_first and found and found[0].kind in ("positional", "either"):
        del found[0]
    return found


def _takes_anything(function: Any) -> bool:
    """Check whether a `__new__` passes on its arguments, which are those of `__init__` then."""
    code = getattr(unwrapped(function), "__code__", None)
    if not is_a(code, CodeType):
        return False
    is_open = code.co_flags & REST == REST
    return is_open and (code.co_argcount, code.co_kwonlyargcount) == (1, 0)


def _from_docstring(target: Any) -> list[RawParameter]:
    """Read the parameters from a docstring that begins as in C code: `name(first, second[, third])`."""
    name, said = getattr(target, "__name__", ""), getattr(target, "__doc__", None)
    call = re.match(rf"(?:\w+\.)*{re.escape(name)}\(([^()]*)\)", said) if is_a(said, str) else None
    if call is None:
        return [RawParameter("args", "args")]
    required, _, optional = call[1].partition("[")
    rest = re.sub(r"[\[\]]", "", optional)
    defaults = [part if "=" in part or not part.strip() else f"{part}=..." for part in rest.split(",")]
    try:
        tree = ast.parse(f"lambda {required}{','.join(defaults)}: 0", mode="eval").body
    except SyntaxError:
        return [RawParameter("args", "args")]
    return _from_source(tree.args) if isinstance(tree, ast.Lambda) else []


def _raw(parameter: inspect.Parameter) -> RawParameter:
    is_none = parameter.default is inspect.Parameter.empty or is_marker(parameter.default)
    given = next(given_for(parameter.default), _UNKNOWN)
    return RawParameter(
        parameter.name, _KINDS[parameter.kind], _UNKNOWN if is_none else parameter.default, given
    )


def _from_source(arguments: ast.arguments) -> list[RawParameter]:
    plain = [(argument, "positional") for argument in arguments.posonlyargs]
    plain += [(argument, "either") for argument in arguments.args]
    required = len(plain) - len(arguments.defaults)
    found = [
        RawParameter(argument.arg, kind, _UNKNOWN if place < required else ...)
        for place, (argument, kind) in enumerate(plain)
    ]
    if arguments.vararg is not None:
        found.append(RawParameter(arguments.vararg.arg, "args"))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(RawParameter(argument.arg, "keyword", _UNKNOWN if default is None else ...))
    if arguments.kwarg is not None:
        found.append(RawParameter(arguments.kwarg.arg, "kwargs"))
    return found


@dataclass(frozen=True)
class Knowledge:
    """What types are derived from besides annotations: the bodies' namespace, classes, columns and more."""

    reducer: Reducer
    namespace: dict[str, Any]
    namesakes: Namesakes
    passing: Passing
    routes: Routes
    columns: ColumnTypes


def describe_parameters(
    raw: Sequence[RawParameter],
    hints: Mapping[str, Any],
    node: Function | ast.Lambda | None,
    owner: type | None,
    known: Knowledge,
    docstring: str | None = None,
    classes: Sequence[ast.ClassDef] = (),
) -> list[dict[str, Any]]:
    """Describe the parameters with their types and uses.

    For a constructor, `classes` are the definitions of its class and bases: a parameter that it stores is
    used wherever the attribute is.
    """
    names = [parameter.name for parameter in raw]
    hints = {**{entry.name: entry.given for entry in raw if entry.given is not _UNKNOWN}, **hints}
    fates = known.passing.of(node, names, BodyScope(known.namespace, owner)) if node is not None else {}
    uses = {name: list(fate.uses) for name, fate in fates.items()}
    for name, more in _kept(node, names, owner, known, classes) if classes else ():
        uses[name] = list(dict.fromkeys([*uses.get(name, []), *more]))
    uses = known.passing.settled(uses, node, classes, known.namespace) if classes else uses
    documented = documented_types(docstring)
    payloads = payloads_in(node, names, known.namespace, known.reducer)
    encoded = encoded_in(node, names, known.namespace)
    outward = outward_defaults(node, known.namespace)
    defaults = {parameter.name: parameter.default for parameter in raw}
    replacing = replacing_none(node, names, known.namespace)

    def kind_of(name: str) -> dict[str, Any]:
        asked = uses.get(name, ())
        annotated = known.reducer.reduce(hints[name], owner) if name in hints else make("any")
        if name in payloads and is_open(annotated):
            return with_keys(payloads[name], asked)
        if is_request(annotated, name, asked):
            routes = known.routes.of(node, owner if classes else None, owner, known.namespace)
            return as_request(asked, known.reducer, routes)
        if name in encoded:
            return with_documents(annotated, encoded[name])
        if name in hints:
            return annotated
        if name in outward:
            return outward[name]
        tested = _tested_types(asked, known)
        if not tested and name in documented:
            told = type_of_words(documented[name], known.reducer, known.namespace, known.namesakes.named)
            if told["name"] != "any":
                return told
        if not tested and (taken := _taken_as(fates.get(name), owner, known.reducer)):
            return taken
        namesake = replacing.get(name) or known.namesakes.of(name, asked)
        kinds = [*tested, *([known.reducer.reduce(namesake)] if namesake else [])]
        return _perhaps(kinds or _of_collection(defaults[name], known.reducer))

    return [
        entry.describe(
            as_iterated(kind_of(entry.name), uses.get(entry.name, ())),
            uses.get(entry.name, ()),
            is_outward=entry.name in outward,
        )
        for entry in raw
    ]


def _kept(
    node: Function | ast.Lambda | None,
    names: Sequence[str],
    owner: type | None,
    known: Knowledge,
    classes: Sequence[ast.ClassDef],
) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the uses, in its class, of each parameter that a constructor stores."""
    fields: dict[str, tuple[str, str | None]] = {name: (name, None) for name in names}
    stored = attributes_stored(node, names) if node is not None else fields
    namespace = known.namespace
    module = None if known.passing.callees.is_of_package(namespace) else sys.modules.get(home_of(owner))
    if module is not None:  # most libraries name attributes like the parameters of constructors
        stored, namespace = {**fields, **stored}, vars(module)
    yield from known.passing.kept(classes, stored, with_itself(namespace, owner))


def _taken_as(fate: Fate | None, owner: type | None, reducer: Reducer) -> dict[str, Any] | None:
    """Find the first type that functions declare for a parameter passed on to them, if there is any."""
    kinds = (reducer.reduce(annotation, owner) for annotation in (fate.annotations if fate else ()))
    return next((kind for kind in kinds if kind["name"] != "any"), None)


def _tested_types(uses: Sequence[str], known: Knowledge) -> list[dict[str, Any]]:
    """List the classes that a body tests an unannotated parameter for, or subclasses of these."""
    found = []
    for use in uses:
        test, _, name = use.partition(":")
        if test in ("isinstance", "issubclass"):
            kinds = map(known.reducer.reduce, classes_of(looked_up(name, known.namespace)))
            found += [make("type", [kind]) if test == "issubclass" else kind for kind in kinds]
    return found


def _of_collection(default: Any, reducer: Reducer) -> list[dict[str, Any]]:
    """Return the type of a parameter's default collection, with the type of its items if they have one."""
    kind = type(default)
    if kind not in _COLLECTIONS:
        return []
    items = {type(entry) for entry in default}
    item = items.pop() if len(items) == 1 else None
    if item not in _PLAIN or kind is dict:
        return [reducer.reduce(kind)]
    return [reducer.reduce(GenericAlias(kind, (item, ...) if kind is tuple else item))]


def _perhaps(kinds: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Join the types with the type of any value."""
    return {"name": "union", "args": [*kinds, make("any")], "values": []} if kinds else make("any")
