"""Translation of an example's statements into those of test cases, where the subject has the callables."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from testloom.generation.documented.claims import Claim
from testloom.generation.documented.examples import Example, ExampleStep
from testloom.model.statements import (
    CallStatement,
    CollectionKind,
    CollectionStatement,
    InvokeStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.model.texts.trees import literal_of
from testloom.model.types import Scalar

MOST_STATEMENTS = 100
DISPLAYS: Mapping[type[ast.expr], CollectionKind] = {ast.List: "list", ast.Tuple: "tuple", ast.Set: "set"}


class InexpressibleError(Exception):
    """A statement of an example cannot be expressed in a test case."""


@dataclass(slots=True)
class Translation:
    """The statements so far, and the values of the variables of an example.

    In a text that `is_own`, names mean those of the subject; elsewhere an example has to import them.
    """

    subject: Subject
    is_own: bool = True
    statements: list[Statement] = field(default_factory=list)
    variables: dict[str, int] = field(default_factory=dict)
    claims: list[Claim] = field(default_factory=list)
    _imported: set[str] = field(default_factory=set)
    _foreign: set[str] = field(default_factory=set)
    _is_whole: bool = True
    _last: int = 0

    def cases(self, example: Example) -> Iterator[TestCase]:
        """Yield a test case for each step, with the statements of earlier steps that it needs.

        A step that raises is the last of its test case.
        """
        for step in example:
            size, variables = len(self.statements), dict(self.variables)
            made = None
            with suppress(RecursionError):  # an expression of a thousand parts
                made = self._perform(step.statement)
            if len(self.statements) > size:
                case = _needed(self.statements, self.statements[size:])
                self._note(step, made, case)
                yield case
            if step.raises:
                del self.statements[size:]
                self.variables = variables

    def _note(self, step: ExampleStep, made: int | None, case: TestCase) -> None:
        """Keep the stated result of a step as a claim, if this step and all before it could be translated."""
        last = None if made is None else self._made(made)
        if not self._is_whole or step.stated is None or not isinstance(step.statement, ast.Expr):
            return
        if isinstance(last, CallStatement) and self.subject.callables[last.callable].in_subject:
            words = " ".join(ast.unparse(step.statement).split())
            session = TestCase(tuple(self.statements))
            self.claims.append(Claim(case, session, last.id, last.callable, words, step.stated))

    def _perform(self, statement: ast.stmt) -> int | None:
        """Translate a statement; return the id of its new value, None if not all of it can be translated."""
        size, made = len(self.statements), None
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                made = self._computed(value)
                self.variables.pop(name, None)
                if made is not None:
                    self.variables[name] = made
            case ast.Expr(value=value) | ast.Assert(test=value):
                made = self._computed(value)
            case ast.Import(names=names):
                for entry in names:
                    self._import(entry.name, entry.asname or entry.name.partition(".")[0])
                return None
            case ast.ImportFrom(module=module, names=names, level=level):
                for entry in names:
                    self._import("" if level else module or "", entry.asname or entry.name)
                return None
        self._is_whole = self._is_whole and made is not None
        return made if len(self.statements) > size else None

    def _import(self, module: str, name: str) -> None:
        """Note that a name is imported from the subject or a package above it, or else from elsewhere."""
        is_near = not module or f"{self.subject.module}.".startswith(f"{module}.")
        (self._imported if is_near else self._foreign).add(name)

    def _computed(self, node: ast.expr) -> int | None:
        """Translate an expression to the id of its value; if that is impossible, only the calls within it."""
        size = len(self.statements)
        try:
            return self._value(node)
        except InexpressibleError:
            del self.statements[size:]
        if not isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            for part in ast.iter_child_nodes(node):
                if isinstance(part, ast.expr) and _has_call(part):
                    self._computed(part)
        return None

    def _value(self, node: ast.expr) -> int:
        if len(self.statements) >= MOST_STATEMENTS:
            raise InexpressibleError
        match node:
            case ast.Name(id=name) if name in self.variables:
                return self.variables[name]
            case ast.Await(value=inner):
                return self._value(inner)
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                return self._collection(DISPLAYS[type(node)], items)
            case ast.Dict(keys=keys, values=values):
                parts = [part for pair in zip(keys, values, strict=True) for part in pair]
                return self._collection("dict", [part for part in parts if part is not None])
            case ast.Call():
                return self._call(node)
        return self._added(LiteralStatement(self._next(), _scalar(node)))

    def _collection(self, kind: CollectionKind, items: Sequence[ast.expr]) -> int:
        values = tuple(self._value(item) for item in items)
        if kind == "dict" and len(values) % 2:
            raise InexpressibleError
        return self._added(CollectionStatement(self._next(), kind, values))

    def _call(self, node: ast.Call) -> int:
        """Translate a call of the subject's callable, of a method, or of what another call returned."""
        path = self._callable(node.func)
        if path is not None:
            args, kwargs = self._arguments(node)
            return self._added(CallStatement(self._next(), path, None, args, kwargs))
        if isinstance(node.func, ast.Attribute):
            receiver = self._value(node.func.value)
            path = f"{self._class_of(receiver)}.{node.func.attr}"
            if self._kind(path) != "method":
                raise InexpressibleError
            args, kwargs = self._arguments(node)
            return self._added(CallStatement(self._next(), path, receiver, args, kwargs))
        function = self._value(node.func)
        if not isinstance(self._made(function), CallStatement | InvokeStatement):
            raise InexpressibleError
        args, kwargs = self._arguments(node)
        return self._added(InvokeStatement(self._next(), function, args, kwargs))

    def _callable(self, node: ast.expr) -> str | None:
        """The path of the subject's callable that a dotted name ends with; None if there is none.

        A name that may stand for something else makes the example incomplete (`_is_whole`).
        """
        names = _dotted(node)
        if not names or names[0] in self.variables:
            return None
        paths = (f"{self.subject.module}:{'.'.join(names[place:])}" for place in range(len(names)))
        path = next((path for path in paths if self._kind(path) not in ("", "method", "property")), None)
        self._is_whole = self._is_whole and self._is_meant(names, path or "")
        return path

    def _is_meant(self, names: Sequence[str], path: str) -> bool:
        """Whether a dotted name surely stands for the callable at a path of the subject."""
        inner = path.rpartition(":")[2].split(".")
        outer = names[: len(names) - len(inner)]
        if names[0] in self._imported:
            return True
        if names[0] in self._foreign or not self.is_own:
            return False
        return not outer or outer == self.subject.module.split(".")[-len(outer) :]

    def _kind(self, path: str) -> str:
        called = self.subject.callables.get(path)
        return "" if called is None else called.kind

    def _arguments(self, node: ast.Call) -> tuple[tuple[int, ...], tuple[tuple[str, int], ...]]:
        if any(keyword.arg is None for keyword in node.keywords):
            raise InexpressibleError
        args = tuple(self._value(argument) for argument in node.args)
        return args, tuple((keyword.arg or "", self._value(keyword.value)) for keyword in node.keywords)

    def _class_of(self, value: int) -> str:
        """The path of the class that a value is an instance of, if it comes from a call; else empty."""
        made = self._made(value)
        called = self.subject.callables.get(made.callable) if isinstance(made, CallStatement) else None
        if called is None:
            return ""
        return called.id if called.kind == "constructor" else called.returns.name

    def _made(self, value: int) -> Statement:
        return next(statement for statement in self.statements if statement.id == value)

    def _next(self) -> int:
        self._last += 1
        return self._last

    def _added(self, statement: Statement) -> int:
        self.statements.append(statement)
        return statement.id


def _needed(statements: Sequence[Statement], new: Sequence[Statement]) -> TestCase:
    """The new statements, with all that these use, and with earlier calls that may have changed that."""
    wanted = {statement.id for statement in new}
    kept: list[Statement] = []
    for statement in reversed(statements):
        is_change = isinstance(statement, CallStatement) and statement.receiver in wanted
        if statement.id in wanted or is_change:
            wanted.update(statement.references)
            kept.append(statement)
    return TestCase(tuple(reversed(kept)))


def _scalar(node: ast.expr) -> Scalar:
    """The value of a plain literal.

    Raises:
        InexpressibleError: if it is anything else.
    """
    try:
        value = literal_of(ast.unparse(node))
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise InexpressibleError from None
    if isinstance(value, str | bytes | int | float | complex) or value is None:
        return value
    raise InexpressibleError


def _dotted(node: ast.expr) -> list[str]:
    match node:
        case ast.Name(id=name):
            return [name]
        case ast.Attribute(value=value, attr=name):
            before = _dotted(value)
            return [*before, name] if before else []
    return []


def _has_call(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Call) for part in ast.walk(node))
