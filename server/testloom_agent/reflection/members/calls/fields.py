"""Fields that a class declares, as parameters of its constructor: of models, attrs, and TypedDicts."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Mapping
from typing import Any

from testloom_agent.kinds import SIGNATURE, is_a, is_typed_dict
from testloom_agent.reflection.identities import class_id, found_at
from testloom_agent.reflection.members.calls.signatures import RawParameter

ATTRS = "__attrs_attrs__"
VALIDATOR, DECORATORS = "__pydantic_validator__", "__pydantic_decorators__"
OF_DIGITS = ("max_digits", "decimal_places")
LONGEST = 200
"""The longest string, in characters, that a test writes to exceed a limit."""
NOTHING = inspect.Parameter.empty


def with_fields(kind: type, hints: Mapping[str, Any]) -> dict[str, Any]:
    """Extend the annotations of a constructor's parameters by the limits that fields of the class declare.

    Classes that create their signature, as pydantic's models do, have the limits in its annotations.
    """
    told = {**hints}
    if SIGNATURE in vars(kind):
        parameters = inspect.signature(kind).parameters.values()
        known = {parameter.name: parameter.annotation for parameter in parameters}
        told |= {n: hint for n, hint in known.items() if not is_a(hint, str) and hint is not NOTHING}
    fields = vars(kind).get(ATTRS, ())
    for field in fields if is_a(fields, tuple) else ():
        name = getattr(field, "alias", None) or field.name.lstrip("_")
        if field.validator is not None:
            hint = told.get(name, told.get(field.name, field.type))
            told[name] = typing.Annotated[typing.Any if hint is None else hint, field.validator]
    return told


def checks_of(kind: type) -> tuple[set[str] | None, list[str]]:
    """Find the fields that a class's constructor checks itself, and the exceptions it raises for them.

    None stands for all fields: those of a model of pydantic. In a class of attrs they are the fields with
    validators.
    """
    if VALIDATOR in vars(kind) and (error := found_at("pydantic_core", "ValidationError")) is not None:
        return None, [class_id(error)]
    fields = vars(kind).get(ATTRS, ())
    checked = [field for field in fields if field.validator is not None] if is_a(fields, tuple) else []
    names = {getattr(field, "alias", None) or field.name.lstrip("_") for field in checked}
    return names, [class_id(error) for error in (ValueError, TypeError) if names]


def rejected(kind: type, parameters: list[dict[str, Any]]) -> list[str]:
    """List a constructor's parameters for which it rejects some values of the right type.

    Settings of pydantic have private parameters besides their fields, which no field may be named like.
    """
    checked, _ = checks_of(kind)
    public = {parameter["name"] for parameter in parameters if not parameter["name"].startswith("_")}
    names = public if checked is None else checked
    return [p["name"] for p in parameters if p["name"] in names and _has_limits(p["type"])]


def _has_limits(kind: dict[str, Any]) -> bool:
    """Check whether tests can show a value that a type excludes; for a union, one of its types."""
    if kind["name"] == "union":
        return any(map(_has_limits, kind["args"]))
    limits = {name: limit for name, limit in kind.get("limits", {}).items() if name not in OF_DIGITS}
    is_short = kind["name"] in ("str", "bytes") and limits.get("max_length", 0) <= LONGEST
    return bool(limits if is_short else limits.keys() - {"max_length"})


def validators_of(kind: type) -> set[str]:
    """Find the methods by which a pydantic model checks values of the right type.

    Tests call these by creating the model. A validator that runs before the types are checked may be called
    by itself.
    """
    decorators = vars(kind).get(DECORATORS)
    known = [getattr(decorators, name, {}) for name in ("field_validators", "model_validators")]
    return {name for found in known for name, one in found.items() if one.info.mode == "after"}


def keys_of(kind: type, hints: Mapping[str, Any]) -> list[RawParameter]:
    """List the keys of a TypedDict as parameters of its constructor; none for other classes.

    If its annotations are strings, Python regards every key as required, so `NotRequired` is checked here.
    """
    if not is_typed_dict(kind):
        return []
    required = vars(kind)["__required_keys__"]
    keys = []
    for name in kind.__annotations__:
        marker = getattr(typing.get_origin(hints.get(name)), "_name", "")
        is_required = name in required and marker != "NotRequired"
        keys.append(RawParameter(name, "keyword") if is_required else RawParameter(name, "keyword", None))
    return keys
