"""Places probes according to the control flow of statements.

A *run* is a sequence of statements that are executed together unless one of them raises. Walking a
suite keeps the current run; a statement that may raise breaks it, and the next statement starts a new
run. After a run that ends in return, raise, break or continue nothing is executed: statements after an
`if` then belong to its other branch.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from testloom_agent.instrumentation import names
from testloom_agent.instrumentation.model import Plan, PredicateInfo, ProbeInfo
from testloom_agent.instrumentation.patterns import describe_handler, may_catch_everything
from testloom_agent.instrumentation.rewriting.conditions import ConditionRewriter, reads_namespace
from testloom_agent.instrumentation.rewriting.fallible import constant_truth, is_type_checking, may_raise
from testloom_agent.instrumentation.rewriting.matching import rewrite_match
from testloom_agent.instrumentation.rewriting.places import (
    first_line,
    header,
    is_text,
    prologue,
    statement_lines,
)
from testloom_agent.instrumentation.rewriting.runs import Run, Suite, merge


@dataclass
class _Scope:
    """A module, class or function body; `loops` holds, for each enclosing loop, the runs that break it."""

    code: str
    kind: str
    loops: list[list[ProbeInfo]] = field(default_factory=list)

    def name_inside(self, name: str) -> str:
        """The qualified name of what is defined here."""
        if self.kind == "module":
            return name
        return f"{self.code}.<locals>.{name}" if self.kind == "function" else f"{self.code}.{name}"


class ProbeInserter:
    """Inserts probes into the tree of one module and appends them to `plan`."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.conditions = ConditionRewriter(plan)
        self.scope = _Scope("<module>", "module")
        self._handlers: dict[str, Callable[..., tuple[Suite, Run | None]]] = {
            "Assert": self._assert,
            "Break": self._break,
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

    @property
    def code(self) -> str:
        """The qualified name of the function or class that is being rewritten."""
        return self.scope.code

    def module(self, tree: ast.Module) -> None:
        """Insert probes into a whole module."""
        start = prologue(tree.body)
        empty = ast.Pass(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
        first = tree.body[start] if start < len(tree.body) else empty
        probe = self.plan.add_probe("entry", first_line(first), "<module>", label="import of the module")
        probe.lines += [first_line(statement) for statement in tree.body[:start] if not is_text(statement)]
        self.conditions.enter_module(tree)
        with self.conditions.scope("<module>", may_assign=False):
            rest, _ = self.suite(tree.body[start:], Run(probe))
        tree.body = [*tree.body[:start], names.hit(probe.index, header(first)), *rest]

    def suite(self, statements: Sequence[ast.stmt], run: Run | None) -> tuple[Suite, Run | None]:
        """Rewrite the statements of one suite; returns the run that what follows it belongs to."""
        rewritten: Suite = []
        for statement in statements:
            if run is None or self._is_no_code(statement):  # never executed
                rewritten.append(statement)
                continue
            if run.broken:
                run = self._next_run(statement, run)
                rewritten.append(names.hit(run.probe.index, header(statement)))
            _enter(run.probe, statement)
            self.conditions.probe = run.probe.index
            handler = self._handlers.get(type(statement).__name__, self._simple)
            replaced, run = handler(statement, run)
            rewritten += replaced
        return rewritten, run

    def outcome(
        self, predicate: PredicateInfo, outcome: bool, body: Suite, node: ast.stmt, label: str = ""
    ) -> tuple[Suite, Run | None]:
        """Rewrite what one outcome of a condition leads to, with its probe first."""
        at = body[0] if body else node
        probe = self.plan.add_outcome(predicate, outcome, first_line(at), label)
        rewritten, run = self.suite(body, Run(probe))
        fuelled = outcome and isinstance(node, (ast.While, ast.For, ast.AsyncFor))
        return [names.hit(probe.index, header(at), fuelled), *rewritten], run

    def line_probe(self, line: int, parent: ProbeInfo) -> ProbeInfo:
        """Note a run that starts at `line` once that of `parent` has finished."""
        return self.plan.add_probe("line", line, self.scope.code, parent=parent.index, label=f"line {line}")

    def _next_run(self, statement: ast.stmt, before: Run) -> Run:
        line = first_line(statement)
        if before.condition is not None:
            return Run(self.plan.add_outcome(before.condition, True, line))
        return Run(self.line_probe(line, before.probe))

    def _is_no_code(self, statement: ast.stmt) -> bool:
        """Check whether a statement only gives information to the compiler."""
        if isinstance(statement, ast.AnnAssign) and self.scope.kind == "function":
            return statement.value is None and bool(statement.simple)
        return isinstance(statement, (ast.Global, ast.Nonlocal))

    # Simple statements.

    def _simple(self, node: ast.stmt, run: Run) -> tuple[Suite, Run | None]:
        if type(node).__name__ != "TypeAlias":
            self._rewrite_expressions(node)
        if isinstance(node, (ast.Return, ast.Raise, ast.Continue)):
            return [node], None
        return [node], Run(run.probe, may_raise(node))

    def _rewrite_expressions(self, node: ast.stmt) -> None:
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and name != "annotation":
                setattr(node, name, self.conditions.expression(value))
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
                setattr(node, name, [self.conditions.expression(part) for part in value])

    def _break(self, node: ast.Break, run: Run) -> tuple[Suite, Run | None]:
        self.scope.loops[-1].append(run.probe)
        return [node], None

    def _assert(self, node: ast.Assert, run: Run) -> tuple[Suite, Run | None]:
        truth = constant_truth(node.test)
        condition = None
        if truth is None:
            node.test, condition = self.conditions.condition(node.test)
        if node.msg is not None:
            node.msg = self.conditions.expression(node.msg)
        return [node], None if truth is False else Run(run.probe, True, condition)

    # Branches.

    def _if(self, node: ast.If, run: Run) -> tuple[Suite, Run | None]:
        truth = False if is_type_checking(node.test) else constant_truth(node.test)
        if truth is not None:
            chosen, after = self.suite(node.body if truth else node.orelse, run)
            setattr(node, "body" if truth else "orelse", chosen)
            return [node], after
        node.test, predicate = self.conditions.condition(node.test)
        node.body, when_true = self.outcome(predicate, True, node.body, node)
        node.orelse, when_false = self.outcome(predicate, False, node.orelse, node)
        return [node], merge(run, [when_true, when_false])

    def _while(self, node: ast.While, run: Run) -> tuple[Suite, Run | None]:
        truth = constant_truth(node.test)
        if truth is False:
            node.orelse, after = self.suite(node.orelse, run)
            return [node], after
        if truth:
            return self._endless(node, run)
        node.test, predicate = self.conditions.condition(node.test)
        with self._loop() as breaks:
            node.body, _ = self.outcome(predicate, True, node.body, node)
        node.orelse, after = self.outcome(predicate, False, node.orelse, node)
        return [node], _after_loop(run, breaks, after)

    def _endless(self, node: ast.While, run: Run) -> tuple[Suite, Run | None]:
        first = node.body[0]
        probe = self.line_probe(first_line(first), run.probe)
        with self._loop() as breaks:
            rewritten, _ = self.suite(node.body, Run(probe))
        node.body = [names.hit(probe.index, header(first), fuelled=True), *rewritten]
        return [node], _after_loop(run, breaks, None)

    def _for(self, node: ast.For | ast.AsyncFor, run: Run) -> tuple[Suite, Run | None]:
        text = f"for {self.plan.text(node.target)} in {self.plan.text(node.iter)}"
        predicate = self.plan.add_predicate(node, self.scope.code, text, run.probe.index)
        node.iter = self.conditions.expression(node.iter)
        with self._loop() as breaks:
            node.body, _ = self.outcome(predicate, True, node.body, node, f"`{text}` is entered")
        node.orelse, after = self.outcome(predicate, False, node.orelse, node, f"`{text}` ends")
        return [node], _after_loop(run, breaks, after)

    @contextmanager
    def _loop(self) -> Iterator[list[ProbeInfo]]:
        self.scope.loops.append([])
        yield self.scope.loops[-1]
        self.scope.loops.pop()

    def _match(self, node: ast.Match, run: Run) -> tuple[Suite, Run | None]:
        return [node], merge(run, rewrite_match(self, node, run))

    # Exceptions and contexts.

    def _try(self, node: ast.Try, run: Run) -> tuple[Suite, Run | None]:
        node.body, after = self.suite(node.body, Run(run.probe))
        handled = [self._handler(handler, run) for handler in node.handlers]
        node.orelse, after = self.suite(node.orelse, after)
        after = merge(run, [after, *handled])
        if not node.finalbody:
            return [node], after
        first = node.finalbody[0]
        probe = self.line_probe(first_line(first), run.probe)
        rewritten, at_end = self.suite(node.finalbody, Run(probe))
        node.finalbody = [names.hit(probe.index, header(first)), *rewritten]
        if after is None or at_end is None:
            return [node], None
        return [node], Run(after.probe, broken=True)

    def _handler(self, handler: ast.ExceptHandler, run: Run) -> Run | None:
        text = describe_handler(handler)
        predicate = self.plan.add_predicate(handler, self.scope.code, text, run.probe.index)
        predicate.evaluated_by = run.probe.index
        first = header(handler.body[0])
        probe = self.plan.add_outcome(predicate, True, first.lineno, f"`{text}` runs")
        probe.lines.append(handler.lineno)
        rewritten, after = self.suite(handler.body, Run(probe))
        guard = [names.reraise_interrupt(first)] if may_catch_everything(handler) else []
        handler.body = [*guard, names.hit(probe.index, first), *rewritten]
        return after

    def _with(self, node: ast.With | ast.AsyncWith, run: Run) -> tuple[Suite, Run | None]:
        for item in node.items:
            item.context_expr = self.conditions.expression(item.context_expr)
        node.body, after = self.suite(node.body, Run(run.probe, broken=True))
        return [node], Run((after or run).probe, broken=True)

    # Definitions.

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, run: Run) -> tuple[Suite, Run | None]:
        text = [node.body[0]] if is_text(node.body[0]) else []
        first = node.body[len(text)] if len(node.body) > len(text) else node.body[0]
        code = self.scope.name_inside(node.name)
        probe = self.plan.add_probe("entry", first_line(first), code, label=f"{node.name} is called")
        with self._inside(code, "function", may_assign=not reads_namespace(node)):
            rewritten, _ = self.suite(node.body[len(text) :], Run(probe))
        node.body = [*text, names.hit(probe.index, header(first), fuelled=True), *rewritten]
        return [node], Run(run.probe, may_raise(node))

    def _class(self, node: ast.ClassDef, run: Run) -> tuple[Suite, Run | None]:
        text = [node.body[0]] if is_text(node.body[0]) else []
        with self._inside(self.scope.name_inside(node.name), "class", may_assign=False):
            rewritten, after = self.suite(node.body[len(text) :], Run(run.probe, broken=True))
        declared: list[ast.stmt] = [names.placed(ast.Global(list(names.ALL)), header(node))]
        node.body = [*text, *declared, *rewritten]
        return [node], Run((after or run).probe, broken=True)

    @contextmanager
    def _inside(self, code: str, kind: str, may_assign: bool) -> Iterator[None]:
        before, self.scope = self.scope, _Scope(code, kind)
        with self.conditions.scope(code, may_assign):
            yield
        self.scope = before


def _after_loop(before: Run, breaks: Sequence[ProbeInfo], after: Run | None) -> Run | None:
    if not breaks:
        return after
    if after is None and len(breaks) == 1:
        return Run(breaks[0], broken=True)
    return Run(before.probe, broken=True)


def _enter(probe: ProbeInfo, statement: ast.stmt) -> None:
    """Note that a statement belongs to the run of a probe."""
    if not probe.lines and probe.kind == "branch":
        probe.line = first_line(statement)  # until now the outcome had no statement of its own
    probe.lines += statement_lines(statement)
