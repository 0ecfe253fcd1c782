"""The model of an instrumented subject: its probes and predicates."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Leaf:
    """A predicate measured by itself: `op` names the comparison or test that distances are computed for.

    `detail` has information that the operands lack, such as the literals of a `case` pattern.
    """

    predicate: int
    op: str
    detail: Any = None


@dataclass(frozen=True)
class Negation:
    """`not` applied to a condition."""

    part: Tree


@dataclass(frozen=True)
class Combination:
    """`and` (if `is_and`) or `or` of conditions."""

    is_and: bool
    parts: tuple[Tree, ...]


@dataclass(frozen=True)
class Quantification:
    """`all` or `any`: the truth of the `whole`, and the condition that is `asked` of each item."""

    whole: Leaf
    asked: Tree


Tree = Leaf | Negation | Combination | Quantification


@dataclass
class ProbeInfo:
    """A probe; `lines` are the first lines of the statements in its run."""

    index: int
    kind: str
    line: int
    code: str
    parent: int | None = None
    predicate: int | None = None
    outcome: bool | None = None
    label: str = ""
    excluded: bool = False
    lines: list[int] = field(default_factory=list)

    def describe(self) -> dict[str, Any]:
        """Describe the probe as in docs/agent-protocol.md."""
        names = ("index", "kind", "line", "code", "parent", "predicate", "outcome", "label", "excluded")
        return {name: getattr(self, name) for name in (*names, "lines")}


@dataclass
class PredicateInfo:
    """A condition; `tree` is how its distance is measured, None if only by the probes of its outcomes.

    `evaluated_by` is a probe whose hit means that it was evaluated; None if only its outcomes show
    that.
    """

    index: int
    line: int
    column: int
    code: str
    text: str
    probe: int
    tree: Tree | None = None
    when_true: int | None = None
    when_false: int | None = None
    evaluated_by: int | None = None

    def describe(self) -> dict[str, Any]:
        """Describe the predicate as in docs/agent-protocol.md."""
        plain = {name: getattr(self, name) for name in ("index", "line", "column", "code", "text", "probe")}
        return {**plain, "leaves": [list(leaf) for leaf in _leaves(self.tree, negated=False)]}


def _leaves(tree: Tree | None, negated: bool) -> Iterator[tuple[int, bool]]:
    """Yield the predicates of the leaves, each with whether it is under an odd number of `not`."""
    if isinstance(tree, Leaf):
        yield tree.predicate, negated
    elif isinstance(tree, Negation):
        yield from _leaves(tree.part, not negated)
    elif tree is not None:
        for part in parts_of(tree):
            yield from _leaves(part, negated)


def parts_of(tree: Negation | Combination | Quantification) -> tuple[Tree, ...]:
    """List the conditions that a condition is made of."""
    if isinstance(tree, Negation):
        return (tree.part,)
    return tree.parts if isinstance(tree, Combination) else (tree.whole, tree.asked)


@dataclass
class Plan:
    """The probes and predicates of modules, one after the other, each in source order.

    `source` has the lines of the last module, in UTF-8.
    """

    source: list[bytes] = field(default_factory=list)
    probes: list[ProbeInfo] = field(default_factory=list)
    predicates: list[PredicateInfo] = field(default_factory=list)

    def text(self, node: ast.expr, limit: int = 80) -> str:
        """Return the source of an expression on one line, cut at `limit` characters."""
        end, first = node.end_lineno or node.lineno, node.lineno
        lines = self.source[first - 1 : end]
        if not lines:
            return " ".join(ast.unparse(node).split())[:limit]
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        text = " ".join(b" ".join(lines).decode("utf-8", "replace").split())
        return text if len(text) <= limit else text[: limit - 1] + "…"

    def add_probe(self, kind: str, line: int, code: str, **rest: Any) -> ProbeInfo:
        """Append a probe."""
        probe = ProbeInfo(len(self.probes), kind, line, code, **rest)
        self.probes.append(probe)
        return probe

    def add_outcome(self, predicate: PredicateInfo, outcome: bool, line: int, label: str = "") -> ProbeInfo:
        """Append the probe of one outcome of a predicate."""
        text = label or f"{predicate.text} is {'true' if outcome else 'false'}"
        probe = self.add_probe(
            "branch",
            line,
            predicate.code,
            parent=predicate.probe,
            predicate=predicate.index,
            outcome=outcome,
            label=text,
        )
        if outcome:
            predicate.when_true = probe.index
        else:
            predicate.when_false = probe.index
        return probe

    def add_predicate(
        self, node: ast.expr | ast.stmt | ast.ExceptHandler | ast.pattern, code: str, text: str, probe: int
    ) -> PredicateInfo:
        """Append a predicate that stands where the node does and that the run of `probe` evaluates."""
        predicate = PredicateInfo(len(self.predicates), node.lineno, node.col_offset, code, text, probe)
        self.predicates.append(predicate)
        return predicate
