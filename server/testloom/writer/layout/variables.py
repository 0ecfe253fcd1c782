"""The names of a test's variables."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    CommandStatement,
    DoubleStatement,
    EnterStatement,
    FunctionStatement,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    Statement,
    StubStatement,
    enters,
)
from testloom.model.subject import Callable, Subject
from testloom.model.texts.names import is_fixture, is_name
from testloom.writer.errors import UnwritableError
from testloom.writer.imports.bindings import AMBIGUOUS, BUILTINS
from testloom.writer.layout.opening import opening_of
from testloom.writer.layout.usage import ITEMS, Usage, without_verb
from testloom.writer.project.habits import USUAL_ALIASES
from testloom.writer.syntax.words import snake

FIXTURES = frozenset(
    {"request", "monkeypatch", "capsys", "caplog", "tmp_path", "recwarn", "pytester", "cache"}
)
"""Names of pytest's fixtures, which no variable takes."""
REACHING = {
    ".testclient:TestClient": "client",
    ".test:APIClient": "client",
    ".test_client": "client",
    ".testing:CliRunner": "runner",
    ".test:RequestFactory": "factory",
    ".test_utils:make_mocked_request": "mocked_request",
    ".test:RequestFactory.get": "request",
    ".test:RequestFactory.post": "request",
    ".orm:sessionmaker": "session_factory",
    ".asyncio:async_sessionmaker": "session_factory",
}
"""Variable names for objects through which tests reach applications and databases.

They are found by the end of their maker's path.
"""
NAMESPACE = "types:SimpleNamespace"
"""Makes an object that is better described by its place in the test than by its class."""
APPLICATIONS = ("fastapi:FastAPI", "flask:Flask", "quart:Quart")
RESULT = "result"
GENERIC = frozenset({RESULT, "value", "function", "manager", "entered", "items", "values", "mapping"})
"""Names that say nothing about the value, used only if nothing else is known."""
_NAMED_APART = re.compile(r"^(Custom|Other|Another)(?=[A-Z])|\d+$")


def variables_of(
    named: Iterable[Statement],
    statements: Mapping[int, Statement],
    used: Mapping[int, Usage],
    subject: Subject,
    reserved: Collection[str],
) -> dict[int, str]:
    """Choose a variable name for each statement in `named`.

    No name hides an import, a member of a class that the test defines, or a `reserved` name.
    """
    said = {member.name for s in statements.values() for member in _members(s)}
    named = list(named)
    reserved = {*reserved, *said, *_hidden({s.id for s in named}, statements)}
    names = _fixtures(named, reserved)
    taken = {*reserved, *names.values()}
    for statement in named:
        if statement.id in names:
            continue
        if isinstance(statement, ClassStatement):
            names[statement.id] = statement.name
        else:
            usage = used[statement.id]
            candidates = [
                *_after_class(statement, statements),
                *variable_names(statement, usage, subject),
            ]
            names[statement.id] = _free_name(candidates, taken, reserved)
        taken.add(names[statement.id])
    return names


def _hidden(named: Collection[int], statements: Mapping[int, Statement]) -> Iterator[str]:
    """The parameters of functions of the test that use variables: they would hide variables of that name."""
    for statement in statements.values():
        if isinstance(statement, FunctionStatement) and any(value in named for value in statement.references):
            yield from statement.parameters


def _fixtures(named: Iterable[Statement], reserved: Collection[str]) -> dict[int, str]:
    """The names of the fixtures that a test requests, by statement: pytest finds them by these names only.

    Raises:
        UnwritableError: if something else in the file has such a name.
    """
    calls = (s for s in named if isinstance(s, CallStatement) and is_fixture(s.callable))
    names = {call.id: call.callable.partition(":")[2] for call in calls}
    if hidden := {*names.values()} & {*reserved}:
        raise UnwritableError(f"The fixture {min(hidden)} is hidden by an import of that name.")
    return names


def _after_class(statement: Statement, statements: Mapping[int, Statement]) -> Iterator[str]:
    """What an instance of a class of the test is called: `figure` if that is `CustomFigure`."""
    if isinstance(statement, MakeStatement):
        kind = statements.get(statement.receiver or 0)
        name = kind.name if isinstance(kind, ClassStatement) else ""
        yield snake(_NAMED_APART.sub("", name))


def _members(statement: Statement) -> Sequence[Member]:
    """The members of a class that the test defines: in its body, they hide variables of the same name."""
    return statement.members if isinstance(statement, ClassStatement) else ()


