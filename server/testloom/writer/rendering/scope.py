"""The scope of a test: the values, variables, imports and fixtures that its lines refer to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from testloom.model.statements import (
    DEFINED,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    FunctionStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
)
from testloom.model.subject import Callable
from testloom.model.texts.names import below_home, held_at, home_of, is_fixture, is_looked_up
from testloom.model.types import Scalar
from testloom.writer.errors import UnwritableError
from testloom.writer.layout.case import CaseLayout, Context
from testloom.writer.layout.mocks import stub_of
from testloom.writer.rendering.templates import Role, fixture, plain, slot
from testloom.writer.syntax.literals import literal
from testloom.writer.syntax.names import attribute, call, dotted
from testloom.writer.values.expressions import collection


@dataclass(frozen=True, slots=True)
class CaseScope:
    """The scope of one test: the source for everything its lines refer to, according to its layout."""

    layout: CaseLayout
    context: Context

    # What a test needs

    def path(self, path: str) -> str:
        """Render the expression for the object at `module:Qual.name`, by its name in the file or the test.

        Private names are looked up in their module: if one is gone, no other test of the file fails. So are
        the functions by which Python asks a module for attributes, which nobody imports.

        Raises:
            UnwritableError: if the test would have to define the object but does not.
        """
        if path.startswith(f"{DEFINED}:"):
            return self._defined(path.partition(":")[2])
        if path.startswith(":") or not is_looked_up(path):
            return self.context.imports.path(path)
        return attribute(self.home(home_of(path)), below_home(path))

    def _defined(self, name: str) -> str:
        known = [s.name for s in self.layout.statements.values() if isinstance(s, ClassStatement)]
        if known.count(name.partition(".")[0]) != 1:
            raise UnwritableError(f"{name} is a class that the test does not define.")
        return dotted(name)

    def module(self, name: str) -> str:
        """Return the local name of a module in `imports.TOOLS`."""
        return self.context.imports.module(name)

    def home(self, home: str) -> str:
        """Render the expression for the class or module that contains a name.

        A module that its dotted name does not lead to is looked up in `sys.modules`.
        """
        module = home.replace(":", ".")
        if self.is_shadowed(f"{module}:"):
            return f"{self.module('sys')}.modules[{self.literal(module)}]"
        if home.startswith(f"{DEFINED}:"):
            return self.path(home)
        # Not `self.path`, which looks private names up: a module with such a name is imported all the same.
        return self.context.imports.path(home if ":" in home else f":{home}")

    def held(self, path: str) -> str:
        """Render the expression for the value that `module:Qual.NAME` holds at the moment."""
        module, _, name = path.partition(":")
        if self.is_shadowed(path) and "." not in name:
            return attribute(self.home(module), name)
        return self.path(path) if "." in name else self.context.imports.path(held_at(path))

    def is_shadowed(self, path: str) -> bool:
        """Check whether the module of `module:Qual.NAME` cannot be found by its dotted name."""
        return path.partition(":")[0] in self.context.subject.shadowed

    def settable(self, path: str) -> str:
        """Render the target for `monkeypatch.setattr`: a dotted name, or the owner and the name."""
        module, _, qualname = path.partition(":")
        if self.is_shadowed(path):
            owner, _, name = qualname.rpartition(".")
            return f"{self.path(f'{module}:{owner}') if owner else self.home(module)}, {self.literal(name)}"
        return self.literal(path.replace(":", "."))

    def fixture(self, name: str) -> str:
        """Request a fixture of pytest, which becomes a parameter of the test."""
        return fixture(name)

    def mock(self, path: str) -> str:
        """Render a name of `unittest.mock`, through pytest-mock's fixture where the project uses it."""
        if self.context.style.mocker:
            return attribute(self.fixture("mocker"), path.partition(":")[2])
        return self.path(path)

    def awaited(self, text: str) -> str:
        """Render the expression for the result of a coroutine."""
        return (
            f"await {text}" if self.layout.is_asynchronous else call(f"{self.module('asyncio')}.run", [text])
        )

    # Values

    def value(self, reference: int, hint: str = "") -> str:
        """Render a value where it is used: its variable, or the literal passed to parameter `hint`."""
        if reference in self.layout.variables:
            name = self.layout.variables[reference]
            if self.is_begun_where_used(self.layout.statements[reference]):
                return call(name)
            return self.fixture(name) if self._is_fixture(reference) else name
        return self.written(self.layout.statements[reference], hint)

    def is_begun_where_used(self, statement: Statement) -> bool:
        """Check whether a statement defines a generator that is used once, and so called where it is used."""
        usage = self.layout.usages.get(statement.id)
        is_generator = isinstance(statement, FunctionStatement) and statement.is_generator
        return is_generator and usage is not None and usage.references == 1 and not usage.expected

    def _is_fixture(self, reference: int) -> bool:
        made = self.layout.statements[reference]
        return isinstance(made, CallStatement) and is_fixture(made.callable)

    def literal(self, value: Scalar) -> str:
        """Render a plain value in the style of the project."""
        return literal(value, width=self.width, single_quotes=self.single_quotes)

    def written(self, statement: Statement, hint: str) -> str:
        """Render a plain value in place, without a variable.

        Raises:
            UnwritableError: if the statement yields no plain value.
        """
        match statement:
            case LiteralStatement(value=value):
                return self.slot(self.literal(value), hint, "input")
            case ReferenceStatement(path=path):
                return self.slot(self.path(path), hint, "input")
            case CollectionStatement():
                return self.collection(statement, hint)
            case CallStatement() if self.layout.forms[statement.id] == "value":
                return self._made(statement, hint)
            case StubStatement():
                return self._stub(statement)
        raise UnwritableError(f"The value of a {type(statement).__name__} is used before it exists.")

    def collection(self, statement: CollectionStatement, hint: str) -> str:
        """Render a collection: as one slot if all its values are plain, else around its variables."""
        text = collection(statement.kind, [self.value(item) for item in self._distinct(statement)])
        return self.slot(text, hint, "input") if self._is_plain(statement) else text

    def _distinct(self, statement: CollectionStatement) -> Iterable[int]:
        """The items of a collection: once each in a set; each key of a dict once, with its last value."""
        items = statement.items
        if statement.kind == "dict":
            pairs = {self.variable(pair[0]): pair for pair in zip(items[::2], items[1::2], strict=True)}
            return [part for pair in pairs.values() for part in pair]
        if statement.kind in ("set", "frozenset"):
            return list({self.variable(item): item for item in items}.values())
        return items

    def _made(self, statement: CallStatement, hint: str) -> str:
        """A value of the standard library as the call that makes it: one slot if its arguments are plain."""
        args = [self.value(reference) for reference in statement.args]
        named = [(name, self.value(reference)) for name, reference in statement.kwargs]
        text = call(self.path(statement.callable), args, named)
        return self.slot_of(text, hint, statement.references)

    def _stub(self, statement: StubStatement) -> str:
        """A function that only answers; its answers may become columns of a table."""
        answers = [self.value(answer, "answer") for answer in statement.answers]
        if self._may_be_lambda(statement):
            return f"lambda *args, **kwargs: {answers[0]}"
        kind = self.mock(stub_of(statement))
        if len(answers) > 1:
            return call(kind, kwargs=[("side_effect", collection("list", answers))])
        return call(kind, kwargs=[("side_effect" if statement.raises else "return_value", answers[0])])

    def _may_be_lambda(self, statement: StubStatement) -> bool:
        """Whether a function is handed over where it is written, and always returns the same object.

        A lambda lacks the attributes that a mock has: where one was asked for, it will not do.
        """
        if statement.is_async or statement.raises or len(statement.answers) > 1:
            return False
        if statement.id in self.layout.test.extended:
            return False
        answer = self.layout.statements[statement.answers[0]]
        is_same = answer.id in self.layout.variables
        is_same = is_same or isinstance(answer, LiteralStatement | ReferenceStatement)
        return is_same and self.layout.forms[statement.id] == "value"

    def variable(self, statement: int) -> str:
        """Render the value of a statement, never as a slot."""
        return plain(self.value(statement))

    def slot(self, text: str, hint: str, role: Role) -> str:
        """Mark a literal as a slot, which may become a parameter of a table."""
        return slot(text, hint, role)

    def slot_of(self, text: str, hint: str, values: Iterable[int]) -> str:
        """Mark source with the `values` of statements as a slot, unless a variable of the test holds one."""
        return self.slot(text, hint, "input") if all(map(self._is_in_place, values)) else text

    def _is_in_place(self, statement: int) -> bool:
        return statement not in self.layout.variables and self._is_plain(self.layout.statements[statement])

    def callable(self, statement: Statement | None) -> Callable | None:
        """Find the description of the callable that a statement calls; None if it is unknown."""
        return self.context.subject.callables.get(getattr(statement, "callable", ""))

    @property
    def width(self) -> int:
        """How long a string may be before it is split."""
        return self.context.width

    @property
    def single_quotes(self) -> bool:
        """Whether strings are written in single quotes."""
        return self.context.style.single_quotes

    def _is_plain(self, statement: Statement) -> bool:
        if isinstance(statement, CollectionStatement):
            return all(map(self._is_in_place, statement.items))
        return isinstance(statement, LiteralStatement | ReferenceStatement)
