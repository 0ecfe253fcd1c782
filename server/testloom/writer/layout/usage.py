"""The usage of the values of a test case, which determines where each is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, TypeGuard

from testloom.model.observed import Value, reference_of, walk
from testloom.model.statements import (
    ACTING,
    AssignmentStatement,
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
    ReferenceStatement,
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
from testloom.model.suite import AssertedTest, Assertion, StateAssertion, ValueAssertion, WarningAssertion
from testloom.model.texts.names import is_fixture, is_private
from testloom.writer.syntax.words import snake, variable

SHORT = 12
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
        "pandas:Timedelta",
        "pandas:Timestamp",
        "pandas:date_range",
        "pandas:to_datetime",
        "pathlib:Path",
        "uuid:UUID",
    }
)
"""Classes whose objects are readable within a call."""
ITEMS = frozenset({"builtins:dict.__getitem__", "builtins:list.__getitem__", "builtins:tuple.__getitem__"})
STANDING = (*ACTING, EnvironmentStatement, ClassStatement)
"""Statements that have a line of their own even if their values are not used."""
Form: TypeAlias = Literal["line", "variable", "assertion", "value", "manager", "error", "chain"]
"""Where a value is written.

It is a line of its own, with a variable or without; its assertion; the place of its use; the `with`
that enters it; the `raise`; or the place right before the chained use.
"""
_KINDS = (
    "references",
    "receivers",
    "asserted",
    "expected",
    "attributes",
    "invoked",
    "entered",
    "raised",
    "held",
    "spelled",
)
_PLURALS = (
    ("series", "series"), ("cookies", "cookie"), ("movies", "movie"), ("statuses", "status"),
    ("ies", "y"), ("sses", "ss"), ("xes", "x"), ("tches", "tch"), ("shes", "sh"), ("ss", "ss"), ("s", ""),
)  # fmt: skip
"""How names of several things end, and each of them, the longest first."""
_MANGLED = re.compile(r"^_[^\W_]\w*?__(?=[^\W_])")
_VERBS = ("get_", "create_", "make_", "build_", "load_", "read_", "find_", "fetch_", "parse_")


@dataclass(frozen=True, slots=True)
class Usage:
    """The uses of a value: how often in statements, how often as a receiver, for which parameter.

    `held` counts the classes of the test that have it as an attribute, `spelled` the references in whose
    place a plain value is part of a longer text, such as a path.
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
    spelled: int = 0
    chained: bool = False
    parameter: str = ""


class _Use(NamedTuple):
    """One use of a value: the count of its `Usage` that it adds to, and the parameter it goes into."""

    value: int
    kind: str
    parameter: str | None = None


def usages(test: AssertedTest, subject: Subject) -> dict[int, Usage]:
    """Compute the usage of every statement that the test needs; unused statements are missing."""
    uses = list(_asserted(test.assertions))
    needed = {use.value for use in uses}
    keys = {s.id: s.value for s in test.case.statements if isinstance(s, LiteralStatement)}
    lines = _command_lines(test.case)
    for statement in reversed(test.case.statements):
        if statement.id in needed or isinstance(statement, STANDING):
            used = list(_uses(statement, subject))
            found = [use for use in used if use.value not in lines]
            found += [_Use(word, "references") for use in used for word in lines.get(use.value, ())]
            needed |= {statement.id, *(use.value for use in found)}
            uses += found
            if is_item(statement) and isinstance(key := keys.get(statement.args[0]), str):
                uses.append(_Use(statement.id, "", snake(key)))
    warned = {entry.statement for entry in test.assertions if isinstance(entry, WarningAssertion)}
    chained = set(_used_at_once(test.case)) - warned
    counts = Counter((use.value, use.kind) for use in uses)
    parameters = {use.value: use.parameter for use in uses if use.parameter is not None}
    return {
        value: Usage(
            **{kind: counts[value, kind] for kind in _KINDS},
            chained=value in chained,
            parameter=parameters.get(value, ""),
        )
        for value in needed
    }


def _command_lines(case: TestCase) -> dict[int, tuple[int, ...]]:
    """The items of each list given to a command, by its id: it stands in the call even if used elsewhere."""
    commands = [s for s in case.statements if isinstance(s, CommandStatement)]
    given = {value for command in commands for value in command.given.values()}
    lists = (s for s in case.statements if isinstance(s, CollectionStatement))
    return {s.id: s.items for s in lists if s.id in given}


def _asserted(assertions: Iterable[Assertion]) -> Iterator[_Use]:
    for assertion in assertions:
        if isinstance(assertion, ValueAssertion):
            yield _Use(assertion.statement, "asserted")
            if assertion.attribute is not None:
                yield _Use(assertion.statement, "attributes")
        if isinstance(assertion, ValueAssertion | StateAssertion):
            for reference in references_in(assertion.expected):
                yield _Use(reference, "expected")


