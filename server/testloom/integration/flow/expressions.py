"""Nodes of expressions in order of evaluation: calls, conditions, short circuits, comprehensions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from testloom.integration.flow.trail import End, Trail

Outcomes = tuple[list[End], list[End]]
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class Evaluation:
    """Adds the nodes of expressions to a trail.

    The body of a lambda is placed at its definition, as something that may or may not be executed.
    """

    def __init__(self, trail: Trail) -> None:
        self._trail = trail
        self._special: Mapping[type, Callable[..., None]] = {
            ast.Lambda: self._lambda,
            ast.BoolOp: self._choice,
            ast.Compare: self._comparison,
            ast.IfExp: self._alternative,
            ast.ListComp: self._comprehension,
            ast.SetComp: self._comprehension,
            ast.DictComp: self._comprehension,
            ast.GeneratorExp: self._comprehension,
        }

    def value(self, node: ast.AST | None) -> None:
        """Evaluate an expression, or the expressions of a simple statement."""
        if node is None:
            return
        special = self._special.get(type(node))
        if special is not None:
            special(node)
            return
        for part in _parts(node):
            self.value(part)
        is_read = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
        if is_read or isinstance(node, ast.Call):
            self._trail.add("call", node)

    def condition(self, test: ast.expr) -> Outcomes:
        """Evaluate a condition of which only the truth matters; return the edges for true and for false."""
        return self._decision(test, test)

    def _decision(self, test: ast.expr, at: ast.expr) -> Outcomes:
        """Add a condition like `condition`; `at` is where the agent sees it: before a `not`, if any."""
        trail = self._trail
        truth = constant_truth(test)
        if truth is not None:
            ends, trail.ends = trail.ends, []
            return (ends, []) if truth else ([], ends)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            when_true, when_false = self._decision(test.operand, at)
            return when_false, when_true
        if isinstance(test, ast.BoolOp):
            return self._connected(test)
        self.value(test)
        return trail.decide("condition", test, at)

    def _connected(self, test: ast.BoolOp) -> Outcomes:
        """Add the operands of `and` or `or`; later ones run only if earlier ones do not decide the result."""
        is_and = isinstance(test.op, ast.And)
        settled: list[End] = []
        for value in test.values:
            operand = _without_not(value)
            when_true, when_false = self._decision(value, operand)
            self._trail.ends, out = (when_true, when_false) if is_and else (when_false, when_true)
            settled += out
        rest, self._trail.ends = self._trail.ends, []
        return (rest, settled) if is_and else (settled, rest)

    def _lambda(self, node: ast.Lambda) -> None:
        self.value(node.args)
        called, self._trail.ends = self._trail.decide("choice", node)
        passed, self._trail.ends = self._trail.ends, called
        self.value(node.body)
        self._trail.ends += passed

    def _choice(self, node: ast.BoolOp) -> None:
        """Add an `and` or `or` expression as a value."""
        done: list[End] = []
        for value in node.values[:-1]:
            self.value(value)
            when_true, when_false = self._trail.decide("choice", value)
            goes_on = isinstance(node.op, ast.And)
            done += when_false if goes_on else when_true
            self._trail.ends = when_true if goes_on else when_false
        self.value(node.values[-1])
        self._trail.ends += done

    def _comparison(self, node: ast.Compare) -> None:
        """Add a comparison; a chain of comparisons ends with the first that is false."""
        self.value(node.left)
        self.value(node.comparators[0])
        done: list[End] = []
        for comparator in node.comparators[1:]:
            self._trail.ends, when_false = self._trail.decide("choice", comparator)
            done += when_false
            self.value(comparator)
        self._trail.ends += done

    def _alternative(self, node: ast.IfExp) -> None:
        when_true, when_false = self.condition(node.test)
        self._trail.ends = when_true
        self.value(node.body)
        done, self._trail.ends = self._trail.ends, when_false
        self.value(node.orelse)
        self._trail.ends += done

    def _comprehension(self, node: Comprehension) -> None:
        self._generator(node, list(node.generators))

    def _generator(self, node: Comprehension, generators: list[ast.comprehension]) -> None:
        trail = self._trail
        if not generators:
            for part in _results(node):
                self.value(part)
            return
        first, *rest = generators
        self.value(first.iter)
        when_true, when_false = trail.decide("choice", first)
        head, trail.ends = when_true[0].source, when_true
        self.value(first.target)
        skipped: list[End] = []
        for test in first.ifs:
            trail.ends, missed = self.condition(test)
            skipped += missed
        self._generator(node, rest)
        stopped = list(trail.ends) if isinstance(node, ast.GeneratorExp) else []
        trail.ends += skipped
        trail.reach(head)
        trail.ends = [*when_false, *stopped]


def constant_truth(test: ast.expr) -> bool | None:
    """Evaluate a condition that is constant, such as that of `while True`; None for all others."""
    if isinstance(test, ast.Constant):
        return bool(test.value)
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return {"__debug__": True, "TYPE_CHECKING": False}.get(name)


def _without_not(test: ast.expr) -> ast.expr:
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    return test


def _results(node: Comprehension) -> list[ast.expr]:
    return [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the evaluated parts of a node in order: values before the targets that they are assigned to."""
    if isinstance(node, ast.Assign):
        yield from (node.value, *node.targets)
    elif isinstance(node, ast.AnnAssign):
        yield from (part for part in (node.value, node.target) if part is not None)
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            yield from (part for part in (key, value) if part is not None)
    else:
        yield from (part for part in ast.iter_child_nodes(node) if not isinstance(part, ast.stmt))
