"""Mutation operators: the changes that an expression or a statement could have.

The operators are those that suffice for almost the score of all (A. J. Offutt et al., "An experimental
determination of sufficient mutant operators", TOSEM 5(2), 1996), with removals and replacements of
calls and exceptions. For comparisons and conditions, only the mutants that are hardest to kill are
used: tests that kill them also kill the others, such as a reversed comparison (R. Just, G. M.
Kapfhammer, F. Schweiggert, "Do redundant mutants affect the effectiveness and efficiency of mutation
analysis?", ICSTW 2012). Mutants that fail in every run, such as subtracted strings, are not proposed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from testloom_agent.instrumentation.names import EMPTIED, call
from testloom_agent.mutation.model import Proposal
from testloom_agent.trees import is_name, is_none

ARITHMETIC: Mapping[type[ast.operator], Sequence[type[ast.operator]]] = {
    ast.Add: (ast.Sub, ast.BitOr),
    ast.Sub: (ast.Add, ast.BitXor, ast.RShift),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Mult, ast.Div),
    ast.Mod: (ast.Mult,),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitAnd,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
"""Replacements of an operator: its opposite, and operators that agree with it on most small numbers.

`a | b` is `a + b` where no bit of both is set, `a >> 1` is `a - 1` for 1 and 2, `a ^ 1` for all odd
numbers.
"""
BOUNDS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
EQUALITIES: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], bool]] = {
    ast.Lt: (ast.NotEq, False),
    ast.LtE: (ast.Eq, True),
    ast.Gt: (ast.NotEq, False),
    ast.GtE: (ast.Eq, True),
}
"""Replacements of an ordering: the equality that agrees with it at the bound, and their value there."""
ORDERINGS: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: (ast.LtE, ast.GtE),
    ast.NotEq: (ast.Lt, ast.Gt),
}
"""Replacements of an equality: the orderings that agree with it on one side."""
EITHER = (True, False)
OTHER_TEXT = "mutant"
LOOKUP_ERRORS = ("LookupError", "KeyError", "IndexError")
NEVER_EMPTY = (
    ast.Compare,
    ast.Constant,
    ast.Dict,
    ast.JoinedStr,
    ast.Lambda,
    ast.List,
    ast.Set,
    ast.Tuple,
    ast.UnaryOp,
)
"""Expressions that no empty value replaces, or whose own mutants are as hard to kill."""
NEVER_EMPTY_NAMES = ("NotImplemented", "cls", "self")
NEVER_NUMBERS = (ast.JoinedStr, ast.List, ast.ListComp, ast.Tuple)


def of_expression(node: ast.expr) -> Iterator[Proposal]:
    """Yield the mutations of an expression whose value is read."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            if not (_is_text(left) or _is_text(right)):
                yield from (
                    Proposal("arithmetic", node, ast.BinOp(left, other, right))
                    for other in _other_operators(op)
                )
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield Proposal("not", node, operand)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield Proposal("arithmetic", node, operand)
        case ast.Compare():
            yield from of_comparison(node)
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield Proposal("boolean", node, ast.BoolOp(other, values))
        case ast.Constant(value=value):
            yield from (Proposal("constant", node, ast.Constant(other)) for other in _other_values(value))
        case ast.Call():
            yield from _of_result(node)


def of_comparison(node: ast.Compare) -> Iterator[Proposal]:
    """Yield the mutations of a comparison: bounds that are off by one, and other outcomes."""
    for place, op in enumerate(node.ops):
        if type(op) in BOUNDS:
            yield Proposal("boundary", node, _with(node, place, BOUNDS[type(op)]()))
        elif type(op) in ORDERINGS and _may_be_ordered(node.comparators[place]):
            yield from (Proposal("boundary", node, _with(node, place, o())) for o in ORDERINGS[type(op)])
        if type(op) in EQUALITIES:
            yield Proposal("comparison", node, _with(node, place, EQUALITIES[type(op)][0]()))
    match node.ops:
        case [op] if type(op) in EQUALITIES:
            yield Proposal("comparison", node, ast.Constant(EQUALITIES[type(op)][1]))
        case _:
            yield from (Proposal("comparison", node, ast.Constant(outcome)) for outcome in EITHER)


def of_condition(node: ast.expr) -> Iterator[Proposal]:
    """Yield the mutations of a part of a condition that is no `and`, `or` or `not`."""
    match node:
        case ast.Compare():
            yield from of_comparison(node)
        case ast.Constant() | ast.NamedExpr():
            yield from of_expression(node)
        case _:
            operator = "result" if isinstance(node, ast.Call) else "condition"
            yield from (Proposal(operator, node, ast.Constant(outcome)) for outcome in EITHER)


