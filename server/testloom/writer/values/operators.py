"""Special methods as the operators and other syntax that calls them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_BINARY = {
    "__add__": "+", "__sub__": "-", "__mul__": "*", "__truediv__": "/", "__floordiv__": "//", "__mod__": "%",
    "__pow__": "**", "__matmul__": "@", "__and__": "&", "__or__": "|", "__xor__": "^", "__lshift__": "<<",
    "__rshift__": ">>",
}  # fmt: skip
_IN_PLACE = {f"__i{name[2:]}": f"{sign}=" for name, sign in _BINARY.items()}
_REFLECTED = {f"__r{name[2:]}": sign for name, sign in _BINARY.items()}
_COMPARISONS = {"__eq__": "==", "__ne__": "!=", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_UNARY = {"__neg__": "-", "__pos__": "+", "__invert__": "~"}
_FUNCTIONS = {
    "__len__": "len", "__str__": "str", "__repr__": "repr", "__bool__": "bool", "__hash__": "hash",
    "__int__": "int", "__float__": "float", "__complex__": "complex", "__bytes__": "bytes", "__abs__": "abs",
    "__round__": "round", "__iter__": "iter", "__next__": "next", "__reversed__": "reversed",
    "__format__": "format", "__divmod__": "divmod",
}  # fmt: skip
REFLECTED = frozenset(_REFLECTED)
"""The methods of a right operand, which run if the left operand does not support the operation."""
IN_PLACE = frozenset(_IN_PLACE)
"""The methods that bind the name of their object to what they return."""
BINARY = frozenset({*_BINARY, *_REFLECTED, *_COMPARISONS})
"""The methods that may return NotImplemented, for which their operators raise an error."""
ARITHMETIC = frozenset({*_BINARY, *_REFLECTED} - {"__rpow__"})
"""The methods of operators that raise a TypeError if no operand supports the other."""
ORDERINGS = frozenset({*_COMPARISONS} - {"__eq__", "__ne__"})
"""The methods of comparisons that do; equality falls back to identity."""
WORDS = {
    "__eq__": "equality", "__ne__": "inequality", "__lt__": "less_than", "__le__": "at_most",
    "__gt__": "greater_than", "__ge__": "at_least", "__getitem__": "item", "__setitem__": "set_item",
    "__delitem__": "delete_item", "__contains__": "contains", "__add__": "addition", "__sub__": "subtraction",
    "__mul__": "multiplication", "__truediv__": "division", "__floordiv__": "floor_division",
    "__radd__": "reflected_addition", "__rsub__": "reflected_subtraction",
    "__rmul__": "reflected_multiplication", "__rtruediv__": "reflected_division",
    "__mod__": "modulo", "__pow__": "power", "__neg__": "negation", "__len__": "length", "__str__": "str",
    "__repr__": "repr", "__bool__": "truth", "__iter__": "iteration", "__and__": "and", "__or__": "or",
    "__init__": "", "__call__": "call", "__aenter__": "enter", "__aexit__": "exit",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Syntax:
    """An expression as source; a `comparison` needs parentheses before it can be compared again.

    `negated` is the opposite expression. `statement` marks syntax that is not an expression, `call` an
    expression that may be a statement of its own.
    """

    text: str
    comparison: bool = False
    call: bool = False
    statement: bool = False
    negated: str = ""


def as_syntax(name: str, receiver: str, arguments: Sequence[str]) -> Syntax | None:
    """Render a call of a special method in its usual syntax; None if there is none for its arguments."""
    match arguments:
        case []:
            return _of_none(name, receiver)
        case [other]:
            return _of_one(name, receiver, other)
        case [key, value] if name == "__setitem__":
            return Syntax(f"{receiver}[{key}] = {value}", statement=True)
    return _called(name, receiver, arguments)


def _of_none(name: str, receiver: str) -> Syntax | None:
    if name in _UNARY:
        return Syntax(f"{_UNARY[name]}{receiver}")
    return _called(name, receiver, ())


def _of_one(name: str, receiver: str, other: str) -> Syntax | None:
    if name in _BINARY:
        return Syntax(f"{receiver} {_BINARY[name]} {other}")
    if name in _REFLECTED:
        return Syntax(f"{other} {_REFLECTED[name]} {receiver}")
    if name in _COMPARISONS and receiver != other:  # linters take a comparison with itself for a mistake
        text = f"{receiver} {_COMPARISONS[name]} {other}"
        opposite = {"__eq__": f"{receiver} != {other}", "__ne__": f"({text}) is False"}
        return Syntax(text, comparison=True, negated=opposite.get(name, f"not {text}"))
    match name:
        case "__getitem__":
            return Syntax(f"{receiver}[{other}]")
        case "__contains__":
            return Syntax(f"{other} in {receiver}", comparison=True, negated=f"{other} not in {receiver}")
        case "__delitem__":
            return Syntax(f"del {receiver}[{other}]", statement=True)
        case _ if name in _IN_PLACE and receiver.isidentifier():
            return Syntax(f"{receiver} {_IN_PLACE[name]} {other}", statement=True)
    return _called(name, receiver, (other,))


def _called(name: str, receiver: str, arguments: Sequence[str]) -> Syntax | None:
    if name in _FUNCTIONS:
        return Syntax(f"{_FUNCTIONS[name]}({', '.join([receiver, *arguments])})", call=True)
    return None
