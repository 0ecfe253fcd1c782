"""The notation of lookups: steps with a use after them (`uses`).

`['lines'][]['price']` is read if a parameter has `lines`, and each of their items a `price`; `['lines']for`
says that they are iterated. `[2]` is the third item of a sequence, and `=:3` says that it is unpacked into
three names. `{}` is a value of a mapping whose keys are not known, and `{:}` a key of it. A key may be a name
that stands for several constants.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from testloom_agent.reflection.bodies.lookups.pieces import PIECE
from testloom_agent.reflection.bodies.uses import ITEM

MOST_STEPS = 6
"""How many keys and items a lookup may have; whatever takes more is left out."""
UNPACKED = "=:"
VALUE, KEY = "{}", "{:}"
_LOOKUP = re.compile(
    rf"\[['\d<]|(?<!=)=:|(?:^|[\]}}])\{{:?\}}|(?:^|[\]}}>])(?:{PIECE.pattern})|{re.escape(ITEM)}[a-zA-Z_(]"
)
_COPYING = ("copy", "deepcopy", "dict", "list", "tuple", "sorted", "reversed", "iter")
"""Functions whose result has the items of their argument."""
READING_TEXT = frozenset(
    {"Decimal", "Fraction", "UUID", "fromisoformat", "ip_address", "Path", "to_datetime", "to_numeric"}
)
"""Functions and classes that parse strings, in addition to the built-in ones."""


def behind(steps: str, uses: Iterable[str]) -> Iterator[str]:
    """Yield the uses with steps in front of them, as uses of the object that the steps start from."""
    for use in uses:
        if _is_lookup(steps + use) and (steps + use).count("[") <= MOST_STEPS:
            yield steps + use


def _is_lookup(use: str) -> bool:
    return bool(_LOOKUP.search(use))


def read_as(call: ast.Call) -> str:
    """Write the use for a call that parses a string: the function, and its format if it takes one."""
    name = ast.unparse(call.func).rpartition(".")[2]
    match call.args:
        case [_, ast.Constant(value=str() as form)] if name == "strptime":
            return f"{name}({form})"
    return f"{name}()" if name in READING_TEXT else ""


def source_of(node: ast.expr) -> ast.expr | None:
    """Find the object that a call copies or converts to a list; None for any other call."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[value]) if name in _COPYING:
            return value
        case ast.Call(func=ast.Attribute(value=value, attr="copy"), args=[]):
            return value
    return None


def sources_of(node: ast.expr) -> list[ast.expr]:
    """List the objects that an expression copies or merges; empty for any other expression."""
    match node:
        case ast.Call(func=ast.Name(id="dict"), args=given, keywords=keywords):
            return [*given, *(keyword.value for keyword in keywords if keyword.arg is None)]
        case ast.Dict(keys=keys, values=values):
            return [value for key, value in zip(keys, values, strict=True) if key is None]
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [left, right]
    copied = source_of(node)
    return [] if copied is None else [copied]


def position_of(key: ast.expr) -> str:
    """Write the step of a lookup by a number that counts from the front; empty for any other key."""
    match key:
        case ast.Constant(value=int() as number) if number >= 0 and not isinstance(number, bool):
            return f"[{number}]"
    return ""


def step_of(key: ast.expr) -> str:
    """Write the step of a lookup by a key: an item for a number, empty for an unknown key."""
    match key:
        case ast.Constant(value=str() as text) if "'" not in text:
            return f"['{text}']"
        case ast.Constant(value=int()) | ast.UnaryOp(operand=ast.Constant(value=int())):
            return ITEM
    return ""
