"""What a test mentions, each as `module:Qual.name`: all of it has to be imported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from testloom.model.statements import (
    DEFINED,
    CallStatement,
    ClassStatement,
    DoubleStatement,
    MakeStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
)
from testloom.model.statements.environment import (
    IDENTIFIERS,
    MODULES,
    SEEDED,
    ClockStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FactStatement,
    FailureStatement,
    FileStatement,
    RestoreStatement,
    StateStatement,
    ThreadsStatement,
)
from testloom.model.suite import (
    AssertedTest,
    Assertion,
    ExceptionAssertion,
    StateAssertion,
    ValueAssertion,
    WarningAssertion,
)
from testloom.model.texts.names import held_at, home_of, is_name, is_private
from testloom.model.types import TypeRef

STRUCT_TIME, DATETIME = "time:struct_time", "datetime:datetime"
FIELDS = frozenset({"localtime", "gmtime"})
"""Functions of `time` that return the fields of a moment."""
MOMENTS = {STRUCT_TIME: FIELDS, DATETIME: frozenset({"strftime"})}
"""What the moment is made of that a function of `time` reads."""
AUTOSPEC = "unittest.mock:create_autospec"
CALLED = "unittest.mock:call"
ANYTHING = "typing:Any"
NO_RETURN = "typing:NoReturn"
GET_LOGGER, HANDLERS = "logging:getLogger", "logging.handlers"
PARTIAL = "functools:partial"
SETTINGS: Mapping[str, tuple[str, ...]] = {
    "socket.setdefaulttimeout": ("socket:setdefaulttimeout", "socket:getdefaulttimeout"),
    "locale.setlocale": ("locale:setlocale", "locale:LC_ALL"),
    "decimal.setcontext": ("decimal:setcontext", "decimal:getcontext"),
    "signal.signal": ("signal:signal", "signal:getsignal"),
    "sys.setrecursionlimit": ("sys:setrecursionlimit", "sys:getrecursionlimit"),
    "logging.setLevel": (GET_LOGGER,),
    HANDLERS: (GET_LOGGER,),
    "os.umask": ("os:umask",),
    "sys.modules": (),
}
"""Settings of the process, by what sets them, and what puts them back: a function, and what it needs."""
HINTS = ("collections.abc:Callable", "collections.abc:Iterator")
"""What the signature of the function mentions that waits for threads."""
CHAIN, REPEAT = "itertools:chain", "itertools:repeat"


def needed_paths(test: AssertedTest) -> Iterator[str]:
    """Every `module:Qual.name` that the test mentions, but for what it defines itself."""
    return (path for path in _paths_in(test) if not path.startswith(f"{DEFINED}:"))


def _paths_in(test: AssertedTest) -> Iterator[str]:
    for statement in test.case.statements:
        yield from _paths_of(statement)
    for assertion in test.assertions:
        yield from _asserted_paths(assertion)


def _paths_of(statement: Statement) -> Iterator[str]:
    if isinstance(statement, MakeStatement):
        return
    if isinstance(statement, ClassStatement):
        yield from class_paths(statement)
    elif isinstance(statement, CallStatement):
        yield from _called_paths(statement.callable)
    elif isinstance(statement, ReferenceStatement):
        yield statement.path
    elif isinstance(statement, EnvironmentStatement):
        yield from environment_paths(statement)
    elif isinstance(statement, DoubleStatement):
        yield from double_paths(statement)
    elif isinstance(statement, StubStatement):
        yield stub_of(statement)


def _asserted_paths(assertion: Assertion) -> Iterator[str]:
    if isinstance(assertion, ValueAssertion | StateAssertion):
        yield from _paths(assertion.expected)
    if isinstance(assertion, StateAssertion):
        yield held_at(assertion.path)
    elif isinstance(assertion, ExceptionAssertion | WarningAssertion):
        yield assertion.type


def _called_paths(path: str) -> Iterator[str]:
    """What a call mentions: the callable itself, of a private one where it is looked up."""
    if not is_private(path):
        yield path
    elif ":" in home_of(path):
        yield home_of(path)


def environment_paths(statement: EnvironmentStatement) -> Iterator[str]:
    """Every `module:NAME` that the lines for a statement mention."""
    if isinstance(statement, ThreadsStatement):
        yield from HINTS
    if isinstance(statement, RestoreStatement):
        yield from restoring_paths(statement)
    if isinstance(statement, ConsoleStatement):
        yield "io:StringIO"
    if isinstance(statement, FileStatement) and statement.packing == "zip":
        yield "zipfile:ZipFile"
    if isinstance(statement, FailureStatement):
        yield from ("unittest.mock:Mock", f"errno:{statement.error}")
    if isinstance(statement, FactStatement):
        yield from _fact_paths(statement)
    if isinstance(statement, StateStatement) and (holder := holder_of(statement)):
        yield holder
    if isinstance(statement, ClockStatement) and statement.step:
        yield "itertools:count"
    if isinstance(statement, ClockStatement):
        read = {name for _, name in statement.names}
        yield from (path for path, names in MOMENTS.items() if names & read)
        for kind in {name.partition(".")[0] for _, name in statement.names} & {"datetime", "date"}:
            yield "unittest.mock:Mock"
            yield f"datetime:{kind}"


def restoring_paths(statement: RestoreStatement) -> Iterator[str]:
    """Every `module:NAME` that puts a setting back."""
    name, _, part = statement.name.partition(":")
    yield PARTIAL
    yield from SETTINGS.get(name, ())
    if name == "signal.signal" and is_name(part):
        yield f"signal:{part}"


def holder_of(statement: StateStatement) -> str | None:
    """The public class or object, `module:Qual`, whose attribute a statement sets; None for a module."""
    if statement.path.startswith(MODULES):
        return None
    holder = statement.path.rpartition(".")[0]
    return holder if ":" in holder and not is_private(holder) else None


def _fact_paths(statement: FactStatement) -> Iterator[str]:
    if statement.name in SEEDED:
        yield "random:Random"
    if statement.name in IDENTIFIERS:
        yield "uuid:UUID"
    if len(statement.answers) > 1:
        yield "unittest.mock:Mock"


def double_paths(statement: DoubleStatement) -> Iterator[str]:
    """Every `module:NAME` that the lines for a double mention."""
    if statement.spec:
        yield from (AUTOSPEC, statement.spec)
    else:
        yield mock_of(statement)
    ordered = [order.path for order in statement.orders]
    last = {answer.path: answer.question for answer in statement.answers}
    if len(set(ordered)) < len(ordered) or any(question is not None for question in last.values()):
        yield CALLED
    calls = [a.path for a in statement.answers if a.path.endswith("()") and last[a.path] is None]
    if len(set(calls)) < len(calls):
        yield from (CHAIN, REPEAT)


def mock_of(statement: DoubleStatement) -> str:
    """The class of a double without a class: a plain one where no special method is asked for."""
    is_special = not statement.names or any(name.startswith("__") for name in statement.names)
    return f"unittest.mock:{'MagicMock' if is_special else 'Mock'}"


def stub_of(statement: StubStatement) -> str:
    """The class of what stands for a function."""
    return f"unittest.mock:{'AsyncMock' if statement.is_async else 'Mock'}"


def _paths(encoded: Mapping[str, Any]) -> Iterator[str]:
    if "path" in encoded:
        yield encoded["path"]
    if encoded["kind"] in ("object", "made"):
        yield encoded["type"]
    inner = encoded.get("items", ()), encoded.get("args", ()), encoded.get("kwargs", {}).values()
    for item in chain.from_iterable(inner):
        yield from _paths(item)
    for item in encoded.get("attributes", {}).values():
        yield from _paths(item)


def class_paths(statement: ClassStatement) -> Iterator[str]:
    """Every `module:Qual.name` that the definition of a class mentions."""
    yield from (*statement.bases, *statement.decorators)
    if statement.metaclass:
        yield statement.metaclass
    for member in statement.members:
        if member.type is not None:
            yield from _type_paths(member.type)
        elif member.is_function:
            yield NO_RETURN if member.raises else ANYTHING


def _type_paths(kind: TypeRef) -> Iterator[str]:
    if kind.name == "any":
        yield ANYTHING
    elif ":" in kind.name:
        yield kind.name
    for arg in kind.args:
        yield from _type_paths(arg)