def variable_names(statement: Statement, usage: Usage, subject: Subject) -> Iterator[str]:
    """Yield variable names that describe the value of a statement, the best first."""
    match statement:
        case CallStatement() if enters(statement):
            yield "entered"
        case CallStatement() if statement.yields_response:
            yield "result" if isinstance(statement, CommandStatement) else "response"
        case CallStatement():
            yield from _call_names(statement, usage, subject)
        case AttributeStatement(name=name):
            yield snake(name)
        case InvokeStatement():
            yield usage.parameter
            yield "result"
        case EnterStatement():
            yield "entered"
        case DoubleStatement(spec=spec):
            yield usage.parameter
            name = spec.partition(":")[2].rpartition(".")[2]
            yield snake(name)
            if name and name == snake(name):  # a function's own name, which the test may import, too
                yield f"{name}_double"
            yield f"{usage.parameter}_double" if usage.parameter else "double"
        case StubStatement() | FunctionStatement():
            yield usage.parameter
            yield "source" if getattr(statement, "is_generator", False) else "function"
        case CollectionStatement(kind=kind):
            yield usage.parameter
            yield {"dict": "mapping", "tuple": "values"}.get(kind, "items")
        case LiteralStatement(value=value):
            yield usage.parameter
            yield {str: "text", bytes: "data", int: "number", float: "number"}.get(type(value), "value")
    yield usage.parameter


def _call_names(call: CallStatement, usage: Usage, subject: Subject) -> Iterator[str]:
    path = call.callable
    if (opened := opening_of(call, subject)) is not None:
        yield opened.name
    yield from (name for end, name in REACHING.items() if path.endswith(end))
    if _makes_application(path, subject):
        yield "app"
    if path == subject.contexts.connects:
        yield "connection"
    known = subject.callables.get(path)
    name = path.partition(":")[2].rpartition(".")[2]
    is_short = len(usage.parameter) <= 2 and path.partition(":")[0] not in USUAL_ALIASES
    if not usage.receivers and not is_short:
        yield usage.parameter
    if path in ITEMS or path == NAMESPACE:
        yield usage.parameter
        yield "function" if usage.invoked else "item"
        return
    if known is None or known.kind == "constructor":
        yield snake(name)
        if name == snake(name):  # the class has a lower-case name, which a variable would hide
            yield name.rpartition("_")[2]
            yield "instance"
        return
    if known.returns.is_class and known.returns.name.partition(":")[0] not in USUAL_ALIASES:
        yield snake(known.returns.name.partition(":")[2].rpartition(".")[2])
    yield usage.parameter
    if usage.invoked:
        yield "function"
    if usage.entered:
        yield "manager"
    if usage.references:
        yield _made_by(known)
    yield "result"


def _made_by(function: Callable) -> str:
    """What a function makes by its name: a `price` if it is `get_price`; empty if that does not say it.

    After `from_` stands what an object of the class is made of.
    """
    if function.owner and function.name.startswith("from_"):
        return snake(function.owner.partition(":")[2].rpartition(".")[2])
    stem = without_verb(function.name)
    return stem if stem != function.name else ""


def _makes_application(path: str, subject: Subject) -> bool:
    """Whether calling a path yields an application that requests are sent to, or whose context is entered."""
    requests = (called.request for called in subject.callables.values() if called.request is not None)
    is_factory = path in subject.contexts.factories
    return is_factory or path in APPLICATIONS or any(r.is_factory and r.app == path for r in requests)


def _free_name(candidates: Sequence[str], taken: set[str], reserved: Collection[str]) -> str:
    """The first free name, in a form that shows why it is not plain.

    For what a call returns, `result` is preferred to the second of its kind. `range_` differs from a builtin,
    `other_account` from a variable, `the_account` from a module or function of that name.
    """
    named = [name for name in candidates if is_name(name) or keyword.iskeyword(name)] or ["value"]
    usable = [name for name in named if name not in GENERIC] or named
    is_second = all(name in taken and name not in reserved for name in usable)
    if RESULT in named and RESULT not in taken and is_second:
        return RESULT
    for form in ("{}", "other_{}", "another_{}"):
        for name in usable:
            is_builtin = name in BUILTINS or keyword.iskeyword(name)
            is_known = name in reserved or name in FIXTURES
            first = f"the_{name}" if is_known else f"{name}_" if is_builtin else name
            made = first if form == "{}" else form.format(name)
            if not (made in taken or made in FIXTURES or made in AMBIGUOUS or keyword.iskeyword(made)):
                return made
    number = 2
    while f"{usable[0]}_{number}" in taken:
        number += 1
    return f"{usable[0]}_{number}"