def of_interface(node: ast.Call) -> Iterator[Proposal]:
    """Faults in what a call hands over: neighbouring arguments in each other's place.

    An operator of interface mutation (M. E. Delamaro, J. C. Maldonado, A. P. Mathur, "Interface mutation: an
    approach for integration testing", TSE 27(3), 2001).
    """
    for place, (one, other) in enumerate(pairwise(node.args)):
        if not (_is_starred(one) or _is_starred(other)) and ast.dump(one) != ast.dump(other):
            args = [*node.args[:place], other, one, *node.args[place + 2 :]]
            yield Proposal("arguments", node, ast.Call(node.func, args, node.keywords))


def of_statement(node: ast.stmt, rebound: frozenset[str]) -> Iterator[Proposal]:
    """Yield the mutations of a whole statement.

    `rebound` are the names that have a value even without the statement.
    """
    match node:
        case ast.AugAssign(target=target, op=op, value=value):
            others = [] if _is_text(value) else _other_operators(op)
            yield from (Proposal("arithmetic", node, ast.AugAssign(target, other, value)) for other in others)
            yield Proposal("statement", node, None)
        case ast.Expr(value=ast.Call() | ast.Await(value=ast.Call())):
            yield Proposal("call", node, None)
        case ast.Assign(targets=targets) if all(_has_value_without(target, rebound) for target in targets):
            yield Proposal("statement", node, None)
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            yield Proposal("return", node, None)
        case ast.Delete() | ast.Assert():
            yield Proposal("statement", node, None)
        case ast.Break():
            yield Proposal("statement", node, ast.Continue())
        case ast.Continue():
            yield Proposal("statement", node, None)
        case ast.Return(value=ast.expr() as value) if not is_none(value):
            yield Proposal("return", node, ast.Return(ast.Constant(None)))
            if not (isinstance(value, NEVER_EMPTY) or is_name(value, *NEVER_EMPTY_NAMES)):
                yield _emptied(value)
        case ast.Raise(exc=ast.expr() as error):
            yield Proposal("statement", node, None)
            yield Proposal("exception", node, ast.Raise(_other_exception(error), None))


def of_loop(iterable: ast.expr) -> Proposal:
    """Propose a loop that never runs, because its iterable is empty."""
    return Proposal("statement", iterable, ast.Tuple([], ast.Load()))


def of_handler(caught: ast.expr) -> Proposal:
    """Propose a handler that catches nothing."""
    return Proposal("exception", caught, ast.Tuple([], ast.Load()))


def _emptied(value: ast.expr) -> Proposal:
    """The empty value of the same type, such as an empty list, zero or False; no items of an iterator.

    Only tests whose input comes to something notice that (H. Coles et al., "PIT: a practical mutation testing
    tool for Java", ISSTA 2016, which calls it empty returns).
    """
    shown = ast.Call(ast.Call(ast.Name("type", ast.Load()), [value], []), [], [])
    return Proposal("return", value, call(EMPTIED, value), shown)


def _with(node: ast.Compare, place: int, op: ast.cmpop) -> ast.Compare:
    """The comparison with another operator at a place."""
    return ast.Compare(node.left, [*node.ops[:place], op, *node.ops[place + 1 :]], node.comparators)


def _other_values(value: object) -> Iterator[bool | int | float | complex | str | bytes]:
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
            yield value - 1
        case float() | complex():
            yield value + 1
        case str():
            yield OTHER_TEXT if not value else ""
        case bytes():
            yield OTHER_TEXT.encode() if not value else b""


def _of_result(node: ast.Call) -> Iterator[Proposal]:
    """Yield what a call could return if it did nothing: its receiver, its only argument, or None."""
    match node:
        case ast.Call(func=ast.Name(id="super" | "isinstance" | "len" | "range")):
            return
        case ast.Call(func=ast.Attribute(value=ast.Call() | ast.Constant() | ast.Subscript() as receiver)):
            yield Proposal("result", node, receiver)
        case ast.Call(func=ast.Name(), args=[ast.expr() as only], keywords=[]) if not _is_starred(only):
            yield Proposal("result", node, only)
        case _:
            yield Proposal("result", node, ast.Constant(None))


def _has_value_without(target: ast.expr, rebound: frozenset[str]) -> bool:
    return isinstance(target, ast.Attribute | ast.Subscript) or (
        isinstance(target, ast.Name) and target.id in rebound
    )


def _other_exception(error: ast.expr) -> ast.expr:
    name = error.func if isinstance(error, ast.Call) else error
    return ast.Name("ArithmeticError" if is_name(name, *LOOKUP_ERRORS) else "LookupError", ast.Load())


def _other_operators(op: ast.operator) -> list[ast.operator]:
    return [other() for other in ARITHMETIC.get(type(op), (ast.Add,))]


def _may_be_ordered(node: ast.expr) -> bool:
    """Check whether values may be ordered relative to an expression, unlike None or a list."""
    return not isinstance(node, NEVER_NUMBERS) and (
        not isinstance(node, ast.Constant) or type(node.value) in (int, float, str)
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, NEVER_NUMBERS) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    )


def _is_starred(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred)
