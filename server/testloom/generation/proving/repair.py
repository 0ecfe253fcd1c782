"""Weaker assertions for tests whose outcome depends on their environment."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace

import msgspec

from testloom.measurement import REPEATED, Verification
from testloom.model import observed
from testloom.model.suite import AssertedTest, Assertion, ExceptionAssertion, ValueAssertion, WarningAssertion
from testloom.model.texts.names import is_calls
from testloom.model.texts.trees import tree_of
from testloom.oracle.assertions.showing import UNKNOWN

TYPED = ("str", "bytes", "int", "float", "complex")


def first_guilty(verification: Verification) -> dict[str, str]:
    """Find the rejected tests that leave something behind, each with its reason; all if none does.

    Without them, later tests may turn out to be sound, but those that fail whatever ran before them.
    """
    reasons = verification.rejected
    guilty = {name for name, reason in reasons.items() if reason.endswith(REPEATED)}
    chosen = guilty | verification.hopeless if guilty else reasons.keys()
    return {name: reason for name, reason in reasons.items() if name in chosen}


def is_part_of(text: str, whole: str) -> bool:
    """Check whether all definitions and other statements of a file, imports apart, are in another file."""
    return _statements(text) <= _statements(whole)


def _statements(text: str) -> set[str]:
    imports = ast.Import | ast.ImportFrom
    return {ast.dump(node) for node in tree_of(text).body if not isinstance(node, imports)}


def parts(test: AssertedTest) -> dict[str, tuple[Assertion, AssertedTest]]:
    """Split a test into one test for each assertion, by ids of their own.

    An expected exception is part of each.
    """
    raises = tuple(entry for entry in test.assertions if isinstance(entry, ExceptionAssertion))
    others = [entry for entry in test.assertions if entry not in raises]
    ids = [f"{test.id}-{number}" for number in range(len(others))]
    return {
        name: (assertion, replace(test, id=name, assertions=(assertion, *raises)))
        for name, assertion in zip(ids, others, strict=True)
    }


def weakened(test: AssertedTest, sound: Collection[Assertion] = ()) -> AssertedTest | None:
    """Weaken each assertion except the `sound` ones: a type instead of a value, no message.

    None if nothing would be left or changed. A property that does not hold cannot be weakened.
    """
    if test.as_property is not None:
        return None
    assertions = tuple(
        entry
        for assertion in test.assertions
        for entry in ([assertion] if assertion in sound else _weaker(assertion))
    )
    if not assertions or assertions == test.assertions:
        return None
    return replace(test, assertions=assertions)


def _weaker(assertion: Assertion) -> Iterator[Assertion]:
    match assertion:
        case ExceptionAssertion():
            yield replace(assertion, match="", ending="", text="")
        case WarningAssertion():
            yield replace(assertion, match="")
        case ValueAssertion(expected=expected, attribute=attribute):
            shown = _left_open(expected) if is_calls(attribute or "") else _less(expected)
            if shown is not None and shown != expected:
                yield replace(assertion, expected=shown)


def _class_path(name: str) -> str:
    return name if ":" in name else f"builtins:{name}"


def _left_open(value: observed.Value) -> observed.Value:
    """A sequence of which only the length is said; any other value as it is."""
    if not isinstance(value, observed.List | observed.Tuple):
        return value
    return msgspec.structs.replace(value, items=(UNKNOWN,) * len(value.items))


def _less(expected: observed.Value) -> observed.Value | None:
    """A weaker statement of a value: its length, or else its type; None if there is none."""
    left_open = _left_open(expected)
    if left_open != expected:
        return left_open
    match expected:
        case observed.Dict(items=items) | observed.Set(items=items) | observed.FrozenSet(items=items) if (
            items
        ):
            return observed.Sized(expected.kind, len(items) // (2 if expected.kind == "dict" else 1))
        case observed.Collection():
            return observed.Instance(_class_path(expected.kind), {})
        case observed.Made() | observed.Sized() | observed.Prefix():
            return observed.Instance(_class_path(expected.type), {})
        case observed.Scalar(type=name) if name in TYPED:
            return observed.Instance(_class_path(name), {})
    return None
