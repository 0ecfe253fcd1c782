"""Descriptions of how near the search came to a goal, with the values that a comparison saw."""

from __future__ import annotations

import reprlib

from testloom.model.events.nearness import NearMiss
from testloom.model.execution import AnswerOf, KnownClass, KnownObject, KnownType, Operands
from testloom.model.subject import Subject
from testloom.search import Miss, gap

_LONGEST_VALUE = 40
_OPERATORS = frozenset({"==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"})
_FUNCTIONS = frozenset({"isinstance", "issubclass", "hasattr"})


def near_miss(miss: Miss, subject: Subject) -> NearMiss:
    """Describe a missed comparison as it stands in the code and as the nearest test saw it."""
    operands, wanted = miss
    source = subject.predicates[operands.predicate].text
    return NearMiss(source, _seen(operands), wanted, gap(operands))


def _seen(operands: Operands) -> str:
    left, right = _shown(operands.left), _shown(operands.right)
    if operands.op in _OPERATORS:
        return f"{left} {operands.op} {right}"
    if operands.op == "matches":
        return f"{right} in {left}"
    if operands.op == "truth":
        return left
    if operands.op in _FUNCTIONS:
        return f"{operands.op}({left}, {right})"
    return f"{left}.{operands.op}()" if operands.right is None else f"{left}.{operands.op}({right})"


def _shown(value: object) -> str:
    match value:
        case AnswerOf():
            return "a double"
        case KnownType(type=name) | KnownClass(path=name) | KnownObject(path=name):
            return name.rpartition(":")[2]
    short = reprlib.Repr()
    short.maxstring = short.maxother = _LONGEST_VALUE
    return short.repr(value)
