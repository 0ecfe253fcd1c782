"""How the values of a test case are used: which need a variable, and what it is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from testloom.model.observed import Value, reference_of, walk
from testloom.model.statements import (
    ACTING,
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    RequestStatement,
    Statement,
    StubStatement,
    TestCase,
    enters,
)
from testloom.model.statements.environment import (
    EnvironmentStatement,
    StateStatement,
)
from testloom.model.subject import Callable, Subject
from testloom.model.suite import AssertedTest, StateAssertion, ValueAssertion
from testloom.model.texts.names import is_private
from testloom.writer.imports.bindings import USUAL_ALIASES
from testloom.writer.planning.opening import opening_of
from testloom.writer.planning.spelling import snake

SHORT = 12
CLIENTS = (".testclient:TestClient", ".test_client")
"""How what makes clients of web applications is called."""
APPLICATIONS = ("fastapi:FastAPI", "flask:Flask")
SLICE = "builtins:slice"
VALUES = frozenset(
    {
        SLICE,
        "builtins:dict",
        "builtins:list",
        "builtins:set",
        "datetime:date",
        "datetime:datetime",
        "datetime:time",
        "datetime:timedelta",
        "decimal:Decimal",
        "fractions:Fraction",
        "pandas:Timestamp",
        "pandas:to_datetime",
        "pathlib:Path",
        "uuid:UUID",
    }
)
"""Classes whose objects read well within a call."""
ITEMS = frozenset({"builtins:dict.__getitem__", "builtins:list.__getitem__", "builtins:tuple.__getitem__"})
STANDING = (*ACTING, EnvironmentStatement, ClassStatement)
"""Statements that have a line of their own, also if nothing uses their values."""
_VERBS = ("get_", "create_", "make_", "build_", "load_", "read_", "find_", "fetch_", "from_", "parse_")


@dataclass(slots=True)
class Usage:
    """Where a value goes: how often into statements, as the object of how many, into what parameter.

    It is `held` by classes of the test that have it as an attribute.
    """

    references: int = 0
    receivers: int = 0
    asserted: int = 0
    expected: int = 0
    attributes: int = 0
    invoked: int = 0
    entered: int = 0
    raised: int = 0
    held: int = 0
    chained: bool = False
    parameter: str = ""


def usages(test: AssertedTest, subject: Subject) -> dict[int, Usage]:
    """The usage of every statement that the test needs; what nothing uses is missing."""
    found: dict[int, Usage] = {}
    keys = {s.id: s.value for s in test.case.statements if isinstance(s, LiteralStatement)}
    for assertion in test.assertions:
        if isinstance(assertion, ValueAssertion):
            entry = found.setdefault(assertion.statement, Usage())
            entry.asserted += 1
            entry.attributes += assertion.attribute is not None
        if isinstance(assertion, ValueAssertion | StateAssertion):
            for reference in references_in(assertion.expected):
                found.setdefault(reference, Usage()).expected += 1
    for statement in reversed(test.case.statements):
        if isinstance(statement, STANDING):
            found.setdefault(statement.id, Usage())
        if statement.id in found:
            _count(statement, subject, found)
            if is_item(statement) and isinstance(key := keys.get(statement.args[0]), str):
                found[statement.id].parameter = snake(key)
    for value in _used_at_once(test.case):
        if value in found:
            found[value].chained = True
    return found


def _used_at_once(case: TestCase) -> Iterator[int]:
    """What the next statement which does something goes on with, right behind what yields it.

    These are functions that calls return and it calls, attributes that it looks into, and decorators.
    """
    last: Statement | None = None
    for statement in case.statements:
        if isinstance(statement, STANDING):
            if last is not None and _goes_on(statement, last):
                yield last.id
            last = statement


def _goes_on(statement: Statement, last: Statement) -> bool:
    match last, statement:
        case AttributeStatement(), AttributeStatement(source=used) | InvokeStatement(function=used):
            return used == last.id
        case AttributeStatement(), CallStatement(receiver=used):
            return used == last.id and not isinstance(statement, MakeStatement)
        case CallStatement() | InvokeStatement(), InvokeStatement(function=used):
            return used == last.id and not is_item(last)
        case CallStatement() | InvokeStatement(), ClassStatement(members=members):
            return any(member.decorator == last.id for member in members)
    return False


def is_item(statement: Statement) -> TypeGuard[CallStatement]:
    """Whether a statement takes something from a builtin collection."""
    return isinstance(statement, CallStatement) and statement.callable in ITEMS


def needs_variable(statement: Statement, usage: Usage) -> bool:
    """Whether a value cannot be written where it is used, apart from a result in its assertion."""
    if isinstance(statement, EnterStatement) or enters(statement):
        return _is_used(usage)
    match statement:
        case LiteralStatement(value=value):
            reused = usage.references > 1 and len(repr(value)) > SHORT
            return reused or usage.asserted > 0 or usage.receivers > 0
        case CollectionStatement() | StubStatement():
            return usage.references > 1 or usage.asserted + usage.expected + usage.receivers > 0
        case CallStatement() if is_inlined(statement, usage):
            return False
        case CallStatement() | AttributeStatement() | InvokeStatement() if not is_chained(usage):
            return usage.references + usage.expected + usage.attributes > 0 or usage.asserted > 1
        case DoubleStatement() | ClassStatement():
            return True
    return False


def _is_used(usage: Usage) -> bool:
    return usage.references + usage.expected + usage.attributes + usage.asserted > 0


def is_inlined(statement: CallStatement, usage: Usage) -> bool:
    """Whether what a call makes is written where it is used."""
    return is_inlined_manager(usage) or is_inlined_error(usage) or is_inlined_value(statement, usage)


def is_chained(usage: Usage) -> bool:
    """Whether what a statement yields is used where it comes from: nothing else wants it."""
    return usage.chained and usage.references == 1 and not usage.asserted + usage.expected


def is_inlined_error(usage: Usage) -> bool:
    """Whether an exception is made where it is raised: nothing else wants it."""
    return usage.raised == 1 == usage.references and not usage.asserted + usage.expected + usage.receivers


def is_inlined_manager(usage: Usage) -> bool:
    """Whether a context manager is made in the `with` that enters it: nothing else wants it."""
    return usage.entered == 1 == usage.references and not usage.asserted + usage.expected


def is_inlined_value(statement: CallStatement, usage: Usage) -> bool:
    """Whether a plain value of the standard library, or what a class holds, is written where it is used."""
    is_used_once = usage.references == 1 and not usage.asserted + usage.expected + usage.receivers
    is_plain = type(statement) is CallStatement and statement.receiver is None
    is_held = usage.held == 1 and not is_private(statement.callable)
    return is_used_once and is_plain and (statement.callable in VALUES or is_held)


def variable_names(statement: Statement, usage: Usage, subject: Subject) -> Iterator[str]:
    """Names that say what the value is, the best first."""
    match statement:
        case CallStatement() if enters(statement):
            yield "entered"
        case RequestStatement():
            yield "response"
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
            if name and name == snake(name):  # of a function, which the test may import, too
                yield f"{name}_double"
            yield f"{usage.parameter}_double" if usage.parameter else "double"
        case StubStatement():
            yield usage.parameter
            yield "function"
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
    if path.endswith(CLIENTS):
        yield "client"
    elif path in APPLICATIONS:
        yield "app"
    known = subject.callables.get(path)
    name = path.partition(":")[2].rpartition(".")[2]
    is_short = len(usage.parameter) <= 2 and path.partition(":")[0] not in USUAL_ALIASES
    if not usage.receivers and not is_short:
        yield usage.parameter
    if path in ITEMS:
        yield usage.parameter
        yield "function" if usage.invoked else "item"
        return
    if known is None or known.kind == "constructor":
        yield snake(name)
        if name == snake(name):  # which is what the class goes by
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
        stem = _without_verb(name)
        yield stem if stem != name else ""
    yield "result"


def _count(statement: Statement, subject: Subject, found: dict[int, Usage]) -> None:
    for reference in statement.references:
        found.setdefault(reference, Usage()).references += 1
    match statement:
        case CallStatement(receiver=receiver):
            if receiver is not None:
                found[receiver].receivers += 1
            for reference, name in arguments_of(statement, subject.callables.get(statement.callable)):
                found[reference].parameter = name
        case ClassStatement():
            _count_in_class(statement, found)
        case AttributeStatement(source=source):
            found[source].receivers += 1
        case InvokeStatement(function=function):
            found[function].receivers += 1
            found[function].invoked += 1
        case EnterStatement(source=source, error=error):
            found[source].entered += 1
            if error is not None:
                found[error].raised += 1
        case AssignmentStatement(source=source, value=value, name=name):
            found[source].receivers += 1
            found[value].parameter = name
        case StateStatement(path=path, value=value):
            found[value].parameter = snake(path.rpartition(":")[2].rpartition(".")[2])


def _without_verb(name: str) -> str:
    """What a function gives, by its name: `get_price` a price."""
    return next((name[len(verb) :] for verb in _VERBS if name.startswith(verb)), name)


def _count_in_class(statement: ClassStatement, found: dict[int, Usage]) -> None:
    for name, value in statement.keywords:
        found[value].parameter = name.strip("_")
    for member in statement.members:
        if member.value is not None:
            found[member.value].parameter = _without_verb(snake(member.name.strip("_")))
            found[member.value].raised += member.raises
            found[member.value].held += member.kind == "value"


def arguments_of(statement: CallStatement, known: Callable | None) -> Iterator[tuple[int, str]]:
    """Each argument with the name of its parameter; what `*args` takes is named after them, in singular."""
    names = (
        [entry.name for entry in known.parameters if entry.kind in ("positional", "either")] if known else []
    )
    rest = next((entry.name for entry in known.parameters if entry.kind == "args"), "") if known else ""
    for position, reference in enumerate(statement.args):
        name = names[position] if position < len(names) else _singular(rest)
        yield reference, name.strip("_")
    for keyword, reference in statement.kwargs:
        yield reference, keyword.strip("_")


def _singular(name: str) -> str:
    if name in ("args", ""):
        return ""
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def references_in(value: Value) -> Iterator[int]:
    """The statements whose values an observed value names."""
    references = map(reference_of, walk(value, lambda part: reference_of(part) is None))
    return (reference for reference in references if reference is not None)
