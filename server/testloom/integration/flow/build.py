"""Construction of the control flow graph of a function from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from testloom.integration.flow.expressions import Evaluation
from testloom.integration.flow.graph import FlowGraph, NodeKind
from testloom.integration.flow.trail import End, Trail, Way, raising
from testloom.source.modules import Function

EARLY: tuple[Way, ...] = ("return", "raise", "break", "continue")


def flow_graph(function: Function) -> FlowGraph:
    """Build the control flow graph of a function's body.

    Functions defined in it have graphs of their own.
    """
    walk = _Walk()
    walk.suite(function.body)
    return walk.trail.finish()


class _Walk:
    """Adds the nodes of statements to a trail."""

    def __init__(self) -> None:
        self.trail = Trail()
        self._evaluation = Evaluation(self.trail)
        self._handlers: Mapping[str, Callable[..., None]] = {
            "Return": self._return,
            "Raise": self._raise,
            "Break": self._jump,
            "Continue": self._jump,
            "Assert": self._assert,
            "If": self._if,
            "While": self._while,
            "For": self._for,
            "AsyncFor": self._for,
            "Try": self._try,
            "TryStar": self._try,
            "With": self._with,
            "AsyncWith": self._with,
            "Match": self._match,
            "FunctionDef": self._function,
            "AsyncFunctionDef": self._function,
            "ClassDef": self._class,
        }

    def suite(self, statements: Sequence[ast.stmt]) -> None:
        """Walk statements one after the other; unreachable ones get nodes without edges."""
        for statement in statements:
            self._handlers.get(type(statement).__name__, self._simple)(statement)

    # Simple statements.

    def _simple(self, node: ast.stmt) -> None:
        self._evaluation.value(node)
        self.trail.add("statement", node)

    def _return(self, node: ast.Return) -> None:
        self._simple(node)
        self.trail.leave("return")

    def _raise(self, node: ast.Raise) -> None:
        self._simple(node)
        self.trail.leave("raise")

    def _jump(self, node: ast.Break | ast.Continue) -> None:
        self.trail.add("statement", node)
        self.trail.leave("break" if isinstance(node, ast.Break) else "continue")

    def _assert(self, node: ast.Assert) -> None:
        holds, self.trail.ends = self._evaluation.condition(node.test)
        self._evaluation.value(node.msg)
        self.trail.leave("raise")
        self.trail.ends = holds

    # Branches.

    def _if(self, node: ast.If) -> None:
        self.trail.ends, when_false = self._evaluation.condition(node.test)
        self.suite(node.body)
        done, self.trail.ends = self.trail.ends, when_false
        self.suite(node.orelse)
        self.trail.ends += done

    def _while(self, node: ast.While) -> None:
        trail = self.trail
        head, departures = trail.add("join", node), trail.departures
        with trail.catching("break", "continue") as caught:
            trail.ends, when_false = self._evaluation.condition(node.test)
            self.suite(node.body)
        self._again(head, caught)
        if not when_false and not caught["break"] and departures == trail.departures:
            trail.leave_with("raise", [End(head)])  # an endless loop ends with the program
        trail.ends = when_false
        self.suite(node.orelse)
        trail.ends += caught["break"]

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        trail = self.trail
        self._evaluation.value(node.iter)
        entered, ended = trail.decide("iteration", node)
        trail.ends = entered
        with trail.catching("break", "continue") as caught:
            self._evaluation.value(node.target)
            self.suite(node.body)
        self._again(entered[0].source, caught)
        trail.ends = ended
        self.suite(node.orelse)
        trail.ends += caught["break"]

    def _again(self, head: int, caught: Mapping[Way, list[End]]) -> None:
        self.trail.ends += caught["continue"]
        self.trail.reach(head)

    def _match(self, node: ast.Match) -> None:
        trail = self.trail
        self._evaluation.value(node.subject)
        done: list[End] = []
        for case in node.cases:
            missed: list[End] = []
            if not _is_wildcard(case.pattern):
                kind: NodeKind = "case" if case.guard is None else "choice"
                trail.ends, missed = trail.decide(kind, case, case.pattern)
            if case.guard is not None:
                trail.ends, unmet = self._evaluation.condition(case.guard)
                missed += unmet
            self.suite(case.body)
            done += trail.ends
            trail.ends = missed
        trail.ends += done

    # Exceptions and contexts.

    def _try(self, node: ast.Try) -> None:
        if not node.finalbody:
            self._guarded(node)
            return
        with self.trail.catching(*EARLY) as caught:
            self._guarded(node)
        self.suite(node.finalbody)
        after = self.trail.ends
        for way in EARLY:
            if caught[way]:
                self._finally(node, way, caught[way])
        self.trail.ends = after

    def _finally(self, node: ast.Try, way: Way, ends: list[End]) -> None:
        """Add a copy of the `finally` statements for the paths that leave the `try` statement in this way."""
        self.trail.ends = ends
        self.suite(node.finalbody)
        is_raise = all(end.is_raise for end in ends)
        self.trail.leave_with(way, raising(self.trail.ends) if is_raise else self.trail.ends)

    def _guarded(self, node: ast.Try) -> None:
        """Add a `try` statement without its `finally` clause."""
        trail = self.trail
        start = trail.add("join", node)
        with trail.catching("raise") as caught:
            self.suite(node.body)
        if not node.handlers:
            trail.leave_with("raise", caught["raise"])
        self.suite(node.orelse)
        done, trail.ends = trail.ends, caught["raise"]
        for handler in node.handlers:
            done += self._handler(handler, start, is_one_of_many=type(node).__name__ == "TryStar")
        if node.handlers:
            trail.leave("raise")
        trail.ends = done

    def _handler(self, handler: ast.ExceptHandler, start: int, is_one_of_many: bool) -> list[End]:
        """Add an `except` clause and return its ends; exceptions that it does not catch go on to the next."""
        trail = self.trail
        is_raise = all(end.is_raise for end in trail.ends)
        taken, passed = trail.decide("handler", handler)
        trail.guard(taken[0].source, start)
        trail.ends = taken
        self.suite(handler.body)
        done = trail.ends
        trail.ends = [] if handler.type is None else raising(passed) if is_raise else passed
        trail.ends += raising(done) if is_one_of_many else []
        return done

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        trail = self.trail
        for item in node.items:
            self._evaluation.value(item)
        trail.add("statement", node)
        with trail.catching("raise") as caught:
            self.suite(node.body)
        after, trail.ends = trail.ends, caught["raise"]
        left = trail.add("join", node)
        explicit = any(not end.is_raise for end in caught["raise"])
        trail.leave_with("raise", [End(left, is_raise=not explicit)])
        trail.ends = [*after, End(left, is_raise=True)]  # a context manager may suppress the exception

    # Definitions.

    def _function(self, node: Function) -> None:
        for part in (*node.decorator_list, node.args):
            self._evaluation.value(part)
        self.trail.add("statement", node)

    def _class(self, node: ast.ClassDef) -> None:
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self._evaluation.value(part)
        self.suite(node.body)
        self.trail.add("statement", node)


def _is_wildcard(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None
