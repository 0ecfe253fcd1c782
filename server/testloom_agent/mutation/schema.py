"""One program that holds all mutants of a module, each behind a check at its place.

A mutant schema: R. H. Untch, A. J. Offutt, M. J. Harrold, "Mutation analysis using mutant schemata",
ISSTA 1993. An expression `a + b` becomes `a + b if not on(7) else a - b`, a statement an `if`; `on`
returns the id of the mutant that is on at this place, else 0.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import TypeVar

from testloom_agent.instrumentation.names import INFECTED, MUTANT, call, placed
from testloom_agent.instrumentation.program import deep_recursion, source_lines
from testloom_agent.instrumentation.reparsing import Rewritten
from testloom_agent.instrumentation.rewriting.exclusion import excluded_lines
from testloom_agent.mutation.infection import Alternatives, Spot, spots_of
from testloom_agent.mutation.model import Mutant, Proposal
from testloom_agent.mutation.proposals import Enclosing, proposals_of
from testloom_agent.trees import quiet

LONGEST_TEXT = 120
MOST_A_FUNCTION = 120
MOST_A_MODULE = 1_000
"""The greatest number of mutants; `choose` selects some if there are more."""

Item = TypeVar("Item")


@dataclass(frozen=True)
class Schema:
    """A module with mutants in it, the mutants, and the number of places that check for them.

    Places with higher numbers are spots where it can be determined whether mutants infect the state.
    """

    rewritten: Rewritten
    mutants: tuple[Mutant, ...]
    sites: int

    @property
    def code(self) -> CodeType:
        """The code with the mutants."""
        return self.rewritten.code


def mutate(source: bytes | str, file: str, of_interfaces: bool = False) -> Schema:
    """Put mutants into a module; those of what calls hand over only if that is wanted.

    Raises:
        SyntaxError: if the source is not valid Python.
        UnicodeDecodeError: if its bytes are not in the encoding it declares.
    """
    with quiet(), deep_recursion():
        tree = ast.parse(source, file)
        lines = source_lines(source)
        excluded = excluded_lines(tree, lines)
        proposals = proposals_of(tree, excluded)
        found = choose(
            (one for one in proposals if of_interfaces or one[1].operator != "arguments"),
            function_of=lambda one: one[0].name,
            operator_of=lambda one: one[1].operator,
        )
        mutants, places = _numbered(found)
        sites = {node: _Site(number, places[node]) for number, node in enumerate(places)}
        _Inserter(sites, spots_of(tree, places, len(sites))).visit(tree)
        code = compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True)
    return Schema(Rewritten(code, tree, "\n".join(lines)), mutants, len(sites))


@dataclass(frozen=True)
class _Site:
    """A place in the code, and the mutants there, each with a copy of its replacement."""

    number: int
    alternatives: Sequence[tuple[int, ast.expr | ast.stmt | None]]


def _numbered(found: Iterable[tuple[Enclosing, Proposal]]) -> tuple[tuple[Mutant, ...], Alternatives]:
    """Number the mutants; returns also a copy of each replacement, by the identity of the node replaced."""
    mutants: list[Mutant] = []
    places: dict[int, list[tuple[int, ast.expr | ast.stmt | None]]] = {}
    for number, (scope, proposal) in enumerate(found, 1):
        node = proposal.node
        site = list(places).index(id(node)) if id(node) in places else len(places)
        before, after = _text(node), _text(proposal.shown or proposal.replacement)
        mutants.append(Mutant(number, site, proposal.operator, node.lineno, scope.name, before, after))
        places.setdefault(id(node), []).append((number, copy.deepcopy(proposal.replacement)))
    return tuple(mutants), places


def _text(node: ast.AST | None) -> str:
    """Write the source of a node, on one line."""
    text = "pass" if node is None else ast.unparse(node)
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_TEXT else f"{line[: LONGEST_TEXT - 1]}…"


class _Inserter(ast.NodeTransformer):
    """Inserts the check, and the replacements, at each node that has mutants."""

    def __init__(self, sites: dict[int, _Site], spots: dict[int, Spot]) -> None:
        self._sites = sites
        self._spots = spots

    def visit(self, node: ast.AST) -> ast.AST:
        """The node as it is, or the choice between it and its mutants, and the look at a spot."""
        site, spot = self._sites.get(id(node)), self._spots.get(id(node))
        self.generic_visit(node)
        if site is not None and isinstance(node, ast.stmt):
            return _statement(node, site)
        if isinstance(node, ast.expr):
            chosen = node if site is None else _expression(node, site)
            return chosen if spot is None else _watched(chosen, spot)
        return node


def _expression(node: ast.expr, site: _Site) -> ast.expr:
    *first, (_, chosen) = site.alternatives
    assert isinstance(chosen, ast.expr)
    for number, alternative in reversed(first):
        assert isinstance(alternative, ast.expr)
        chosen = ast.IfExp(_is_on(site, number), alternative, chosen)
    return placed(ast.IfExp(ast.UnaryOp(ast.Not(), _asked(site.number)), node, chosen), node)


def _statement(node: ast.stmt, site: _Site) -> ast.stmt:
    *first, (_, last) = site.alternatives
    chosen = last or ast.Pass()
    assert isinstance(chosen, ast.stmt)
    for number, alternative in reversed(first):
        instead = alternative or ast.Pass()
        assert isinstance(instead, ast.stmt)
        chosen = ast.If(_is_on(site, number), [instead], [chosen])
    return placed(ast.If(ast.UnaryOp(ast.Not(), _asked(site.number)), [node], [chosen]), node)


def _watched(node: ast.expr, spot: Spot) -> ast.expr:
    """Create the expression, or the check of what its mutants change if this is requested."""
    numbers: list[ast.expr | None] = [ast.Constant(number) for number in spot.mutated]
    others = ast.Dict(numbers, [_later(mutated) for mutated in spot.mutated.values()])
    look = call(INFECTED, ast.Constant(spot.is_condition), _later(spot.original), others)
    return placed(ast.IfExp(ast.UnaryOp(ast.Not(), _asked(spot.number)), node, look), node)


def _later(node: ast.expr) -> ast.Lambda:
    """Create a function without parameters that evaluates the expression."""
    none = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(none, node)


def _asked(place: int) -> ast.expr:
    return call(MUTANT, ast.Constant(place))


def _is_on(site: _Site, mutant: int) -> ast.expr:
    return ast.Compare(_asked(site.number), [ast.Eq()], [ast.Constant(mutant)])


def fair_share(sizes: Sequence[int], most: int) -> list[int]:
    """Compute how many items to take from each group: equal numbers while they last, `most` in total."""
    shares = [0] * len(sizes)
    left, open_ones = most, len(sizes)
    for place in sorted(range(len(sizes)), key=lambda place: (sizes[place], place)):
        shares[place] = min(sizes[place], left // open_ones)
        left, open_ones = left - shares[place], open_ones - 1
    return shares


def spread(items: Sequence[Item], count: int) -> list[Item]:
    """Choose `count` of the items, spread evenly from first to last."""
    return [items[place * len(items) // count] for place in range(count)]


def choose(
    items: Iterable[Item], function_of: Callable[[Item], str], operator_of: Callable[[Item], str]
) -> list[Item]:
    """Choose some of the items, in order, fairly by function, and within a function by operator."""
    items = list(items)
    functions = _grouped(items, function_of)
    sizes = [min(len(group), MOST_A_FUNCTION) for group in functions]
    chosen: set[int] = set()
    for group, count in zip(functions, fair_share(sizes, MOST_A_MODULE), strict=True):
        kinds = _grouped(group, operator_of)
        for kind, share in zip(kinds, fair_share([len(kind) for kind in kinds], count), strict=True):
            chosen.update(id(item) for item in spread(kind, share))
    return [item for item in items if id(item) in chosen]


def _grouped(items: Sequence[Item], key: Callable[[Item], str]) -> list[list[Item]]:
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return list(groups.values())
