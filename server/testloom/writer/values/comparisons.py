"""What an assertion compares: one line for a value, several for an object or for what holds objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from testloom.model.suite import ValueAssertion
from testloom.model.texts.names import ASKED_BY, is_name, plain_name
from testloom.writer.errors import UnwritableError
from testloom.writer.syntax.literals import literal
from testloom.writer.syntax.names import along, attribute, call
from testloom.writer.values.expressions import Scope, answered, expected, is_nan, scalar_of
from testloom.writer.values.operators import Syntax

_CONTAINERS = ("list", "tuple", "dict")
_UNKNOWN = ("opaque", "long")
MESSAGE = "args"
CALLABLE = "collections.abc:Callable"


class ComparisonScope(Scope, Protocol):
    """A scope that also knows how strings are written."""

    @property
    def width(self) -> int:
        """How long a string may be before it is split."""
        ...

    @property
    def single_quotes(self) -> bool:
        """Whether strings are written in single quotes."""
        ...


@dataclass(frozen=True, slots=True)
class Written:
    """A comparison up to its value, and the value; without one the text is the whole of it."""

    text: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """`target`, an expression, is compared with an observed value.

    `attribute` is the last name in the target. `form` is `value`, `length` or `keys` (of a container), or
    `type` (of an object that shows nothing else).
    """

    target: str
    expected: Mapping[str, Any]
    attribute: str = ""
    form: str = "value"

    def write(self, scope: ComparisonScope, target: Syntax, *, strict: bool) -> Written:
        """The comparison as source; `strict` tells a truth value from what is merely true.

        Raises:
            UnwritableError: if no source says it.
        """
        encoded = self.expected
        if (written := self._part(scope, target)) is not None:
            return written
        if encoded["kind"] == "scalar":
            return self._scalar(scope, target, strict)
        whole = f"({target.text})" if target.comparison else target.text
        if encoded["kind"] in ("enum", "class"):
            return Written(f"{whole} is ", scope.path(encoded["path"]))
        if encoded.get("reference") is not None:
            return Written(f"{whole} {self._identity(scope)}")
        return Written(f"{whole} == ", self._expected(encoded, scope))

    def _part(self, scope: ComparisonScope, target: Syntax) -> Written | None:
        """What is said of a value that is not told as a whole: its length, keys, beginning or type."""
        encoded, text = self.expected, target.text
        if self.form == "length" or encoded["kind"] == "sized":
            length = encoded.get("length", len(encoded.get("items", ())))
            return Written(f"len({text}) == ", literal(length))
        if encoded["kind"] == "prefix":
            prefix = literal(encoded["text"], width=scope.width, single_quotes=scope.single_quotes)
            return Written(f"{text}.startswith({prefix})")
        if self.form == "keys":
            return Written(
                f"list({text}) == ",
                self._expected({"kind": "list", "items": encoded["items"][::2]}, scope),
            )
        if self.form == "type" and encoded["type"] == CALLABLE:
            return Written(f"callable({text})")
        if self.form == "type":
            return Written(f"isinstance({text}, {scope.path(encoded['type'])})")
        return None

    def _identity(self, scope: ComparisonScope) -> str:
        """What says that this is the value of a statement, or what its double answers."""
        name = scope.variable(self.expected["reference"])
        if self.expected["kind"] == "answer":
            return f"is {name}{answered(self.expected['asked'])}"
        return f"{'is' if name.isidentifier() and name not in ('True', 'False') else '=='} {name}"

    def _scalar(self, scope: ComparisonScope, target: Syntax, strict: bool) -> Written:
        value = scalar_of(self.expected)
        whole = f"({target.text})" if target.comparison else target.text
        if value is None or (isinstance(value, bool) and strict):
            return Written(f"{whole} is {value}")
        if is_nan(self.expected):
            return Written(f"{scope.module('math')}.isnan({target.text})")
        if value is False and target.negated:
            return Written(target.negated)
        if isinstance(value, bool):
            return Written(target.text if value else f"not {target.text}")
        return Written(f"{whole} == ", self._expected(self.expected, scope))

    def _expected(self, encoded: Mapping[str, Any], scope: ComparisonScope) -> str:
        return expected(encoded, scope, width=scope.width, single_quotes=scope.single_quotes)


def comparisons(assertion: ValueAssertion, value: str) -> list[Comparison]:
    """What to compare of `value`, the expression for the assertion's statement.

    Raises:
        UnwritableError: if nothing of it can be compared.
    """
    way = assertion.attribute
    if way == MESSAGE and assertion.expected.get("message"):
        return [_said(value, assertion.expected)]
    target = value if way is None else _read(value, way)
    found = list(_expanded(Comparison(target, assertion.expected, plain_name(way or ""))))
    if not found:
        raise UnwritableError(f"Nothing in a value of type {assertion.expected.get('type')} can be compared.")
    return found


def _read(value: str, way: str) -> str:
    """The expression for an attribute, or for what an object says when it is asked."""
    function = ASKED_BY.get(way)
    return call(function, [value]) if function else along(value, way)


def _expanded(comparison: Comparison) -> Iterator[Comparison]:
    encoded = comparison.expected
    if encoded["kind"] == "object" and encoded.get("reference") is None:
        yield from _object(comparison)
    elif encoded["kind"] in _CONTAINERS and _holds_objects(encoded):
        yield from _container(comparison)
    else:
        yield comparison


def _object(comparison: Comparison) -> Iterator[Comparison]:
    attributes = comparison.expected.get("attributes", {})
    known = {name: value for name, value in attributes.items() if _is_known(value) and is_name(name)}
    for name, value in known.items():
        if name == MESSAGE and value.get("message"):
            yield _said(comparison.target, value)
            continue
        yield from _expanded(Comparison(attribute(comparison.target, name), value, name))
    if not known:
        yield Comparison(comparison.target, comparison.expected, comparison.attribute, "type")


def _said(target: str, encoded: Mapping[str, Any]) -> Comparison:
    """What an exception says, which is its only argument."""
    return Comparison(f"str({target})", encoded["items"][0], "message")


def _container(comparison: Comparison) -> Iterator[Comparison]:
    encoded, target = comparison.expected, comparison.target
    items = encoded["items"]
    if encoded["kind"] == "dict":
        yield Comparison(target, encoded, comparison.attribute, "keys")
        keyed = [(_key(key), value) for key, value in zip(items[::2], items[1::2], strict=True)]
    else:
        yield Comparison(target, encoded, comparison.attribute, "length")
        keyed = [(literal(position), value) for position, value in enumerate(items)]
    for key, value in keyed:
        if _is_known(value):
            yield from _expanded(Comparison(f"{target}[{key}]", value, comparison.attribute))


def _key(encoded: Mapping[str, Any]) -> str:
    if encoded["kind"] != "scalar":
        raise UnwritableError("A dict of objects can only be compared if its keys are scalars.")
    return literal(scalar_of(encoded), width=200)


def _holds_objects(encoded: Mapping[str, Any]) -> bool:
    """Whether somewhere within there is an object that only its attributes describe, or nothing does."""
    if encoded["kind"] == "object":
        return encoded.get("reference") is None
    return encoded["kind"] in _UNKNOWN or any(_holds_objects(item) for item in encoded.get("items", ()))


def _is_known(encoded: Mapping[str, Any]) -> bool:
    return encoded["kind"] not in _UNKNOWN
