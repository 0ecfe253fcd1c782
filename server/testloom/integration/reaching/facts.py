"""Facts about a value, known without running anything: it is a constant, or has a certain built-in type.

Only facts that hold in every run count: literals, results of a few built-in functions, the keywords
that a function gets. Annotations are promises that may be broken, and are ignored here.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

PLAIN = (bool, int, float, str, bytes, list, tuple, dict, set, frozenset, type(None))
NAMED: Mapping[str, type] = {kind.__name__: kind for kind in PLAIN}
RESULTS: Mapping[str, type] = {
    **{name: NAMED[name] for name in ("bool", "int", "float", "str", "list", "tuple", "dict", "set")},
    "len": int,
    "repr": str,
    "sorted": list,
    "isinstance": bool,
}
"""The types of the results of some built-in functions."""
DISPLAYS: Mapping[type[ast.expr], type] = {
    ast.JoinedStr: str,
    ast.List: list,
    ast.ListComp: list,
    ast.Tuple: tuple,
    ast.Dict: dict,
    ast.DictComp: dict,
    ast.Set: set,
    ast.SetComp: set,
}
COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_SINGLE = (bool, type(None))
"""The types whose equal values are identical."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Facts about a value: its type, its value if it `is_constant`, and its `keys` that are strings."""

    type: type
    value: object = None
    is_constant: bool = False
    keys: frozenset[str] | None = None

    def __or__(self, other: Fact) -> Fact | None:
        """Return what is known of a value that is one or the other; None if nothing is."""
        if self == other:
            return self
        return Fact(self.type) if self.type is other.type else None


Facts: TypeAlias = Mapping[str, Fact]
"""The known facts about variables; nothing is known about other variables."""


def constant(value: object) -> Fact:
    """Create the fact for a literal."""
    return Fact(type(value), value, is_constant=True)


def fact_of(node: ast.expr, facts: Facts) -> Fact | None:
    """Infer a fact about the value of an expression; None if nothing is known."""
    if type(node) in DISPLAYS:
        return Fact(DISPLAYS[type(node)])
    match node:
        case ast.Constant(value=value):
            return constant(value) if isinstance(value, PLAIN) else None
        case ast.Name(id=name):
            return facts.get(name)
        case ast.UnaryOp(op=ast.Not()) | ast.Compare(ops=[ast.Is() | ast.IsNot() | ast.In() | ast.NotIn()]):
            outcome = truth_of(node, facts)
            return Fact(bool) if outcome is None else constant(outcome)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return constant(-number)
        case ast.Call(func=ast.Name(id=name)) if name in RESULTS and name not in facts:
            return Fact(RESULTS[name])
        case ast.IfExp(test=test, body=one, orelse=other):
            return _either(truth_of(test, facts), fact_of(one, facts), fact_of(other, facts))
    return None


def truth_of(node: ast.expr, facts: Facts) -> bool | None:
    """Evaluate whether a condition holds; None if that is not known."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            outcome = truth_of(operand, facts)
            return None if outcome is None else not outcome
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _compared(fact_of(left, facts), op, fact_of(right, facts))
        case ast.Call(func=ast.Name(id="isinstance"), args=[value, kinds], keywords=[]):
            return _is_instance(fact_of(value, facts), kinds, facts)
    known = fact_of(node, facts)
    return None if known is None else _truth(known)


def _truth(known: Fact) -> bool | None:
    if known.is_constant:
        return bool(known.value)
    return bool(known.keys) if known.keys is not None else None


def _either(outcome: bool | None, one: Fact | None, other: Fact | None) -> Fact | None:
    if outcome is not None:
        return one if outcome else other
    return None if one is None or other is None else one | other


def _compared(left: Fact | None, op: ast.cmpop, right: Fact | None) -> bool | None:
    if left is None or right is None:
        return None
    if isinstance(op, ast.Is | ast.IsNot):
        same = _is_same(left, right)
        return None if same is None else same is isinstance(op, ast.Is)
    if isinstance(op, ast.In | ast.NotIn):
        if right.keys is None or not left.is_constant:
            return None
        return (left.value in right.keys) is isinstance(op, ast.In)
    if not (left.is_constant and right.is_constant):
        return None
    try:
        return bool(COMPARED[type(op)](left.value, right.value))
    except TypeError:
        return None


def _is_same(left: Fact, right: Fact) -> bool | None:
    """Check whether two values are the same object; None if that is unknown."""
    if left.type is not right.type:
        return False
    if left.is_constant and right.is_constant and left.type in _SINGLE:
        return left.value is right.value
    return None


def _is_instance(known: Fact | None, kinds: ast.expr, facts: Facts) -> bool | None:
    """Check whether a value is an instance of some built-in types; None if that is unknown."""
    wanted = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
    names = [kind.id for kind in wanted if isinstance(kind, ast.Name) and kind.id not in facts]
    if known is None or len(names) < len(wanted) or not NAMED.keys() >= set(names):
        return None
    return issubclass(known.type, tuple(NAMED[name] for name in names))
