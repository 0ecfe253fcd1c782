"""Checks the values that the agent has encoded (docs/agent-protocol.md): much of them becomes source.

What a name may be is not decided here: the writer leaves out what source cannot say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from testloom.model.checks import LARGEST, fact, optional, refused, scalar
from testloom.model.texts.names import QUESTION, is_name
from testloom.model.types import Scalar

DEEPEST = 20
"""Values within one another; the agent stops much earlier."""
_KINDS: Mapping[str, tuple[type, ...]] = {
    "NoneType": (type(None),),
    "bool": (bool,),
    "int": (int,),
    "float": (float, int),
    "str": (str,),
    "bytes": (bytes,),
    "complex": (complex,),
}
"""The types of plain values, and what they may be on the wire: a whole float may have lost its point."""


def string(value: Any) -> str:
    """A text, however long."""
    fact(isinstance(value, str), value, "a text")
    return str(value)


def saved(value: Any) -> str:
    """A text as a file has it, which holds no half of a character."""
    said = string(value)
    fact(not any("\ud800" <= letter <= "\udfff" for letter in said), value, "the text of a file")
    return said


def named(value: Any) -> str:
    """What is said to be `module:qualname`; the writer's own paths of modules begin with the colon."""
    said = string(value)
    fact(not said.startswith(":"), value, "the name of something in a module")
    return said


class EncodedValues:
    """Checks encoded values of a test whose statements have these ids."""

    def __init__(self, ids: Collection[int]) -> None:
        self._ids = ids

    def check(self, data: Any) -> Mapping[str, Any]:
        """The value as it is, if all of it is one.

        Raises:
            ValueError: if it is none.
        """
        self._check(data, 0)
        encoded: Mapping[str, Any] = data
        return encoded

    def reference(self, value: Any) -> int:
        """The id of a statement of the test."""
        fact(type(value) is int and value in self._ids, value, "the id of a statement")
        return int(value)

    def _check(self, data: Any, depth: int) -> None:
        fact(
            isinstance(data, dict) and depth <= DEEPEST,
            data,
            "an encoded value that is not nested too deeply",
        )
        match data.get("kind"):
            case "scalar":
                _check_scalar(data)
            case "list" | "tuple" | "set" | "frozenset" | "dict":
                self._check_collection(data, depth)
            case "made":
                self._check_made(data, depth)
            case "enum" | "class":
                named(data.get("path"))
            case "same":
                self.reference(data.get("reference"))
            case "answer":
                self.reference(data.get("reference"))
                string(data.get("asked"))
            case "object":
                self._check_object(data, depth)
            case "long":
                string(data.get("type"))
                fact(type(data.get("length")) is int, data, "as long as something")
            case "opaque":
                string(data.get("type"))
            case _:
                raise refused(data.get("kind"), "a kind of value")

    def _check_collection(self, data: Mapping[str, Any], depth: int) -> None:
        items, names = data.get("items"), data.get("names")
        fact(isinstance(items, list), items, "a list")
        count = len(items) if isinstance(items, list) else 0
        fact(data["kind"] != "dict" or not count % 2, data, "a list of keys with their values")
        fact(not data.get("message") or count == 1, data, "the only argument of an exception")
        if names is not None:
            fact(isinstance(names, list) and len(names) == count, names, "a name for each item")
            string(data.get("type"))
            for name in names:
                string(name)
        for item in items or ():
            self._check(item, depth + 1)

    def _check_made(self, data: Mapping[str, Any], depth: int) -> None:
        named(data.get("type"))
        args, kwargs = data.get("args"), data.get("kwargs")
        fact(isinstance(args, list) and isinstance(kwargs, dict), data, "a call with its arguments")
        for name in kwargs or ():
            fact(is_name(name), name, "a name")
        for part in (*(args or ()), *(kwargs or {}).values()):
            self._check(part, depth + 1)

    def _check_object(self, data: Mapping[str, Any], depth: int) -> None:
        named(data.get("type"))
        optional(self.reference)(data.get("reference"))
        attributes, made = data.get("attributes"), data.get("made")
        fact(isinstance(attributes, dict), attributes, "an object with attributes")
        # Any text can be set as an attribute; what source cannot say would read as a way to another object.
        for name in [name for name in attributes or () if not is_name(name.removesuffix(QUESTION))]:
            del data["attributes"][name]
        for part in (attributes or {}).values():
            self._check(part, depth + 1)
        if made is not None:
            is_record = isinstance(made, dict) and isinstance(made.get("fields"), list)
            fact(is_record and isinstance(made.get("args"), list), made, "the arguments of a data class")
            for part in made["args"]:
                self._check(part, depth + 1)
            for name in made["fields"]:
                string(name)


def _check_scalar(data: Mapping[str, Any]) -> None:
    kind = string(data.get("type"))
    value: Scalar = scalar(data.get("value"))
    fact(type(value) in _KINDS.get(kind, ()), data, "a plain value of its type")
    if kind == "float" and isinstance(value, int):
        fact(abs(value) <= LARGEST, value, "a float")
