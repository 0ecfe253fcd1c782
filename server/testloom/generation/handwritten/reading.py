"""One test function, with one row of what is passed to it, as test cases."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from testloom.generation.handwritten.bodies import Bodies
from testloom.generation.handwritten.drafting import Deferred, Draft, Frame, InexpressibleError, Wanted
from testloom.generation.handwritten.expressions import Arguments, Expressions
from testloom.generation.handwritten.meanings import Meanings
from testloom.generation.handwritten.rows import Row
from testloom.generation.handwritten.suites import Fixtures, WrittenTest
from testloom.integration import Function, FunctionSource, ModuleSource
from testloom.model.statements import TestCase


class Reading:
    """Reads one test; `fixtures` are those that it may ask for."""

    def __init__(self, meanings: Meanings, fixtures: Fixtures) -> None:
        self._fixtures = fixtures
        self._draft = Draft()
        self._cases: list[TestCase] = []
        self._made: dict[str, int] = {}
        self._failed: dict[str, int] = {}
        self._expressions = Expressions(meanings, self._draft, self._inlined, self._fixture)
        self._bodies = Bodies(self._expressions, self._draft, self._cases)

    def cases(self, test: WrittenTest, row: Row, module: ModuleSource) -> Iterator[TestCase]:
        """What the test does to its end, then what it does up to exceptions that it expects."""
        frame = Frame(module, test_class=test.test_class)
        self._bind_class(frame)
        for name in test.parameters:
            known = row.get(name)
            frame.variables[name] = Deferred(known, Frame(module)) if known is not None else Wanted(name)
            if name in row and known is None:
                frame.variables[name] = None
        for method in test.preparations:
            self._bodies.perform(method.body, frame)
        self._bodies.perform(test.node.body, frame)
        yield self._draft.case()
        yield from self._cases

    def _bind_class(self, frame: Frame) -> None:
        """What the body of the test's class binds are attributes of `self`."""
        for node in frame.test_class.body if frame.test_class is not None else ():
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    frame.variables[f"self.{name}"] = Deferred(value, Frame(frame.module))

    def _fixture(self, name: str, frame: Frame) -> int:
        """What a fixture yields, which pytest makes once for a test."""
        if name in self._made and self._draft.has(self._made[name]):
            return self._made[name]
        if name in self._failed and frame.depth >= self._failed[name]:
            raise InexpressibleError
        try:
            self._made[name] = self._run_fixture(name, frame)
        except InexpressibleError:
            self._failed[name] = frame.depth
            raise
        return self._made[name]

    def _run_fixture(self, name: str, frame: Frame) -> int:
        function = self._fixtures.find(name, frame.test_class)
        if function is None:
            raise InexpressibleError
        inner = frame.inner(function.module)
        if function.owner is not None:
            inner.test_class = frame.test_class
            inner.variables |= {n: m for n, m in frame.variables.items() if n.startswith("self.")}
        wanted = [entry.arg for entry in function.node.args.args if entry.arg != "self"]
        inner.variables |= {entry: Wanted(entry) for entry in wanted}
        return self._run(function.node.body, inner)

    def _inlined(self, function: FunctionSource, arguments: Arguments, frame: Frame) -> int:
        """What a function of the tests returns for some arguments."""
        inner = frame.inner(function.module)
        args, kwargs = arguments
        entries = function.node.args
        if entries.vararg or entries.kwarg or function.owner is not None:
            raise InexpressibleError
        names = [entry.arg for entry in (*entries.posonlyargs, *entries.args)]
        defaults = dict(zip(reversed(names), reversed(entries.defaults), strict=False))
        defaults |= {e.arg: d for e, d in zip(entries.kwonlyargs, entries.kw_defaults, strict=True) if d}
        inner.variables |= {name: Deferred(node, Frame(function.module)) for name, node in defaults.items()}
        inner.variables |= dict(zip(names, args, strict=False))
        inner.variables |= kwargs
        if len(args) > len(names) or not {*names, *(e.arg for e in entries.kwonlyargs)} <= set(
            inner.variables
        ):
            raise InexpressibleError
        return self._run(function.node.body, inner)

    def _run(self, body: Sequence[ast.stmt], frame: Frame) -> int:
        """Perform a body up to what it returns or yields.

        Raises:
            InexpressibleError: if that depends on something, or is beyond test cases.
        """
        for statement in _flat(body):
            match statement:
                case (
                    ast.Return(value=ast.expr() as value)
                    | ast.Expr(value=ast.Yield(value=ast.expr() as value))
                ):
                    return self._expressions.value(value, frame)
                case ast.Return() | ast.Expr(value=ast.Yield()):
                    break
            if any(isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) for node in _own(statement)):
                raise InexpressibleError
            self._bodies.perform([statement], frame)
        return self._draft.literal(None)


def _flat(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements, with those within `with` and `try` in their place if they return or yield something."""
    for statement in body:
        is_around = isinstance(statement, ast.With | ast.AsyncWith | ast.Try)
        if is_around and any(isinstance(node, ast.Return | ast.Yield) for node in _own(statement)):
            assert isinstance(statement, ast.With | ast.AsyncWith | ast.Try)
            yield from _flat(statement.body)
        else:
            yield statement


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """All that a statement consists of, but for functions that it defines."""
    yield node
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, Function | ast.Lambda | ast.ClassDef):
            yield from _own(part)
