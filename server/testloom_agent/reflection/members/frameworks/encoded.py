"""JSON from which bodies make objects: `msgspec.json.decode(data, type=Order)`, `model_validate_json(data)`.

For each class there is a document with the required fields, and one with all fields.
"""

from __future__ import annotations

import ast
import datetime
import enum
import inspect
import json
import re
import types
import typing
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.identities import encode_scalar
from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.reflection.members.hints.limits import limited
from testloom_agent.trees import nodes_of

MODEL = "__pydantic_validator__"
TAKING_JSON = frozenset({"model_validate_json", "parse_raw"})
DECODING = "decode"
DEEPEST = 8
"""How deep objects may be nested."""
MOST_FIELDS = 400
"""How many fields a document may have, including nested ones; optional ones may use up half of them."""
PLAIN: Mapping[Any, Any] = {
    str: "a",
    int: 1,
    float: 1.5,
    bool: True,
    bytes: "YQ==",
    datetime.date: "2024-01-15",
    datetime.datetime: "2024-01-15T10:00:00",
}
TEXTS = ("a", "A", "ab", "abc", "A-1", "A1", "1", "12", "a@example.com", "abcdefgh", "AB-1234")
"""Strings to try for a field: in most cases, one of them has the required form."""
OFTEN = 3
"""How often a parameter gets such a document for each time that it gets another value."""
COLLECTIONS = (list, set, frozenset, tuple)
FORMS = (type, types.GenericAlias, types.UnionType, type(typing.ClassVar[int]), type(typing.Hashable))
"""The classes of objects that types are written as; other objects are not examined."""
_OF_JSON = (str, int, float, bool)


def encoded_in(
    node: ast.AST | None, names: Container[str], namespace: Mapping[str, Any]
) -> dict[str, list[str]]:
    """Collect the JSON documents from which a body creates objects, by the parameter that holds them."""
    found: dict[str, list[str]] = {}
    for call in nodes_of(node) if node is not None else ():
        if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Name):
            texts = list(_texts(call, namespace)) if call.args[0].id in names else []
            if texts:
                found[call.args[0].id] = texts
    return found


def encoded_within(tree: ast.AST, namespace: Mapping[str, Any]) -> Iterator[Any]:
    """Yield all JSON documents from which code creates objects, as bytes constants for its callers."""
    for call in nodes_of(tree):
        if isinstance(call, ast.Call):
            yield from (encode_scalar(text.encode()) for text in _texts(call, namespace))


def _texts(call: ast.Call, namespace: Mapping[str, Any]) -> Iterator[str]:
    texts: dict[str, None] = {}
    for kind in _made(call, namespace):
        try:
            texts.update(dict.fromkeys(map(json.dumps, _documents(kind))))
        except Exception:  # foreign classes may raise anything when their fields are read
            continue
    yield from texts


def with_documents(kind: Type, texts: list[str]) -> Type:
    """Build the type of a parameter that takes JSON, most often one of these documents."""
    is_text = all(part["name"] != "bytes" for part in (kind, *kind["args"]))
    known = [encode_scalar(text if is_text else text.encode()) for text in texts]
    return make("union", [make("literal", values=known)] * OFTEN + [kind])


