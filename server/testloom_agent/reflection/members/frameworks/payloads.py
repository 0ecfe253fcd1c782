"""Dictionaries from which models are made: bodies pass them to `Order.model_validate` or a schema's `load`.

Their keys are the fields, and the keys that the body itself looks up.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.identities import encode_scalar, is_scalar
from testloom_agent.reflection.members.hints.annotations import Reducer, Type, make
from testloom_agent.trees import nodes_of

MODEL, FIELDS = "__pydantic_validator__", "_declared_fields"
READERS = frozenset({"model_validate", "parse_obj", "load", "validate"})
"""Methods of models and schemas that take a dictionary."""
KEY = re.compile(r"\['([^']+)'\]")
DEEPEST = 3
"""How deep schemas may be nested."""
KINDS = {"Boolean": "bool", "Integer": "int", "Float": "float", "Number": "float", "String": "str"}
"""The types of the values that fields of a schema take."""


def is_open(kind: Type) -> bool:
    """Check whether an annotation leaves the contents of a dictionary open."""
    values = kind["args"][1]["name"] if len(kind["args"]) == 2 else "any"
    return kind["name"] == "any" or (kind["name"] == "dict" and values == "any")


def payloads_in(
    node: ast.AST | None, names: Container[str], namespace: Mapping[str, Any], reducer: Reducer
) -> dict[str, Type]:
    """Collect the types of dictionaries that a body creates models from, by parameter."""
    found = {}
    for call in nodes_of(node) if node is not None else ():
        for name, made in _handed(call) if isinstance(call, ast.Call) else ():
            kind = namespace.get(made)
            if name in names and is_class(kind) and (record := _record_of(kind, reducer)) is not None:
                found[name] = record
    return found


def with_keys(record: Type, uses: Iterable[str]) -> Type:
    """Add the keys that a body looks up itself to the type of a dictionary."""
    asked = dict.fromkeys(found[1] for use in uses if (found := KEY.match(use)))
    further = [key for key in asked if key not in record["values"]]
    return make("record", [*record["args"], *(make("any") for _ in further)], [*record["values"], *further])


def _handed(call: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield the names that a call takes as a dictionary, each with the name of the class called."""
    match call:
        case ast.Call(func=ast.Name(id=made), keywords=[ast.keyword(arg=None, value=ast.Name(id=name))]):
            yield name, made
        case ast.Call(func=ast.Attribute(value=asked, attr=method), args=[ast.Name(id=name), *_]):
            asked = asked.func if isinstance(asked, ast.Call) else asked
            if method in READERS and isinstance(asked, ast.Name):
                yield name, asked.id


def _record_of(kind: type, reducer: Reducer) -> Type | None:
    """Build the type of the dictionary that a model or a schema takes; None for other classes."""
    if MODEL in vars(kind):
        parameters = inspect.signature(kind).parameters.values()
        given = [parameter for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
        return _record({parameter.name: reducer.reduce(parameter.annotation) for parameter in given})
    fields = vars(kind).get(FIELDS)
    return _of_schema(fields, DEEPEST) if is_a(fields, dict) else None


def _record(kinds: Mapping[str, Type]) -> Type | None:
    return make("record", list(kinds.values()), list(kinds)) if kinds else None


def _of_schema(fields: Mapping[str, Any], depth: int) -> Type | None:
    return _record({name: _of_field(field, depth) for name, field in fields.items()}) if depth else None


def _of_field(field: Any, depth: int) -> Type:
    """Build the type of the values that a field of a schema takes, with the limits of its validators."""
    name = next((base.__name__ for base in type(field).__mro__ if base.__name__ in KINDS), "")
    if is_a(nested := getattr(getattr(field, "schema", None), "fields", None), dict):
        record = _of_schema(nested, depth - 1) or make("dict")
        return make("list", [record]) if getattr(field, "many", False) else record
    if (inner := getattr(field, "inner", None)) is not None:
        return make("list", [_of_field(inner, depth)])
    kind = make(KINDS.get(name, "any"))
    for validator in getattr(field, "validators", ()):
        choices = getattr(validator, "choices", None)
        if is_a(choices, list, tuple) and all(map(is_scalar, choices)):
            return make("literal", values=[encode_scalar(choice) for choice in choices])
        if limits := dict(_limits(validator, is_text=name == "String")):
            kind["limits"] = {**kind.get("limits", {}), **limits}
    return kind


def _limits(validator: Any, *, is_text: bool) -> Iterator[tuple[str, int | float]]:
    """Yield the bounds of a validator for a range or a length."""
    names = {"min": "min_length", "max": "max_length"} if is_text else {"min": "ge", "max": "le"}
    for name, limit in names.items():
        value = getattr(validator, name, None)
        if is_a(value, int, float) and not is_a(value, bool):
            yield limit, value
