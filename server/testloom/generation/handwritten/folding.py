"""Constants that an expression of a test says, with a little arithmetic."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from testloom.model.types import Scalar

MOST_CHARACTERS = 10_000
LARGEST = 10**18
_PLAIN = (str, bytes, int, float, complex, bool, type(None))
_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_SIGNS: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}
_CONVERSIONS: Mapping[str, Callable[[Any], Any]] = {"str": str, "int": int, "float": float}


class NoConstantError(Exception):
    """An expression that is none, or too large a one."""


def constant(node: ast.expr) -> Scalar:
    """The value of an expression that consists of constants.

    Raises:
        NoConstantError: if it does not.
    """
    match node:
        case ast.Constant(value=value) if isinstance(value, _PLAIN):
            return value
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _SIGNS:
            return _computed(_SIGNS[type(op)], constant(operand))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            one, other = constant(left), constant(right)
            _check_size(op, one, other)
            return _computed(_OPERATORS[type(op)], one, other)
        case ast.BinOp(
            left=ast.Constant(value=int(base)), op=ast.Pow(), right=ast.Constant(value=int(power))
        ):
            if abs(base) > 10 or not 0 <= power <= 18:
                raise NoConstantError
            return int(base**power)
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in _CONVERSIONS:
            return _computed(_CONVERSIONS[name], constant(argument))
    raise NoConstantError


def _check_size(op: ast.operator, one: Scalar, other: Scalar) -> None:
    """Keep texts from growing without bounds; `%` with a text would be formatting.

    Raises:
        NoConstantError: if the result may be too large.
    """
    texts = [value for value in (one, other) if isinstance(value, str | bytes)]
    numbers = [value for value in (one, other) if isinstance(value, int | float)]
    if any(abs(number) > LARGEST for number in numbers) or (texts and isinstance(op, ast.Mod)):
        raise NoConstantError
    if texts and numbers and len(texts[0]) * abs(numbers[0]) > MOST_CHARACTERS:
        raise NoConstantError


def _computed(function: Callable[..., Any], *values: Scalar) -> Scalar:
    try:
        value = function(*values)
    except (ArithmeticError, TypeError, ValueError):
        raise NoConstantError from None
    if not isinstance(value, _PLAIN):
        raise NoConstantError
    return value
