"""Infection: detects, without running a mutant, that it makes no difference.

A mutant changes nothing if the expression around it has the same result as without it, as `x < 1` and
`x < 2` do for an x of 7: it does not infect the state (J. M. Voas, "PIE: a dynamic failure-based
technique", TSE 18(8), 1992). So the largest expressions around mutants whose parts have no side effects
are evaluated with each of their mutants while the program runs without any (W. E. Howden, "Weak
mutation testing and completeness of test sets", TSE 8(4), 1982).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from testloom_agent.mutation.proposals import ANNOTATIONS, CONDITIONS

PURE_CALLS = ("isinstance", "len")
Alternatives: TypeAlias = Mapping[int, Sequence[tuple[int, "ast.expr | ast.stmt | None"]]]
"""For each node, by its identity, the mutants there with their replacements."""


@dataclass(frozen=True)
class Spot:
    """An expression without side effects, and its replacement for each mutant within it.

    `is_condition`: only its truth value matters.
    """

    number: int
    is_condition: bool
    original: ast.expr
    mutated: Mapping[int, ast.expr]


def spots_of(tree: ast.AST, alternatives: Alternatives, first: int) -> dict[int, Spot]:
    """Collect the spots of a program by the id of their nodes, numbered from `first`."""
    found = _roots(tree, alternatives)
    return {
        id(node): Spot(number, is_condition, copy.deepcopy(node), dict(_mutated(node, alternatives)))
        for number, (node, is_condition) in enumerate(found, first)
    }


def _roots(node: ast.AST, alternatives: Alternatives) -> Iterator[tuple[ast.expr, bool]]:
    for name, value in ast.iter_fields(node):
        if name in ANNOTATIONS:
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.expr) and _is_pure(part, alternatives):
                if _has_mutants(part, alternatives):
                    yield part, name in CONDITIONS
            elif isinstance(part, ast.AST):
                yield from _roots(part, alternatives)


def _mutated(root: ast.expr, alternatives: Alternatives) -> Iterator[tuple[int, ast.expr]]:
    """The whole expression with each of its mutants."""
    for node in ast.walk(root):
        for number, replacement in alternatives.get(id(node), ()):
            memo = {id(node): copy.deepcopy(replacement)}
            yield number, copy.deepcopy(root, memo)


def _is_pure(node: ast.expr, alternatives: Alternatives) -> bool:
    """Check whether an expression, and its mutants, can be evaluated once more without changing anything.

    With another key, a dict may make an item.
    """
    match node:
        case ast.Constant():
            return True
        case ast.Name(ctx=ast.Load()):
            return True
        case ast.Attribute(value=value, ctx=ast.Load()):
            return _is_pure(value, alternatives)
        case ast.Subscript(value=value, slice=key, ctx=ast.Load()):
            is_key_kept = isinstance(key, ast.Slice) or not _has_mutants(key, alternatives)
            return is_key_kept and _are_pure((value, key), alternatives)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            return name in PURE_CALLS and _are_pure(arguments, alternatives)
        case ast.BinOp() | ast.BoolOp() | ast.Compare() | ast.IfExp() | ast.Slice() | ast.UnaryOp():
            return _are_pure(_operands(node), alternatives)
        case ast.List(elts=items, ctx=ast.Load()) | ast.Tuple(elts=items, ctx=ast.Load()):
            return _are_pure(items, alternatives)
    return False


def _operands(node: ast.expr) -> Iterator[ast.expr]:
    return (part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))


def _are_pure(nodes: Iterable[ast.expr], alternatives: Alternatives) -> bool:
    return all(_is_pure(node, alternatives) for node in nodes)


def _has_mutants(node: ast.AST, alternatives: Collection[int]) -> bool:
    return any(id(inner) in alternatives for inner in ast.walk(node))
