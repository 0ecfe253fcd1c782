"""The comparisons of assertions: one line for a value, several for an object or container of objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from testloom.model.observed import (
    Class,
    Collection,
    Compared,
    DefaultAnswer,
    Dict,
    Instance,
    List,
    Long,
    Member,
    Opaque,
    Prefix,
    Scalar,
    Sized,
    Tuple,
    Value,
    is_message,
    reference_of,
    type_of,
    walk,
)
from testloom.model.suite import ValueAssertion
from testloom.model.texts.names import ASKED_BY, is_name, plain_name
from testloom.writer.errors import UnwritableError
from testloom.writer.syntax.literals import literal
from testloom.writer.syntax.names import along, attribute, call, keyword
from testloom.writer.values.expressions import NameResolver, answered, expected, is_nan
from testloom.writer.values.operators import Syntax

MESSAGE = "args"
CALLABLE = "collections.abc:Callable"


class ComparisonScope(NameResolver, Protocol):
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
class WrittenComparison:
    """A written comparison: the text before the expected value, the value, and the rest.

    Without a value, the text is the whole comparison. A comparison that `asserts` by itself is no
    expression: a call that raises if the comparison does not hold.
    """

    text: str
    value: str | None = None
    rest: str = ""
    asserts: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of `target`, an expression, with an observed value.

    `attribute` is the last name in the target. `form` is `value`, `length` or `keys` (of a container),
    or `type` (of an object that has nothing else to compare).
    """

    target: str
    expected: Value
    attribute: str = ""
    form: str = "value"

    def write(self, scope: ComparisonScope, target: Syntax, *, strict: bool) -> WrittenComparison:
        """Write the comparison as source; `strict` distinguishes True and False from truthy values.

        Raises:
            UnwritableError: if the comparison cannot be written as source.
        """
        value = self.expected
        if (written := self._part(scope, target)) is not None:
            return written
        if isinstance(value, Scalar):
            return self._scalar(value, scope, target, strict)
        if isinstance(value, Compared):
            return self._by_function(value, scope, target)
        whole = f"({target.text})" if target.comparison else target.text
        if isinstance(value, Member | Class):
            return WrittenComparison(f"{whole} is ", scope.path(value.path))
        if (reference := reference_of(value)) is not None:
            return WrittenComparison(f"{whole} {self._identity(reference, scope)}")
        return WrittenComparison(f"{whole} == ", self._expected(value, scope))

    def _part(self, scope: ComparisonScope, target: Syntax) -> WrittenComparison | None:
        """The comparison of a value's length, keys, start or type; None if the whole value is compared."""
        text = target.text
        match self.form, self.expected:
            case "length", Collection(items=items):
                return WrittenComparison(f"len({text}) == ", literal(len(items)))
            case _, Sized(length=length):
                return WrittenComparison(f"len({text}) == ", literal(length))
            case _, Prefix(text=beginning):
                prefix = literal(beginning, width=scope.width, single_quotes=scope.single_quotes)
                return WrittenComparison(f"{text}.startswith({prefix})")
            case "keys", Dict(keys=keys):
                return WrittenComparison(f"list({text}) == ", self._expected(List(keys), scope))
            case "type", value if type_of(value) == CALLABLE:
                return WrittenComparison(f"callable({text})")
            case "type", value:
                return WrittenComparison(f"isinstance({text}, {scope.path(type_of(value))})")
        return None

    def _by_function(self, value: Compared, scope: ComparisonScope, target: Syntax) -> WrittenComparison:
        """A comparison by a function that asserts itself: `assert_allclose(result, [0.5, 1.5])`."""
        options = "".join(f", {keyword(name, literal(held))}" for name, held in value.kwargs.items())
        text = f"{scope.path(value.by)}({target.text}, "
        return WrittenComparison(text, self._expected(value, scope), f"{options})", asserts=True)

    def _identity(self, reference: int, scope: ComparisonScope) -> str:
        """The comparison with the value of a statement, or with an answer of that double, by `is` or `==`."""
        name = scope.variable(reference)
        if isinstance(self.expected, DefaultAnswer):
            return f"is {name}{answered(self.expected.asked)}"
        return f"{'is' if name.isidentifier() and name not in ('True', 'False') else '=='} {name}"

    def _scalar(
        self, scalar: Scalar, scope: ComparisonScope, target: Syntax, strict: bool
    ) -> WrittenComparison:
        value = scalar.value
        whole = f"({target.text})" if target.comparison else target.text
        if value is None or (isinstance(value, bool) and strict):
            return WrittenComparison(f"{whole} is {value}")
        if is_nan(value):
            return WrittenComparison(f"{scope.module('math')}.isnan({target.text})")
        if value is False and target.negated:
            return WrittenComparison(target.negated)
        if isinstance(value, bool):
            return WrittenComparison(target.text if value else f"not {target.text}")
        return WrittenComparison(f"{whole} == ", self._expected(scalar, scope))

    def _expected(self, value: Value, scope: ComparisonScope) -> str:
        return expected(value, scope, width=scope.width, single_quotes=scope.single_quotes)


