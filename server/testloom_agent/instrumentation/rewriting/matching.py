"""Rewrites `match` statements: probes for each `case`, matched and not matched.

After each case, a case is inserted that never matches: its guard marks the probe of "not matched",
keeps the subject, and is false.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Protocol

from testloom_agent.instrumentation import names
from testloom_agent.instrumentation.model import Combination, Leaf, Plan, PredicateInfo, Tree
from testloom_agent.instrumentation.patterns import describe_case, is_irrefutable, pattern_of
from testloom_agent.instrumentation.rewriting.conditions import ConditionRewriter
from testloom_agent.instrumentation.rewriting.fallible import constant_truth
from testloom_agent.instrumentation.rewriting.places import first_line
from testloom_agent.instrumentation.rewriting.runs import Run, Suite

SUBJECT = f"{names.PREFIX}m"


class SuiteRewriter(Protocol):
    """Rewrites the statements inside a `case`, and knows the code that surrounds them."""

    plan: Plan
    conditions: ConditionRewriter

    @property
    def code(self) -> str:
        """The qualified name of the enclosing function or class."""
        ...

    def suite(self, statements: Sequence[ast.stmt], run: Run | None) -> tuple[Suite, Run | None]:
        """Rewrite the statements of one suite."""
        ...

    def outcome(
        self, predicate: PredicateInfo, outcome: bool, body: Suite, node: ast.stmt, label: str = ""
    ) -> tuple[Suite, Run | None]:
        """Rewrite what one outcome of a condition leads to."""
        ...


def rewrite_match(inserter: SuiteRewriter, node: ast.Match, run: Run) -> list[Run | None]:
    """Rewrite a `match` statement in place; returns the runs in which its cases end."""
    return _Match(inserter, node, run).rewrite()


class _Match:
    def __init__(self, inserter: SuiteRewriter, node: ast.Match, run: Run) -> None:
        self._inserter = inserter
        self._conditions = inserter.conditions
        self._node = node
        self._run = run

    def rewrite(self) -> list[Run | None]:
        node, before = self._node, self._run
        node.subject = self._conditions.expression(node.subject)
        if self._conditions.may_assign:
            kept = ast.NamedExpr(ast.Name(SUBJECT, ast.Store()), node.subject)
            node.subject = names.placed(kept, node.subject)
        ends: list[Run | None] = []
        cases: list[ast.match_case] = []
        for case in node.cases:
            before.probe.lines.append(case.pattern.lineno)
            self._conditions.probe = before.probe.index
            if is_irrefutable(case):
                case.body, end = self._inserter.suite(case.body, before)
                node.cases = [*cases, case]
                return [*ends, end]
            end, before, unmatched = self._case(case, before)
            ends.append(end)
            cases += [case, unmatched]
        node.cases = cases
        return [*ends, before]

    def _case(self, case: ast.match_case, before: Run) -> tuple[Run | None, Run, ast.match_case]:
        text, plan = describe_case(case), self._inserter.plan
        predicate = plan.add_predicate(case.pattern, self._inserter.code, text, before.probe.index)
        predicate.tree = self._tree(case, predicate)
        case.body, end = self._inserter.outcome(predicate, True, case.body, self._node, f"`{text}` matches")
        line = self._line_after(case)
        missed = plan.add_outcome(predicate, False, line, f"`{text}` does not match")
        return end, Run(missed), self._unmatched(case, predicate, missed.index)

    def _tree(self, case: ast.match_case, predicate: PredicateInfo) -> Tree | None:
        parts: list[Tree] = []
        pattern = pattern_of(case.pattern)
        if pattern is not None and self._conditions.may_assign:
            parts.append(Leaf(predicate.index, "case", pattern))
        if case.guard is not None and constant_truth(case.guard) is None:
            case.guard, guard = self._conditions.condition(case.guard)
            if guard.tree is not None and (parts or _takes_all(case.pattern)):
                parts.append(guard.tree)
        return Combination(True, tuple(parts)) if parts else None

    def _unmatched(self, case: ast.match_case, predicate: PredicateInfo, probe: int) -> ast.match_case:
        guard = names.hit_then_false(probe)
        if predicate.tree is not None and self._conditions.may_assign:
            record = [
                ast.Constant(predicate.index),
                names.load(SUBJECT),
                ast.Constant(None),
                ast.Constant(False),
            ]
            kept = names.call(names.RECORD, ast.Tuple(list(record), ast.Load()))
            guard = ast.BoolOp(ast.Or(), [guard, kept])
        wildcard = names.placed(ast.MatchAs(), case.pattern)
        body = names.placed(ast.Pass(), case.pattern)
        return ast.match_case(wildcard, names.placed(guard, case.pattern), [body])

    def _line_after(self, case: ast.match_case) -> int:
        """Return the line of the next case, or that of the statement if there is none."""
        place = self._node.cases.index(case) + 1
        if place < len(self._node.cases):
            return self._node.cases[place].pattern.lineno
        return first_line(self._node)


def _takes_all(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None
