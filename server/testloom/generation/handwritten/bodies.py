"""The statements of a test as those of test cases."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testloom.capabilities.variables import VariableStatement
from testloom.generation.handwritten.drafting import Draft, Frame, InexpressibleError
from testloom.generation.handwritten.expressions import Expressions
from testloom.model.statements import CollectionStatement, LiteralStatement, TestCase
from testloom.model.statements.environment import ArgumentsStatement

RAISING = frozenset({"raises", "assertRaises", "assertRaisesRegex"})
MOST_ROUNDS = 10
"""Rounds of a loop that are followed."""


@dataclass(slots=True)
class Bodies:
    """Adds to a draft what statements do; `cases` are test cases that end where an exception is expected."""

    expressions: Expressions
    draft: Draft
    cases: list[TestCase]

    def perform(self, body: Sequence[ast.stmt], frame: Frame) -> None:
        """Add what statements do, without those that have no counterpart."""
        for statement in body:
            try:
                self._perform(statement, frame)
            except InexpressibleError:  # the draft is full
                self._forget(statement, frame)

    def _perform(self, statement: ast.stmt, frame: Frame) -> None:
        match statement:
            case ast.Expr(value=value) | ast.Assert(test=value):
                self.compute(value, frame)
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(target, value, frame)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, value, frame)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                self._within(items, body, frame)
            case ast.For(target=target, iter=source, body=body):
                self._loop(target, source, body, frame)
            case ast.Try(body=body, orelse=orelse, finalbody=finalbody):
                self.perform([*body, *orelse, *finalbody], frame)
            case ast.Delete(targets=[ast.Subscript(value=owner, slice=key)]):
                self._item(owner, "__delitem__", [key], frame)
            case _:
                self._forget(statement, frame)

    def compute(self, node: ast.expr, frame: Frame) -> None:
        """Add an expression, or of what cannot be added the parts that can."""
        if isinstance(node, ast.Call) and self._is_told(node, frame):
            return
        try:
            self.expressions.value(node, frame)
        except InexpressibleError:
            for part in _parts(node):
                self.compute(part, frame)

    def _is_told(self, node: ast.Call, frame: Frame) -> bool:
        """Whether a call tells pytest or unittest what to expect, or prepares the environment."""
        name = last_name(node.func)
        if name in RAISING and len(node.args) > 1 and isinstance(node.func, ast.Attribute):
            called = ast.Call(node.args[1], node.args[2:], node.keywords)
            with self.draft.aside():
                self.compute(called, frame)
                self.cases.append(self.draft.case())
            return True
        return _calls_on(node, "monkeypatch") and self._prepare(name, node.args)

    def _prepare(self, name: str, args: Sequence[ast.expr]) -> bool:
        """Set an environment variable or the command line, as `monkeypatch` would."""
        match name, args:
            case "setenv", [ast.Constant(value=str(variable)), ast.Constant(value=str(text)), *_]:
                self.draft.add(VariableStatement(self.draft.fresh(), variable, text))
            case "delenv", [ast.Constant(value=str(variable)), *_]:
                self.draft.add(VariableStatement(self.draft.fresh(), variable, None))
            case "setattr", [ast.Name(id="sys"), ast.Constant(value="argv"), ast.List(elts=items)]:
                texts = [item.value for item in items if isinstance(item, ast.Constant)]
                told = tuple(text for text in texts if isinstance(text, str))
                if len(told) == len(items):
                    self.draft.add(ArgumentsStatement(self.draft.fresh(), told))
        return True

    def _assign(self, target: ast.expr, value: ast.expr, frame: Frame) -> None:
        match target, value:
            case ast.Name(id=name), _:
                self._bind(name, value, frame)
            case ast.Attribute(value=ast.Name(id="self"), attr=name), _ if frame.test_class is not None:
                self._bind(f"self.{name}", value, frame)
            case ast.Attribute(value=owner, attr=name), _:
                self._set(owner, name, value, frame)
            case ast.Subscript(value=owner, slice=key), _:
                self._item(owner, "__setitem__", [key, value], frame)
            case (
                (ast.Tuple(elts=names) | ast.List(elts=names)),
                (ast.Tuple(elts=values) | ast.List(elts=values)),
            ) if len(names) == len(values):
                for one, part in zip(names, values, strict=True):
                    self._assign(one, part, frame)
            case _:
                self.compute(value, frame)
                self._forget(target, frame)

    def _bind(self, name: str, value: ast.expr, frame: Frame) -> None:
        try:
            frame.variables[name] = self.expressions.value(value, frame)
        except InexpressibleError:
            self.compute(value, frame)
            frame.variables[name] = None

    def _set(self, owner: ast.expr, name: str, value: ast.expr, frame: Frame) -> None:
        try:
            with self.draft.undone_on_failure():
                source = self.expressions.value(owner, frame)
                if source not in self.draft.kinds:
                    raise InexpressibleError
                self.draft.assign(source, name, self.expressions.value(value, frame))
        except InexpressibleError:
            self.compute(value, frame)

    def _item(self, owner: ast.expr, method: str, args: list[ast.expr], frame: Frame) -> None:
        """Set or delete an item of an object of the project."""
        self.compute(ast.Call(ast.Attribute(owner, method), args, []), frame)

    def _within(self, items: Sequence[ast.withitem], body: Sequence[ast.stmt], frame: Frame) -> None:
        """What is expected to raise ends a test case of its own; of others the body is performed."""
        for item in items:
            if item.optional_vars is not None:
                self._forget(item.optional_vars, frame)
        if any(
            isinstance(i.context_expr, ast.Call) and last_name(i.context_expr.func) in RAISING for i in items
        ):
            before = dict(frame.variables)
            with self.draft.aside():
                self.perform(body, frame)
                self.cases.append(self.draft.case())
            frame.variables = before
            return
        for item in items:
            self._enter(item.context_expr, frame)
        self.perform(body, frame)

    def _enter(self, node: ast.expr, frame: Frame) -> None:
        """A context manager of the project is entered and left in a test case of its own."""
        try:
            with self.draft.undone_on_failure():
                manager = self.expressions.value(node, frame)
        except InexpressibleError:
            return
        with self.draft.aside():
            self.draft.enter(manager)
            self.cases.append(self.draft.case())

    def _loop(self, target: ast.expr, source: ast.expr, body: Sequence[ast.stmt], frame: Frame) -> None:
        """The first rounds of a loop over what stands in the test."""
        rounds = list(self._rounds(source, frame))
        for item in rounds[:MOST_ROUNDS]:
            self._unpack(target, item, frame)
            self.perform(body, frame)
        self._forget(target, frame)
        if not rounds:
            self.compute(source, frame)
            for statement in body:
                self._forget(statement, frame)

    def _rounds(self, source: ast.expr, frame: Frame) -> Iterator[ast.expr | int]:
        match source:
            case ast.List(elts=items) | ast.Tuple(elts=items):
                yield from items
            case ast.Call(func=ast.Name(id="range"), args=[end]):
                yield from (ast.Constant(number) for number in range(self._number(end, frame)))
            case ast.Name() | ast.Attribute():
                try:
                    made = self.draft.made_by(self.expressions.value(source, frame))
                except InexpressibleError:
                    return
                if isinstance(made, CollectionStatement) and made.kind in ("list", "tuple"):
                    yield from made.items

    def _number(self, node: ast.expr, frame: Frame) -> int:
        """What an expression says, if it is a number that is known; 0 if not."""
        try:
            made = self.draft.made_by(self.expressions.value(node, frame))
        except InexpressibleError:
            return 0
        value = made.value if isinstance(made, LiteralStatement) else 0
        return min(value, MOST_ROUNDS) if isinstance(value, int) else 0

    def _unpack(self, target: ast.expr, item: ast.expr | int, frame: Frame) -> None:
        """Bind what a round of a loop is about."""
        match target, item:
            case _, ast.expr():
                self._assign(target, item, frame)
            case ast.Name(id=name), int():
                frame.variables[name] = item
            case ast.Tuple(elts=names), int():
                made = self.draft.made_by(item)
                parts = made.items if isinstance(made, CollectionStatement) else ()
                for one, part in zip(names, parts, strict=False):
                    self._unpack(one, part, frame)

    def _forget(self, node: ast.AST, frame: Frame) -> None:
        """Know nothing any more of the names that something binds."""
        for part in ast.walk(node):
            match part:
                case ast.Name(id=name, ctx=ast.Store()):
                    frame.variables[name] = None
                case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                    frame.variables[f"self.{name}"] = None
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    frame.variables[name] = None


def last_name(node: ast.expr) -> str:
    """What a function is called by: the last part of a dotted name."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _calls_on(node: ast.Call, name: str) -> bool:
    match node.func:
        case ast.Attribute(value=ast.Name(id=owner)):
            return owner == name
    return False


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """The expressions that are computed for another, in order; what a function computes later is none."""
    match node:
        case ast.Lambda():
            return
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield node.generators[0].iter
        case ast.Call(func=func, args=args, keywords=keywords):
            if isinstance(func, ast.Attribute):
                yield func.value
            yield from (arg.value if isinstance(arg, ast.Starred) else arg for arg in args)
            yield from (keyword.value for keyword in keywords)
        case _:
            yield from (part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))
