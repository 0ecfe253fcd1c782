"""Weaker assertions for tests whose outcome depends on what surrounds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from testloom.model.suite import AssertedTest, Assertion, ExceptionAssertion, ValueAssertion, WarningAssertion

UNKNOWN = {"kind": "opaque", "type": "builtins:object"}
TYPED = ("str", "bytes", "int", "float", "complex")
SEQUENCES = ("list", "tuple")


def weakened(test: AssertedTest) -> AssertedTest | None:
    """The test with each assertion saying less: a length or a type instead of a value, no message.

    None if nothing would be left, or nothing can be said with less.
    """
    assertions = tuple(entry for assertion in test.assertions for entry in _weaker(assertion))
    if not assertions or assertions == test.assertions:
        return None
    return replace(test, assertions=assertions)


def _weaker(assertion: Assertion) -> Iterator[Assertion]:
    match assertion:
        case ExceptionAssertion() | WarningAssertion():
            yield replace(assertion, match="")
        case ValueAssertion(expected=expected):
            if shown := _less(expected):
                yield replace(assertion, expected=shown)


def _class_path(name: str) -> str:
    return name if ":" in name else f"builtins:{name}"


def _less(expected: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What is said of a value instead: how long it is, else of which type; None for what has no less."""
    kind = expected["kind"]
    if kind in SEQUENCES and any(item != UNKNOWN for item in expected["items"]):
        return {**expected, "items": [UNKNOWN] * len(expected["items"])}
    if kind in ("made", "sized"):
        return {"kind": "object", "type": _class_path(expected["type"]), "attributes": {}, "reference": None}
    name = expected["type"] if kind == "scalar" else kind
    if name in (*TYPED, *SEQUENCES, "set", "frozenset", "dict"):
        return {"kind": "object", "type": f"builtins:{name}", "attributes": {}, "reference": None}
    return None