def comparisons(assertion: ValueAssertion, value: str) -> list[Comparison]:
    """List the comparisons for an assertion, where `value` is the expression for its statement.

    Raises:
        UnwritableError: if no part of the value can be compared.
    """
    way = assertion.attribute
    if way == MESSAGE and is_message(assertion.expected):
        return [_said(value, assertion.expected)]
    target = value if way is None else _read(value, way)
    found = list(_expanded(Comparison(target, assertion.expected, plain_name(way or ""))))
    if not found:
        raise UnwritableError(f"Nothing in a value of type {type_of(assertion.expected)} can be compared.")
    return found


def _read(value: str, way: str) -> str:
    """The expression for an attribute of a value, or for what `len`, `str` and the like say of it."""
    function = ASKED_BY.get(way)
    return call(function, [value]) if function else along(value, way)


def _expanded(comparison: Comparison) -> Iterator[Comparison]:
    value = comparison.expected
    if isinstance(value, Instance) and value.reference is None:
        yield from _object(comparison, value)
    elif isinstance(value, List | Tuple | Dict) and _holds_objects(value):
        yield from _container(comparison, value)
    else:
        yield comparison


def _object(comparison: Comparison, whole: Instance) -> Iterator[Comparison]:
    known = {name: value for name, value in whole.attributes.items() if _is_known(value) and is_name(name)}
    for name, value in known.items():
        if name == MESSAGE and is_message(value):
            yield _said(comparison.target, value)
            continue
        yield from _expanded(Comparison(attribute(comparison.target, name), value, name))
    if not known:
        yield Comparison(comparison.target, comparison.expected, comparison.attribute, "type")


def _said(target: str, arguments: Value) -> Comparison:
    """The comparison of what `str` says of an exception: its only argument."""
    return Comparison(f"str({target})", arguments.parts()[0], "message")


def _container(comparison: Comparison, whole: List | Tuple | Dict) -> Iterator[Comparison]:
    target, items = comparison.target, whole.items
    if isinstance(whole, Dict):
        yield Comparison(target, whole, comparison.attribute, "keys")
        keyed = [(_key(key), value) for key, value in zip(items[::2], items[1::2], strict=True)]
    else:
        yield Comparison(target, whole, comparison.attribute, "length")
        keyed = [(literal(position), value) for position, value in enumerate(items)]
    for key, value in keyed:
        if _is_known(value):
            yield from _expanded(Comparison(f"{target}[{key}]", value, comparison.attribute))


def _key(key: Value) -> str:
    if not isinstance(key, Scalar):
        raise UnwritableError("A dict of objects can only be compared if its keys are scalars.")
    return literal(key.value, width=200)


def _holds_objects(whole: Value) -> bool:
    """Whether a collection contains, at any depth, an object that `==` cannot compare."""
    return any(
        isinstance(value, Instance | Opaque | Long | Compared) and reference_of(value) is None
        for value in walk(whole, lambda value: isinstance(value, Collection))
    )


def _is_known(value: Value) -> bool:
    return not isinstance(value, Opaque | Long)
