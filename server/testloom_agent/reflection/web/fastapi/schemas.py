"""The types of values that an OpenAPI schema describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from testloom_agent.reflection.identities import encode_scalar, is_scalar
from testloom_agent.reflection.members.hints.annotations import Type, make

DEEPEST = 5
PLAIN = {"integer": "int", "number": "float", "boolean": "bool", "string": "str", "null": "none"}
FORMATS = {
    "date": "day",
    "date-time": "moment",
    "time": "time",
    "duration": "duration",
    "uuid": "uuid",
    "ipv4": "ip",
    "ipv6": "ip",
    "email": "email",
    "uri": "url",
}
"""The formats of strings that the search makes values for, by their names in schemas."""
_OF_NUMBERS = {
    "minimum": "ge",
    "exclusiveMinimum": "gt",
    "maximum": "le",
    "exclusiveMaximum": "lt",
    "multipleOf": "multiple_of",
}
_OF_STRINGS = {"minLength": "min_length", "maxLength": "max_length", "pattern": "pattern"}
LIMITS: Mapping[str, Mapping[str, str]] = {
    "integer": _OF_NUMBERS,
    "number": _OF_NUMBERS,
    "string": _OF_STRINGS,
}
"""The limits that schemas put on values, by their type, with the names that the search has for them."""
_KINDS: Mapping[str, tuple[type, ...]] = {"minLength": (int,), "maxLength": (int,), "pattern": (str,)}
_NUMBERS = (int, float)
"""The types of limits. Before OpenAPI 3.1, `exclusiveMinimum` only says whether `minimum` is excluded."""


class Schemas:
    """Schemas, including those that they refer to by name."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._named: Mapping[str, Any] = document.get("components", {}).get("schemas", {})

    def type_of(self, schema: Mapping[str, Any], depth: int = 0) -> Type:
        """Build the type of the values that a schema allows."""
        schema = self.resolved(schema)
        if depth > DEEPEST:
            return make("any")
        if "const" in schema or "enum" in schema:
            values = schema["enum"] if "enum" in schema else [schema["const"]]
            return make("literal", values=[encode_scalar(value) for value in values if is_scalar(value)])
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return make("union", [self.type_of(part, depth + 1) for part in schema[choice]])
        if "allOf" in schema and len(schema["allOf"]) == 1:
            return self.type_of(schema["allOf"][0], depth + 1)
        kind = schema.get("type")
        if kind == "array":
            return make("list", [self.type_of(schema.get("items", {}), depth + 1)])
        if kind == "object":
            return self._object(schema, depth)
        return self._plain(kind, schema)

    def resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the schema itself, or the schema that it refers to."""
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        found: Mapping[str, Any] = self._named.get(name, {}) if name else schema
        return found

    def _object(self, schema: Mapping[str, Any], depth: int) -> Type:
        """Build the type of a dictionary with the properties, required ones first."""
        properties: Mapping[str, Any] = schema.get("properties", {})
        if not properties:
            return make("dict", [make("str"), make("any")])
        required = [name for name in properties if name in schema.get("required", ())]
        names = [*required, *(name for name in properties if name not in required)]
        return make("record", [self.type_of(properties[name], depth + 1) for name in names], names)

    def _plain(self, kind: Any, schema: Mapping[str, Any]) -> Type:
        if kind == "string" and schema.get("format") in FORMATS:
            return make("format", values=[FORMATS[schema["format"]]])
        plain = make(PLAIN.get(kind, "any") if isinstance(kind, str) else "any")
        known = LIMITS.get(kind, {}) if isinstance(kind, str) else {}
        limits = {
            name: schema[said]
            for said, name in known.items()
            if type(schema.get(said)) in _KINDS.get(said, _NUMBERS)
        }
        return {**plain, "limits": limits} if limits else plain
