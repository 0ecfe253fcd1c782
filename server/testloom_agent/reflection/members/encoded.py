"""JSON of which bodies make objects: `msgspec.json.decode(data, type=Order)`, `model_validate_json(data)`.

For each class there is a document with what it needs, and one with all that it takes.
"""

from __future__ import annotations

import ast
import datetime
import enum
import inspect
import json
import math
import re
import types
import typing
from collections.abc import Container, Iterator, Mapping
from typing import Any

from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.identities import encode_scalar
from testloom_agent.reflection.members.annotations import Type, make

MODEL = "__pydantic_validator__"
TAKING_JSON = frozenset({"model_validate_json", "parse_raw"})
DECODING = "decode"
DEEPEST = 8
"""So many objects within one another."""
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
"""One of these has the form that a field asks for, most often."""
OFTEN = 3
"""How often a parameter gets such a document, for each time that it gets something else."""
COLLECTIONS = (list, set, frozenset, tuple)


def encoded_in(
    node: ast.AST | None, names: Container[str], namespace: Mapping[str, Any]
) -> dict[str, list[str]]:
    """The JSON that a body makes objects of, by the names of its parameters."""
    found: dict[str, list[str]] = {}
    for call in ast.walk(node) if node is not None else ():
        if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Name):
            texts = list(_texts(call, namespace)) if call.args[0].id in names else []
            if texts:
                found[call.args[0].id] = texts
    return found


def encoded_within(tree: ast.AST, namespace: Mapping[str, Any]) -> Iterator[Any]:
    """All the JSON that code makes objects of, as constants of bytes, for what hands it on."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            yield from (encode_scalar(text.encode()) for text in _texts(call, namespace))


def _texts(call: ast.Call, namespace: Mapping[str, Any]) -> Iterator[str]:
    texts = (json.dumps(text) for kind in _made(call, namespace) for text in _documents(kind))
    yield from dict.fromkeys(texts)


def with_documents(kind: Type, texts: list[str]) -> Type:
    """The type of a parameter that takes JSON, most often one of these documents."""
    is_text = all(part["name"] != "bytes" for part in (kind, *kind["args"]))
    known = [encode_scalar(text if is_text else text.encode()) for text in texts]
    return make("union", [make("literal", values=known)] * OFTEN + [kind])


def _made(call: ast.Call, namespace: Mapping[str, Any]) -> Iterator[Any]:
    """What a call makes of JSON, if it says that."""
    match call.func:
        case ast.Attribute(attr=method) if method == DECODING:
            for keyword in call.keywords:
                if keyword.arg == "type":
                    yield from _meant(keyword.value, namespace)
        case ast.Attribute(value=asked, attr=method) if method in TAKING_JSON:
            yield from _meant(asked, namespace)


def _meant(node: ast.expr, namespace: Mapping[str, Any]) -> Iterator[Any]:
    """The types that an expression names."""
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
        made = _value(kind, is_full, DEEPEST)
        if made is not None:
            yield made


def _value(kind: Any, is_full: bool, depth: int) -> Any:
    """What JSON has for a type; None where that is not known, or nothing."""
    if is_a(kind, type) and kind in PLAIN:
        return PLAIN[kind]
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return _limited(_value(args[0], is_full, depth), args[1:])
    if origin is typing.Literal:
        return args[0]
    if origin in (typing.Union, types.UnionType):
        return next((made for part in args if (made := _value(part, is_full, depth)) is not None), None)
    if origin in COLLECTIONS or kind in COLLECTIONS:
        item = _value(args[0], is_full, depth - 1) if args and is_full and depth else None
        return [] if item is None else [item]
    if is_a(kind, enum.EnumMeta):
        return next(iter(kind._value2member_map_), None)
    if is_class(kind) and depth and (fields := _fields(kind)):
        made = {
            name: _value(hint, is_full, depth - 1)
            for name, (hint, needed) in fields.items()
            if needed or is_full
        }
        return {**_tag(kind), **made}
    return {} if origin is dict or kind is dict else None


def _fields(kind: type) -> dict[str, tuple[Any, bool]]:
    """The fields of a class by their names in JSON, each with its type and whether it is needed."""
    try:
        parameters = inspect.signature(kind).parameters
        hints = typing.get_type_hints(kind, include_extras=True)
    except (NameError, TypeError, ValueError):
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
    """The entry by which a struct of msgspec is told from others."""
    settings = getattr(kind, "__struct_config__", None)
    tag = getattr(settings, "tag", None)
    return {} if tag is None else {getattr(settings, "tag_field", None) or "type": tag}


def _limited(value: Any, metadata: tuple[Any, ...]) -> Any:
    """The value, or another one within the limits that the metadata of its annotation says."""
    said = {
        name: limit
        for entry in metadata
        for name in ("ge", "gt", "le", "pattern", "min_length")
        if (limit := getattr(entry, name, None)) is not None
    }
    if type(value) is str:
        pattern, least = said.get("pattern"), said.get("min_length", 0)
        fitting = [text for text in TEXTS if len(text) >= least and (not pattern or re.search(pattern, text))]
        return fitting[0] if fitting else value
    if type(value) in (int, float):
        least = max(said.get("ge", value), said.get("gt", value - 1) + 1)
        return min(max(value, least), said.get("le", math.inf))
    return value
