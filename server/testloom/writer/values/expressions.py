"""Values as Python expressions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from testloom.model.observed import (
    Class,
    Compared,
    DefaultAnswer,
    Dict,
    FrozenSet,
    List,
    Made,
    Member,
    Scalar,
    Set,
    Tuple,
    Value,
    reference_of,
    type_of,
)
from testloom.model.texts.numbers import is_exact
from testloom.model.types import Scalar as Plain
from testloom.writer.errors import UnwritableError
from testloom.writer.syntax.literals import literal
from testloom.writer.syntax.names import call, identifier

CALL = "()"
NAN = "numpy:nan"
ROUNDED = 1e-13
"""Numbers nearer to zero are taken for rounding errors: `pytest.approx` compares them with zero."""
DIGITS = 9
LONG_RANGE = 8


class NameResolver(Protocol):
    """A scope: resolves the names in an expression."""

    def path(self, path: str) -> str:
        """Render the expression for the object at `module:Qual.name`, importing it."""
        ...

    def module(self, name: str) -> str:
        """Return the local name of an imported module."""
        ...

    def variable(self, statement: int) -> str:
        """Render the expression for the value of a statement."""
        ...


def expected(value: Value, scope: NameResolver, *, width: int = 60, single_quotes: bool = False) -> str:
    """Render an observed value as the operand that a result is compared with; floats approximately.

    Raises:
        UnwritableError: if the value contains a part that no expression equals.
    """
    if isinstance(value, Compared):
        return _Approximate(scope, width, single_quotes).write(value.value)
    return _Expected(scope, width, single_quotes).write(value)


def is_nan(value: Plain) -> bool:
    """Check whether a value is the float NaN, which does not even equal itself."""
    return isinstance(value, float) and math.isnan(value)


def collection(kind: str, items: Sequence[str]) -> str:
    """Render a collection as an expression; the items of a dict alternate between keys and values.

    A key that occurs twice keeps its first place and gets its last value, as in Python.

    Raises:
        UnwritableError: if the kind is unknown.
    """
    inner = ", ".join(items)
    match kind:
        case "list":
            return f"[{inner}]"
        case "tuple":
            return f"({inner},)" if len(items) == 1 else f"({inner})"
        case "set":
            return f"{{{inner}}}" if items else "set()"
        case "frozenset":
            return f"frozenset({{{inner}}})" if items else "frozenset()"
        case "dict":
            pairs = dict(zip(items[::2], items[1::2], strict=True))
            return f"{{{', '.join(f'{key}: {value}' for key, value in pairs.items())}}}"
    raise UnwritableError(f"A {kind} cannot be written as an expression.")


class _Expected:
    """Writes expected values; `hashed` is set within sets and keys, where only exact values work."""

    def __init__(self, scope: NameResolver, width: int, single_quotes: bool) -> None:
        self._scope = scope
        self._width = width
        self._single_quotes = single_quotes

    def write(self, value: Value, hashed: bool = False) -> str:
        match value:
            case Scalar():
                return self._scalar(value.value, hashed)
            case List(items=items) if (text := _range(items)) and not hashed:
                return text
            case List(items=items) | Tuple(items=items):
                return collection(value.kind, [self.write(item, hashed) for item in items])
            case Set(items=items) | FrozenSet(items=items):
                return collection(value.kind, [self.write(item, True) for item in items])
            case Dict(items=items):
                written = [self.write(item, hashed or not n % 2) for n, item in enumerate(items)]
                return collection(value.kind, written)
            case Made(kwargs=kwargs):
                named = [(name, self.write(part, hashed)) for name, part in kwargs.items()]
                args = [self.write(part, hashed) for part in value.args]
                return call(self._scope.path(value.type), args, named)
            case Member(path=path) | Class(path=path):
                return self._scope.path(path)
        if (reference := reference_of(value)) is not None:
            asked = value.asked if isinstance(value, DefaultAnswer) else ""
            return f"{self._scope.variable(reference)}{answered(asked)}"
        name = type_of(value).rpartition(":")[2]
        raise UnwritableError(f"A value of type {name} cannot be written as an expression.")

    def _scalar(self, value: Plain, hashed: bool) -> str:
        text = literal(value, width=self._width, single_quotes=self._single_quotes)
        if not isinstance(value, float | complex):
            return text
        if is_nan(value):
            if hashed:
                raise UnwritableError("A set or dict with the key nan equals nothing.")
            return f"{self._scope.module('pytest')}.approx({text}, nan_ok=True)"
        exact = is_exact(value.real) and is_exact(value.imag)
        if hashed or exact:
            return text
        if isinstance(value, float):
            text = literal(0.0 if abs(value) < ROUNDED else float(f"{value:.{DIGITS}g}"))
        return f"{self._scope.module('pytest')}.approx({text})"


class _Approximate(_Expected):
    """Writes expected values for a function that compares approximately itself, without `pytest.approx`."""

    def _scalar(self, value: Plain, hashed: bool) -> str:
        if not isinstance(value, float):
            return super()._scalar(value, hashed)
        return self._scope.path(NAN) if is_nan(value) else literal(float(f"{value:.{DIGITS}g}"))


def answered(asked: str) -> str:
    """Render the way to a mock's answer: names as they are, and `.return_value` for each `()`.

    Raises:
        UnwritableError: if `asked` contains anything else.
    """
    parts = ["return_value" if part == CALL else identifier(part) for part in asked.split(".") if part]
    return "".join(f".{part}" for part in parts)


def _range(items: Sequence[Value]) -> str:
    """`list(range(…))` for at least `LONG_RANGE` successive integers; empty for any other items."""
    values = [item.value for item in items if isinstance(item, Scalar) and type(item.value) is int]
    if len(values) < max(len(items), LONG_RANGE):
        return ""
    if values != list(range(values[0], values[0] + len(values))):
        return ""
    start = f"{values[0]}, " if values[0] else ""
    return f"list(range({start}{values[0] + len(values)}))"
