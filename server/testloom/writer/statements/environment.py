"""Statements about the environment as lines of a test: pytest's `monkeypatch` and `tmp_path`."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from testloom.model.statements import DoubleStatement
from testloom.model.statements.environment import (
    CHECKED,
    EARLIEST,
    HELD,
    IDENTIFIERS,
    LATEST,
    MODULES,
    READINGS,
    SEEDED,
    AgeStatement,
    ArgumentsStatement,
    ChanceStatement,
    ClockStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FactStatement,
    FailureStatement,
    FileStatement,
    FolderStatement,
    PathStatement,
    StateStatement,
    ThreadsStatement,
    VariableStatement,
)
from testloom.model.texts.names import is_private
from testloom.writer.errors import UnwritableError
from testloom.writer.planning.mentions import DATETIME, FIELDS, HINTS, STRUCT_TIME, holder_of
from testloom.writer.planning.scope import CaseScope
from testloom.writer.statements.definitions import JOINING, STOPPED_CLOCK
from testloom.writer.statements.folders import folder
from testloom.writer.statements.private import skip_without
from testloom.writer.statements.variables import variable
from testloom.writer.syntax.names import attribute, call, identifier
from testloom.writer.values.expressions import collection

ERRORS = {"EACCES": "builtins:PermissionError"}
"""Errors of the system that have a class of their own."""
MOCK = "unittest.mock:Mock"
EPOCH = datetime(1970, 1, 1)
IN_NANOSECONDS = 1_000_000_000
PARAMETERS = {
    **dict.fromkeys(("secrets.token_hex", "secrets.token_urlsafe", "secrets.token_bytes"), " nbytes=None"),
    **dict.fromkeys(("platform.platform", "socket.getfqdn", "uuid.uuid1"), " *args"),
    "os.urandom": " size",
    "shutil.which": " program",
    "importlib.util.find_spec": " name, package=None",
    "importlib.metadata.version": " distribution_name",
}
"""What functions take that are replaced by others."""
COUNT = "itertools:count"


def joining(statement: ThreadsStatement, scope: CaseScope) -> str:
    """The `with` whose body starts threads."""
    for module in ("contextlib", "threading"):
        scope.module(module)
    if scope.context.style.type_hints:
        for path in HINTS:
            scope.path(path)
    ends = [attribute(scope.value(reference, "started"), name) for reference, name in statement.ends]
    return f"with {call(JOINING, ends)}:"


def prepared(statement: EnvironmentStatement, scope: CaseScope) -> str | None:
    """The lines that prepare the environment; None if lines before have done it.

    Raises:
        UnwritableError: if no source says it.
    """
    match statement:
        case FolderStatement() | FileStatement() | PathStatement() | AgeStatement():
            return "\n".join(folder(statement, scope)) or None
        case VariableStatement():
            return variable(statement, scope)
        case StateStatement():
            return _state(statement, scope)
        case ConsoleStatement():
            return "\n".join(_console(statement, scope))
        case ArgumentsStatement(values=values):
            text = collection("list", [scope.literal(value) for value in values])
            return _set("sys:argv", scope.slot(text, "argv", "input"), scope)
        case ChanceStatement(seed=seed):
            return f"{scope.module('random')}.seed({scope.slot(scope.literal(seed), 'seed', 'input')})"
        case ClockStatement():
            return "\n".join(_clock(statement, scope))
        case FactStatement() | FailureStatement():
            return _replaced(statement, scope)
    raise UnwritableError(f"No test can prepare {statement.tag!r}.")


def _state(statement: StateStatement, scope: CaseScope) -> str:
    path = statement.path
    given = scope.value(statement.value, re.split(r"[.:]", path)[-1].lower())
    if path.startswith(MODULES):
        target, name = f"{scope.module('sys')}.modules", scope.literal(path.removeprefix(MODULES))
        return f"{scope.fixture('monkeypatch')}.setitem({target}, {name}, {given})"
    by_mocker = scope.context.style.mocker and isinstance(
        scope.plan.statements[statement.value], DoubleStatement
    )
    if holder := holder_of(statement):
        owner, name = scope.path(holder), path.rpartition(".")[2]
        if is_private(path):
            skip_without(owner, name, scope)
        where = f"{owner}, {scope.literal(name)}, {given}"
        if by_mocker:
            return f"{scope.fixture('mocker')}.patch.object({where})"
        return f"{scope.fixture('monkeypatch')}.setattr({where})"
    is_missing = path in scope.context.subject.undefined
    if by_mocker:
        more = ", create=True" if is_missing else ""
        patch = "patch.object" if scope.is_shadowed(path) else "patch"
        return f"{scope.fixture('mocker')}.{patch}({scope.settable(path)}, {given}{more})"
    return _set(path, given, scope, is_missing)


def _set(path: str, value: str, scope: CaseScope, is_missing: bool = False) -> str:
    more = ", raising=False" if is_missing else ""
    return f"{scope.fixture('monkeypatch')}.setattr({scope.settable(path)}, {value}{more})"


def _console(statement: ConsoleStatement, scope: CaseScope) -> Iterator[str]:
    """Standard input; what is asked for without being shown is read from it, too."""
    typed = "".join(f"{line}\n" for line in statement.lines)
    text = scope.slot(scope.literal(typed), "typed", "input") if typed else ""
    yield _set("sys:stdin", f"{scope.path('io:StringIO')}({text})", scope)
    for path in statement.secret:
        yield _set(path, "lambda *args: input()", scope)


def _replaced(statement: FactStatement | FailureStatement, scope: CaseScope) -> str:
    """The line that puts another function in the place of one."""
    target = statement.path
    if isinstance(statement, FactStatement):
        return _set(target, _answering(statement, scope), scope)
    kind = scope.path(ERRORS.get(statement.error, "builtins:OSError"))
    error = f"{kind}({scope.path(f'errno:{statement.error}')}, {scope.literal(statement.text)})"
    return _set(target, f"{scope.path(MOCK)}(side_effect={error})", scope)


def _answering(statement: FactStatement, scope: CaseScope) -> str:
    """A function that gives the answers of a statement."""
    if statement.name in SEEDED:
        generator = call(scope.path("random:Random"), [scope.literal(statement.answers[0])])
        if draw := SEEDED[statement.name]:
            return attribute(generator, draw)
        return generator if statement.name == HELD else f"lambda: {generator}"
    shown = [scope.literal(answer) for answer in statement.answers]
    if len(shown) == 1:
        shown = [scope.slot(shown[0], statement.name.rpartition(".")[2], "input")]
    if statement.name in IDENTIFIERS:
        shown = [f"{scope.path('uuid:UUID')}({text})" for text in shown]
    if len(shown) > 1:
        return f"{scope.path(MOCK)}(side_effect=[{', '.join(shown)}])"
    return f"lambda{PARAMETERS.get(statement.name, '')}: {shown[0]}"


# Clock


def _clock(statement: ClockStatement, scope: CaseScope) -> Iterator[str]:
    """Each name through which the clock is read stands for a clock that stands still."""
    names: dict[str, list[str]] = {}
    for path, name in statement.names:
        names.setdefault(path, []).append(name)
    for path, read in names.items():
        kind = read[0].partition(".")[0]
        if "." in read[0]:
            value = _likeness(kind, [name.partition(".")[2] for name in read], statement.seconds, scope)
        elif statement.step and kind in READINGS:
            start, step = scope.literal(statement.seconds), scope.literal(statement.step)
            value = attribute(call(scope.path(COUNT), [start, step]), "__next__")
        else:
            value = _reading(kind, statement.seconds, scope)
        yield _set(path, value, scope)


def _likeness(kind: str, methods: list[str], seconds: float, scope: CaseScope) -> str:
    """A class of `datetime` in which some methods return a fixed moment."""
    name, moment = scope.path(f"datetime:{kind}"), EPOCH + timedelta(seconds=_told(seconds))
    fields = [moment.year, moment.month, moment.day]
    if kind == "datetime":
        fields += [moment.hour, moment.minute, moment.second, moment.microsecond]
        while len(fields) > 3 and not fields[-1]:
            fields.pop()
    shown = f"{name}({', '.join(map(str, fields))}"
    answers = dict.fromkeys(methods, f"lambda: {shown})")
    if "now" in answers:
        answers["now"] = f"lambda tz=None: {shown}, tzinfo=tz)"
    is_checked = answers.pop(CHECKED, None) is not None
    given = [(identifier(method), answer) for method, answer in answers.items()]
    if is_checked:
        return call(STOPPED_CLOCK, [name], given)
    return call(scope.path(MOCK), (), [("wraps", name), *given])


def _reading(name: str, seconds: float, scope: CaseScope) -> str:
    """A function of `time` that reads a clock that stands still."""
    moment = time.gmtime(_told(seconds))
    if name == "sleep":
        return "lambda seconds: None"
    if name == "pause":
        return f"lambda delay, sleep={scope.module('asyncio')}.sleep: sleep(0)"
    if name in READINGS:
        return f"lambda: {scope.literal(seconds)}"
    if name.removesuffix("_ns") in READINGS:
        return f"lambda: {scope.literal(int(seconds * IN_NANOSECONDS))}"
    fields = [scope.literal(part) for part in moment]
    if name in FIELDS:
        return f"lambda *args: {call(scope.path(STRUCT_TIME), [collection('tuple', fields)])}"
    if name == "strftime":
        return f"lambda form: {call(scope.path(DATETIME), fields[:6])}.strftime(form)"
    if name != "ctime":
        raise UnwritableError(f"time.{name} is read without an argument.")
    return f"lambda *args: {scope.literal(time.asctime(moment))}"


def _told(seconds: float) -> float:
    """Seconds since the epoch, if a calendar has them.

    Raises:
        UnwritableError: if it has not.
    """
    if not EARLIEST <= seconds <= LATEST:
        raise UnwritableError(f"No calendar has the moment {seconds!r}.")
    return seconds
