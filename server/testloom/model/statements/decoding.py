"""Test cases from the JSON that they are sent and stored as (docs/agent-protocol.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from testloom.model.statements import (
    Answer,
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
    Member,
    Order,
    Question,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
    decode_scalar,
)
from testloom.model.statements.environment import (
    AgeStatement,
    ArgumentsStatement,
    ChanceStatement,
    ClockStatement,
    ConsoleStatement,
    FactStatement,
    FailureStatement,
    FileStatement,
    FolderStatement,
    PathStatement,
    StateStatement,
    VariableStatement,
)


def decode_test(steps: Iterable[Sequence[Any]]) -> TestCase:
    """The inverse of `TestCase.wire`, read as JSON.

    Raises:
        ValueError: if it is no test case: a statement is none, or refers to what does not stand before it.
    """
    case = TestCase(tuple(decode_statement(step) for step in steps))
    if not case.is_valid():
        raise ValueError("a statement refers to one that does not come before it")
    return case


def decode_statement(step: Sequence[Any]) -> Statement:
    """The inverse of a statement's `wire`, read as JSON.

    Raises:
        ValueError: if it is not a statement.
    """
    try:
        kind, *fields = step
        return _STATEMENTS[kind](*fields)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{step!r} is not a statement") from error


def _file(id: int, path: str, content: Any, packing: str = "", member: str = "") -> Statement:
    data = content["bytes"].encode("latin-1") if isinstance(content, dict) else content
    return FileStatement(id, path, data, packing, member)


def _answer(path: str, value: int, raises: bool, *asked: Any) -> Answer:
    question = Question(tuple(asked[0]), tuple(asked[1].items())) if asked else None
    return Answer(path, value, raises, question)


_STATEMENTS: Mapping[str, Callable[..., Statement]] = {
    "literal": lambda id, value: LiteralStatement(id, decode_scalar(value)),
    "collection": lambda id, kind, items: CollectionStatement(id, kind, tuple(items)),
    "reference": ReferenceStatement,
    "call": lambda id, name, receiver, args, kwargs: CallStatement(
        id, name, receiver, tuple(args), tuple(kwargs.items())
    ),
    "attribute": AttributeStatement,
    "assign": AssignmentStatement,
    "invoke": lambda id, function, args, kwargs: InvokeStatement(
        id, function, tuple(args), tuple(kwargs.items())
    ),
    "enter": EnterStatement,
    "double": lambda id, spec, names, answers, orders=(): DoubleStatement(
        id,
        spec,
        tuple(names),
        tuple(_answer(*answer) for answer in answers),
        tuple(Order(path, Question(tuple(args), tuple(kwargs.items()))) for path, args, kwargs in orders),
    ),
    "stub": lambda id, answers, raises, is_async: StubStatement(id, tuple(answers), tuple(raises), is_async),
    "class": lambda id, name, bases, decorators, metaclass, keywords, members: ClassStatement(
        id,
        name,
        tuple(bases),
        tuple(Member.decode(member) for member in members),
        tuple(decorators),
        metaclass,
        tuple(keywords.items()),
    ),
    "make": lambda id, name, made, args, kwargs: MakeStatement(
        id, name, made, tuple(args), tuple(kwargs.items())
    ),
    FolderStatement.part: FolderStatement,
    FileStatement.part: _file,
    VariableStatement.part: VariableStatement,
    ConsoleStatement.part: lambda id, lines, secret: ConsoleStatement(id, tuple(lines), tuple(secret)),
    ArgumentsStatement.part: lambda id, values: ArgumentsStatement(id, tuple(values)),
    ClockStatement.part: lambda id, seconds, names, *step: ClockStatement(
        id, seconds, tuple((path, kind) for path, kind in names), *step
    ),
    ChanceStatement.part: ChanceStatement,
    FactStatement.part: lambda id, path, name, answers: FactStatement(
        id, path, name, tuple(decode_scalar(answer) for answer in answers)
    ),
    FailureStatement.part: FailureStatement,
    PathStatement.part: PathStatement,
    AgeStatement.part: AgeStatement,
    FailureStatement.part: FailureStatement,
    StateStatement.part: StateStatement,
}
