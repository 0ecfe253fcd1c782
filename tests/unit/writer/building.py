"""Asserted tests, built by hand."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from testloom.capabilities import CAPABILITIES
from testloom.model import observed
from testloom.model.statements import (
    Answer,
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionKind,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    FunctionStatement,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Callable, CallableKind, Parameter, ParameterKind, PathConstant, Subject
from testloom.model.suite import (
    AssertedTest,
    Assertion,
    ExceptionAssertion,
    FileAssertion,
    LogAssertion,
    OutputAssertion,
    StateAssertion,
    ValueAssertion,
    WarningAssertion,
)
from testloom.model.types import ANY, TypeRef
from testloom.writer import ProjectStyle
from tests.values import scalar

MODULE = "shop.account"
STYLE = ProjectStyle(first_party=frozenset({"shop"}))


@dataclass(frozen=True)
class Ref:
    """The value of a statement."""

    id: int


def path(name: str) -> str:
    return name if ":" in name else f"{MODULE}:{name}"


def encode(value: object) -> Any:
    """The value as one that was observed; what is one already stays."""
    match value:
        case msgspec.Struct():
            return value
        case Ref():
            return observed.Same(value.id)
        case list() | tuple() | set() | frozenset():
            items = value if isinstance(value, list | tuple) else sorted(value, key=repr)
            return COLLECTIONS[type(value)](tuple(map(encode, items)))
        case dict():
            return observed.Dict(tuple(encode(part) for pair in value.items() for part in pair))
        case enum.Enum():
            raise TypeError("write enum members as member(...)")
    assert value is None or isinstance(value, bool | int | float | complex | str | bytes)
    return scalar(value)


COLLECTIONS: dict[type, Any] = {
    list: observed.List,
    tuple: observed.Tuple,
    set: observed.Set,
    frozenset: observed.FrozenSet,
}


def member(name: str) -> observed.Member:
    return observed.Member(path(name))


def made(name: str, *args: object, **kwargs: object) -> observed.Made:
    named = {key: encode(value) for key, value in kwargs.items()}
    return observed.Made(name, tuple(map(encode, args)), named)


def object_(type_name: str, **attributes: object) -> observed.Instance:
    return observed.Instance(path(type_name), {name: encode(value) for name, value in attributes.items()})


class Case:
    """Builds one test, a statement at a time; plain arguments become literals."""

    def __init__(self, about: str, *covers: str) -> None:
        self.about = path(about)
        self.covers = covers
        self.statements: list[Statement] = []
        self.assertions: list[Assertion] = []

    def literal(self, value: Any) -> Ref:
        return self._add(LiteralStatement(self._next(), value))

    def collection(self, kind: CollectionKind, *items: Any) -> Ref:
        refs = [self._ref(item).id for item in items]
        return self._add(CollectionStatement(self._next(), kind, tuple(refs)))

    def name(self, name: str) -> Ref:
        return self._add(ReferenceStatement(self._next(), path(name)))

    def call(self, name: str, *args: Any, on: Ref | None = None, **kwargs: Any) -> Ref:
        given = tuple(self._ref(arg).id for arg in args)
        named = tuple((key, self._ref(value).id) for key, value in kwargs.items())
        return self._add(CallStatement(self._next(), path(name), on.id if on else None, given, named))

    def define(self, statement: ClassStatement) -> Ref:
        """A class that the test defines, whatever its id."""
        return self._add(statement.replace(id=self._next()))

    def make(self, name: str, kind: Ref, *args: Any) -> Ref:
        """An instance of a class that the test defines, whose constructor is that of another."""
        given = tuple(self._ref(arg).id for arg in args)
        return self._add(MakeStatement(self._next(), path(name), kind.id, given))

    def attribute(self, on: Ref, name: str) -> Ref:
        return self._add(AttributeStatement(self._next(), on.id, name))

    def invoke(self, value: Ref, *args: Any) -> Ref:
        given = tuple(self._ref(arg).id for arg in args)
        return self._add(InvokeStatement(self._next(), value.id, given))

    def enter(self, manager: Ref, error: Ref | None = None) -> Ref:
        return self._add(EnterStatement(self._next(), manager.id, error.id if error else None))

    def assign(self, on: Ref, name: str, value: Any) -> None:
        given = self._ref(value).id
        self.statements.append(AssignmentStatement(self._next(), on.id, name, given))

    def stub(self, *answers: Any, raises: bool = False, is_async: bool = False) -> Ref:
        """A function that gives these answers in turn; if it raises, the first is an exception."""
        refs = tuple(self._ref(answer).id for answer in answers)
        return self._add(StubStatement(self._next(), refs, refs[:1] if raises else (), is_async))

    def function(self, made: FunctionStatement) -> Ref:
        """A function of the test, which gets an id of its own."""
        return self._add(made.replace(id=self._next()))

    def double(self, spec: str = "", *names: str, **answers: Any) -> Ref:
        """A double; an answer `get__json="x"` is what `get().json()` returns, `name_="x"` an attribute."""
        known = tuple(
            Answer(name.rstrip("_") if name.endswith("_") else f"{name.replace('__', '().')}()", ref.id)
            for name, value in answers.items()
            for ref in [self._ref(value)]
        )
        return self._add(DoubleStatement(self._next(), path(spec) if spec else "", names, known))

    def prepare(self, kind: type[EnvironmentStatement], *values: Any) -> Case:
        self.statements.append(kind(self._next(), *values))
        return self

    def equals(self, value: object, of: Ref | None = None, attribute: str | None = None) -> Case:
        last = self.statements[-1].id
        self.assertions.append(ValueAssertion(of.id if of else last, encode(value), last, attribute))
        return self

    def raises(self, name: str, match: str = "") -> Case:
        self.assertions.append(ExceptionAssertion(self.statements[-1].id, path(name), match))
        return self

    def prints(self, text: str, stream: Literal["out", "err"] = "out") -> Case:
        self.assertions.append(OutputAssertion(text, self.statements[-1].id, stream))
        return self

    def leaves(self, file: str, text: str | None) -> Case:
        self.assertions.append(FileAssertion(file, text, self.statements[-1].id))
        return self

    def holds(self, name: str, value: object) -> Case:
        self.assertions.append(StateAssertion(path(name), encode(value), self.statements[-1].id))
        return self

    def warns(self, name: str, match: str = "") -> Case:
        self.assertions.append(WarningAssertion(self.statements[-1].id, path(name), match))
        return self

    def logs(self, *messages: str, level: str = "WARNING") -> Case:
        self.assertions.append(LogAssertion(messages, self.statements[-1].id, level))
        return self

    def done(self, name: str) -> AssertedTest:
        case = TestCase(tuple(self.statements))
        return AssertedTest(name, case, tuple(self.assertions), self.about, self.covers)

    def _add(self, statement: Statement) -> Ref:
        self.statements.append(statement)
        return Ref(statement.id)

    def _ref(self, value: Any) -> Ref:
        return value if isinstance(value, Ref) else self.literal(value)

    def _next(self) -> int:
        return len(self.statements)


def built(*cases: Case) -> list[AssertedTest]:
    return [case.done(f"test-{number}") for number, case in enumerate(cases)]


def function(
    name: str,
    parameters: str = "",
    kind: CallableKind = "function",
    *,
    returns: TypeRef = ANY,
    line: int = 1,
    is_coroutine: bool = False,
    is_generator: bool = False,
) -> Callable:
    owner = path(name.rpartition(".")[0]) if "." in name else None
    entries = tuple(_parameter(text) for text in parameters.split())
    return Callable(path(name), kind, owner, entries, returns, is_coroutine, is_generator, line)


def _parameter(text: str) -> Parameter:
    kind: ParameterKind = "args" if text.startswith("*") else "either"
    return Parameter(text.lstrip("*"), kind)


CALLABLES = [
    function("Account", "balance kind owner", "constructor", line=18),
    function("Account.withdraw", "amount", "method", line=26),
    function("Account.transfer", "amount other", "method", line=31),
    function("Account.close", "", "method", line=36),
    function("Account.is_empty", "", "property", line=40),
    function("Account.from_text", "text", "classmethod", line=44, returns=TypeRef(path("Account"))),
    function("Account.__add__", "other", "method", line=48),
    function("Account.__rmul__", "factor", "method", line=60),
    function("Account.__eq__", "other", "method", line=51),
    function("Account.__len__", "", "method", line=54),
    function("Account.__contains__", "amount", "method", line=57),
    function("TestCard", "number", "constructor", line=69),
    function("is_even", "number", line=74, returns=TypeRef("bool")),
    function("share", "total parts", line=78),
    function("maybe", "flag", line=82, returns=TypeRef("union", (TypeRef("bool"), TypeRef("none")))),
    function("not_a_number", line=86),
    function("upgrade", "kind", line=90),
    function("countdown", "start", line=94, is_generator=True),
    function("naturals", "", line=100, is_generator=True),
    function("fetch", "key", line=107, is_coroutine=True),
    function("list", "text type", line=112),
    function("append", "items item", line=116),
    function("accounts", "*balances", line=120),
    function("ratios", "values", line=124),
    function("slugify", "text", line=128),
    function("kind_of", "value", line=132),
    function("test_connection", "host", line=136),
    function("echo", "value", line=140),
    function("doubled", "function", line=144),
    function("opened", "name", line=148),
    function("announce", "name", line=157),
    function("old_share", "total parts", line=162),
    function("audit", "name", line=167),
    function("complain", "name", line=168),
    function("note", "file text", line=169),
    function("forget", "file", line=170),
    function("opened_on", "year hours", line=171),
    function("greeting", line=173),
    function("opening", "file", line=178),
    function("stamp", line=183),
    function("preferred", line=188),
    function("lucky", line=192),
    function("motto", line=193),
    function("keep_motto", "text", line=194),
    function("archive", "text", line=195),
    function("unpacked", line=197),
    function("members", "path", line=198),
    function("is_old", "path", line=199),
    function("duration", line=200),
    function("clerks", line=196),
    function("tickets", "count", line=200),
    function("coupon", line=204),
    function("is_asked", line=208),
]
PATHS = {
    f"{MODULE}:MOTTO": PathConstant("/etc/shop/motto"),
    f"{MODULE}:FOLDER": PathConstant("/var/lib/shop", is_text=True),
}
SUBJECT = Subject(
    MODULE,
    "/project/shop/account.py",
    {entry.id: entry for entry in CALLABLES},
    paths=PATHS,
    capabilities=CAPABILITIES,
)