def _used_at_once(case: TestCase) -> Iterator[int]:
    """The ids of values with which the next statement that does something goes on directly.

    These are returned functions that it calls, attributes that it looks into, and decorators.
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
        case CallStatement(), CommandStatement(receiver=used):
            return used == last.id
        case CallStatement() | InvokeStatement(), InvokeStatement(function=used):
            return used == last.id and not is_item(last)
        case CallStatement() | InvokeStatement(), ClassStatement(members=members):
            return any(member.decorator == last.id for member in members)
    return False


def is_item(statement: Statement) -> TypeGuard[CallStatement]:
    """Check whether a statement takes an item from a builtin collection."""
    return isinstance(statement, CallStatement) and statement.callable in ITEMS


def form_of(statement: Statement, usage: Usage) -> Form:
    """Choose where a value is written, apart from a result that stands in its assertion."""
    is_held_on_to = usage.asserted + usage.receivers > 0
    if isinstance(statement, EnterStatement) or enters(statement):
        is_used = usage.references + usage.expected + usage.attributes + usage.asserted > 0
        return "variable" if is_used else "line"
    match statement:
        case CallStatement() if is_fixture(statement.callable):
            return "variable"
        case LiteralStatement(value=value):
            is_reused = usage.references - usage.spelled > 1 and len(repr(value)) > SHORT
            return "variable" if is_reused or is_held_on_to else "value"
        case CollectionStatement() | StubStatement():
            is_reused = usage.references > 1 or usage.expected > 0
            return "variable" if is_reused or is_held_on_to else "value"
        case ReferenceStatement():
            return "value"
        case DoubleStatement() | ClassStatement() | FunctionStatement():
            return "variable"
        case CallStatement() | AttributeStatement() | InvokeStatement():
            return _form_of_result(statement, usage)
    return "line"


def _form_of_result(statement: Statement, usage: Usage) -> Form:
    if _is_chained(usage):
        return "chain"
    if isinstance(statement, CallStatement):
        if _is_inlined_manager(usage):
            return "manager"
        if _is_inlined_error(usage):
            return "error"
        if _is_inlined_value(statement, usage):
            return "value"
    is_used = usage.references + usage.expected + usage.attributes > 0 or usage.asserted > 1
    return "variable" if is_used else "line"


def _is_chained(usage: Usage) -> bool:
    """Whether a value is used right where it comes from, as nothing else uses it."""
    return usage.chained and usage.references == 1 and not usage.asserted + usage.expected


def _is_inlined_error(usage: Usage) -> bool:
    """Whether an exception is made where it is raised, as nothing else uses it."""
    return usage.raised == 1 == usage.references and not usage.asserted + usage.expected + usage.receivers


def _is_inlined_manager(usage: Usage) -> bool:
    """Whether a context manager is made in the `with` that enters it, as nothing else uses it."""
    return usage.entered == 1 == usage.references and not usage.asserted + usage.expected


def _is_inlined_value(statement: CallStatement, usage: Usage) -> bool:
    """Whether a call stands where its value is used: one of the standard library, or held by a class."""
    is_used_once = usage.references == 1 and not usage.asserted + usage.expected + usage.receivers
    is_plain = type(statement) is CallStatement and statement.receiver is None
    is_held = usage.held == 1 and not is_private(statement.callable)
    return is_used_once and is_plain and (statement.callable in VALUES or is_held)


def _uses(statement: Statement, subject: Subject) -> Iterator[_Use]:
    """What a statement uses, and how."""
    for reference in statement.references:
        yield _Use(reference, "references")
    match statement:
        case CallStatement(receiver=receiver):
            if receiver is not None:
                yield _Use(receiver, "receivers")
            for reference, name in arguments_of(statement, subject.callables.get(statement.callable)):
                yield _Use(reference, "", name)
            yield from (_Use(reference, "spelled") for reference in statement.spelled)
        case ClassStatement() | FunctionStatement():
            yield from _uses_of_defined(statement)
        case AttributeStatement(source=source):
            yield _Use(source, "receivers")
        case InvokeStatement(function=function):
            yield _Use(function, "receivers")
            yield _Use(function, "invoked")
        case EnterStatement(source=source, error=error):
            yield _Use(source, "entered")
            if error is not None:
                yield _Use(error, "raised")
        case AssignmentStatement(source=source, value=value, name=name):
            yield _Use(source, "receivers")
            yield _Use(value, "", variable(name))
        case StateStatement(path=path, value=value):
            yield _Use(value, "", snake(path.rpartition(":")[2].rpartition(".")[2]))


def without_verb(name: str) -> str:
    """Remove the verb from a function's name: `get_price` becomes `price`."""
    return next((name[len(verb) :] for verb in _VERBS if name.startswith(verb)), name)


def _uses_of_defined(statement: ClassStatement | FunctionStatement) -> Iterator[_Use]:
    if isinstance(statement, FunctionStatement):
        yield from (_Use(value, "raised") for value in statement.raised)
        return
    for name, value in statement.keywords:
        yield _Use(value, "", name.strip("_"))
    for member in statement.members:
        if member.value is not None:
            yield _Use(member.value, "", without_verb(snake(member.name.strip("_"))))
            if member.raises:
                yield _Use(member.value, "raised")
            if member.kind == "value":
                yield _Use(member.value, "held")


def arguments_of(statement: CallStatement, known: Callable | None) -> Iterator[tuple[int, str]]:
    """Yield each argument with the name of its parameter.

    Arguments for `*args` get the singular of the name of that parameter.
    """
    names = (
        [entry.name for entry in known.parameters if entry.kind in ("positional", "either")] if known else []
    )
    rest = next((entry.name for entry in known.parameters if entry.kind == "args"), "") if known else ""
    for position, reference in enumerate(statement.args):
        yield reference, _plain(names[position] if position < len(names) else _singular(rest))
    for keyword, reference in statement.kwargs:
        yield reference, _plain(keyword)


def _plain(parameter: str) -> str:
    """The name of a parameter without mangling and underscores around it: `data` for `_Cart__data`."""
    return _MANGLED.sub("", parameter, count=1).strip("_")


def _singular(name: str) -> str:
    if name == "args":
        return ""
    plural, one = next((entry for entry in _PLURALS if name.endswith(entry[0])), ("", ""))
    return name.removesuffix(plural) + one


def references_in(value: Value) -> Iterator[int]:
    """Yield the ids of the statements that an observed value refers to."""
    references = map(reference_of, walk(value, lambda part: reference_of(part) is None))
    return (reference for reference in references if reference is not None)