def _made(call: ast.Call, namespace: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the types that a call creates from JSON, if it names them."""
    match call.func:
        case ast.Attribute(attr=method) if method == DECODING:
            for keyword in call.keywords:
                if keyword.arg == "type":
                    yield from _meant(keyword.value, namespace)
        case ast.Attribute(value=asked, attr=method) if method in TAKING_JSON:
            yield from _meant(asked, namespace)


def _meant(node: ast.expr, namespace: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the types that an expression names."""
    match node:
        case ast.Name(id=name) if name in namespace:
            yield namespace[name]
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            yield from _meant(left, namespace)
            yield from _meant(right, namespace)
        case ast.Subscript(value=ast.Name(id="list"), slice=item):
            yield from (types.GenericAlias(list, (kind,)) for kind in _meant(item, namespace))


def _documents(kind: Any) -> Iterator[Any]:
    for is_full in (False, True):
        made = _Maker(is_full).value(kind, DEEPEST)
        if made is not None:
            yield made


class _Maker:
    """Makes one document. No object contains another one of its class, as this would never end."""

    def __init__(self, is_full: bool) -> None:
        self._is_full = is_full
        self._making: list[type] = []
        self._left = MOST_FIELDS

    def value(self, kind: Any, depth: int) -> Any:
        """What JSON has for a type; None where that is not known, or nothing."""
        if not is_a(kind, *FORMS):
            return None
        if type(kind) is type and kind in PLAIN:
            return PLAIN[kind]
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if origin is typing.Annotated:
            return _limited(self.value(args[0], depth), args[1:])
        if _is_one(origin, typing.Union, types.UnionType):
            return next((made for part in args if (made := self.value(part, depth)) is not None), None)
        return self._single(kind, origin, args, depth)

    def _single(self, kind: Any, origin: Any, args: tuple[Any, ...], depth: int) -> Any:
        """Make the JSON value for a type that is neither plain nor a union."""
        if origin is typing.Literal:
            return _first_of_json(args)
        if _is_one(origin, *COLLECTIONS) or _is_one(kind, *COLLECTIONS):
            item = self.value(args[0], depth - 1) if args and self._is_full and depth else None
            return [] if item is None else [item]
        if is_a(kind, enum.EnumMeta):
            return _first_of_json(kind._value2member_map_)
        if is_class(kind) and depth and not _is_one(kind, *self._making) and (fields := _fields(kind)):
            return {**_tag(kind), **self._object(kind, fields, depth)}
        return {} if origin is dict or kind is dict else None

    def _object(self, kind: type, fields: Mapping[str, tuple[Any, bool]], depth: int) -> dict[str, Any]:
        """Make the fields of an object. Optional fields of unknown types are left out, not null."""
        made: dict[str, Any] = {}
        self._making.append(kind)
        for name, (hint, is_needed) in fields.items():
            if self._left and (is_needed or (self._is_full and self._left > MOST_FIELDS // 2)):
                self._left -= 1
                value = self.value(hint, depth - 1)
                if is_needed or value is not None:
                    made[name] = value
        self._making.pop()
        return made


def _is_one(value: Any, *kinds: Any) -> bool:
    """Check whether an object is one of these, by identity: metaclasses may define any comparison."""
    return any(value is kind for kind in kinds)


def _first_of_json(values: Iterable[Any]) -> Any:
    return next((value for value in values if type(value) in _OF_JSON), None)


def _fields(kind: type) -> dict[str, tuple[Any, bool]]:
    """Collect the fields of a class by their names in JSON, each with its type and whether it is required."""
    try:
        parameters = inspect.signature(kind).parameters
        hints = typing.get_type_hints(kind, include_extras=True)
    except Exception:  # annotations may be any code
        return {}
    names = getattr(kind, "__struct_fields__", None)
    if is_a(names, tuple):
        told = dict(zip(names, getattr(kind, "__struct_encode_fields__", names), strict=True))
    elif MODEL in vars(kind) or "__dataclass_fields__" in vars(kind):
        told = {name: name for name in parameters}
    else:
        return {}
    nothing = inspect.Parameter.empty
    return {
        told[name]: (hints.get(name, entry.annotation), entry.default is nothing)
        for name, entry in parameters.items()
        if name in told
    }


def _tag(kind: type) -> dict[str, Any]:
    """Return the entry that distinguishes a struct of msgspec from others."""
    settings = getattr(kind, "__struct_config__", None)
    tag = getattr(settings, "tag", None)
    return {} if tag is None else {getattr(settings, "tag_field", None) or "type": tag}


def _limited(value: Any, metadata: tuple[Any, ...]) -> Any:
    """Return the value, or another one within the limits in the metadata of its annotation."""
    kind = limited(make(type(value).__name__), metadata)
    if kind["name"] == "literal":
        return _first_of_json(kind["values"])
    limits = kind.get("limits", {})
    if type(value) is str:
        return next((text for text in TEXTS if _fits(text, limits)), value)
    if type(value) in (int, float):
        least = max(limits.get("ge", value), limits.get("gt", value - 1) + 1)
        return min(max(value, least), limits.get("le", least))
    return value


def _fits(text: str, limits: Mapping[str, Any]) -> bool:
    """Check whether a string is within limits; patterns of other libraries may be invalid in Python."""
    try:
        return len(text) >= limits.get("min_length", 0) and bool(re.search(limits.get("pattern", ""), text))
    except re.error:
        return False
