"""Test cases from the JSON that they are sent and stored as (docs/agent-protocol.md).

Nothing of it is taken on trust: each part of each statement is checked, as much of it becomes source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from testloom.model.checks import (
    LONGEST_TEXT,
    Form,
    fact,
    flag,
    integer,
    is_within,
    many,
    matching,
    name,
    number,
    one_of,
    optional,
    pairs,
    path,
    refused,
    scalar,
    text,
    without_null,
)
from testloom.model.statements import (
    DEFINED,
    Answer,
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionKind,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    MemberKind,
    Order,
    Question,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.environment import (
    EARLIEST,
    LATEST,
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
from testloom.model.texts.names import is_name, is_path
from testloom.model.texts.parameters import SIGNS, read_parameter
from testloom.model.types import TypeRef

MOST_STATEMENTS = 5_000
DEEPEST = 90
"""Values within one another: the recorder tells 72, and Python's parser takes 200 parentheses."""
DEEPEST_TYPE = 10
LARGEST_ID = 2**31 - 1
LARGEST_SEED = 2**63
PACKINGS = ("", "gzip", "bz2", "lzma", "zip")
HOME, PLACE = "~/", "@/"
CLASSES_OF_TIME = ("datetime", "date")


def decode_test(steps: Any) -> TestCase:
    """The inverse of `TestCase.wire`, read as JSON.

    Raises:
        ValueError: if it is no test case: a statement is none, refers to what does not stand before it, or
            there are too many of them, or too many within one another.
    """
    case = TestCase(many(decode_statement, most=MOST_STATEMENTS)(steps))
    if not case.is_valid():
        raise ValueError("a statement refers to one that does not come before it")
    if depth_of(case.statements) > DEEPEST:
        raise ValueError("its statements are nested too deeply")
    return case


def depth_of(statements: Sequence[Statement]) -> int:
    """How many values are within one another; each statement refers to earlier ones only."""
    depths: dict[int, int] = {}
    for statement in statements:
        inner = (depths.get(reference, 0) for reference in statement.references)
        depths[statement.id] = 1 + max(inner, default=0)
    return max(depths.values(), default=0)


def decode_statement(step: Any) -> Statement:
    """The inverse of a statement's `wire`, read as JSON.

    Raises:
        ValueError: if it is not a statement; it says which part is wrong.
    """
    if not isinstance(step, list | tuple) or not step or not isinstance(step[0], str):
        raise refused(step, "a statement")
    form = _STATEMENTS.get(step[0])
    if form is None:
        raise refused(step[0], "a kind of statement")
    try:
        statement: Statement = form.from_list(step[1:])
    except ValueError as error:
        raise ValueError(f"the statement {step[0]!r} is wrong: {error}") from None
    return statement


# Parts


def _is_place(place: str) -> bool:
    """Whether a path lies in a folder of the test."""
    return is_within(place[2:] if place.startswith((HOME, PLACE)) else place)


def _is_dotted(names: str) -> bool:
    return all(map(is_name, names.split(".")))


def _is_answer(asked: str) -> bool:
    """Whether a text is a path of answers: `name`, `get()`, `session.get().json()`."""
    return all(map(_is_asked, asked.split(".")))


def _is_asked(part: str) -> bool:
    name, is_called = re.subn(r"(\(\))+$", "", part)
    return is_name(name) or bool(is_called and not name)


def _is_clock(function: str) -> bool:
    """Whether a text is a function of `time`, or a method of a class of `datetime`."""
    kind, _, method = function.rpartition(".")
    return is_name(method) and (not kind or kind in CLASSES_OF_TIME)


def _is_parameter(written: str) -> bool:
    return written in SIGNS or read_parameter(written) is not None


def _is_error(number: str) -> bool:
    return number.startswith("E") and number.isascii() and number.isalnum() and number.isupper()


def _is_held(known: str) -> bool:
    """Whether a text is the path of a name, or of a class that a test defines."""
    module, _, qualname = known.partition(":")
    return _is_dotted(qualname) if module == DEFINED else is_path(known)


id_ = integer(0, LARGEST_ID)
_ids = many(id_)
_named_ids = pairs(id_)
_inherited = matching(
    lambda known: not known or is_name(known) or is_path(known), "the constructor that a class inherits"
)
_held = matching(_is_held, "the path of a name in a module, or of a class of the test")
_dotted = matching(_is_dotted, "a name")
place = matching(_is_place, "a path in a folder of the test")
answer_path = matching(_is_answer, "a path of answers")
moment = number(EARLIEST, LATEST)


def _spec(value: Any) -> Any:
    return value if value == "" else path(value)


def _short(value: Any) -> Any:
    """A plain value that is not endless."""
    read = scalar(value)
    fact(not isinstance(read, str | bytes) or len(read) <= LONGEST_TEXT, value, "a text of acceptable length")
    return read


def _told(value: Any) -> Any:
    """What a function tells of the machine."""
    read = _short(value)
    fact(not isinstance(read, complex), value, "an answer")
    return read


def content(value: Any) -> Any:
    """What is in a file: a text, bytes, or nothing if it is a folder."""
    read = _short(value)
    fact(read is None or isinstance(read, str | bytes), value, "the content of a file")
    return read


def _items(make: Callable[..., Any]) -> Callable[..., Any]:
    """A collection, of which a dict needs a value for each key."""

    def made(id: int, kind: CollectionKind, items: tuple[int, ...]) -> Any:
        fact(kind != "dict" or len(items) % 2 == 0, items, "a list of keys with their values")
        return make(id, kind, items)

    return made


def _type(data: Any, depth: int = 0) -> TypeRef:
    """An annotation: its name and its arguments."""
    fact(depth < DEEPEST_TYPE, data, "a type that is not nested too deeply")
    arguments = many(lambda inner: _type(inner, depth + 1))
    known = matching(lambda said: is_name(said) or is_path(said), "the name of a type")
    read = Form.of(dict, name=known, args=arguments).from_list(data)
    return TypeRef(read["name"], read["args"])


def _said(value: Any) -> Any:
    """What stands behind the colon of a field: a class of the test, or a type."""
    return _type(value) if isinstance(value, list | tuple) else optional(id_)(value)


def _member(kind: MemberKind, said: Any, **parts: Any) -> Member:
    """A member of a class: a field has an annotation, others have none."""
    fact((kind == "field") == (said is not None), said, "the annotation of a field")
    is_type = isinstance(said, TypeRef)
    return Member(kind, type=said if is_type else None, of=None if is_type else said, **parts)


def _answer(path: str, value: int, raises: bool, args: Any = None, kwargs: Any = ()) -> Answer:
    return Answer(path, value, raises, None if args is None else Question(args, kwargs))


_question = Form.of(Question, args=_ids, kwargs=_named_ids)
_answers = Form.of(_answer, 3, path=answer_path, value=id_, raises=flag, args=_ids, kwargs=_named_ids)
_orders = Form.of(
    lambda path, args, kwargs: Order(path, Question(args, kwargs)),
    path=answer_path,
    args=_ids,
    kwargs=_named_ids,
)
_members = Form.of(
    _member,
    7,
    kind=one_of(*get_args(MemberKind)),
    name=name,
    value=optional(id_),
    said=_said,
    parameters=many(matching(_is_parameter, "a parameter with a plain default")),
    raises=flag,
    is_async=flag,
    decorator=optional(id_),
)
_clocks = Form.of(lambda path, kind: (path, kind), path=path, kind=matching(_is_clock, "a clock"))

_STATEMENTS: Mapping[str, Form] = {
    "literal": Form.of(LiteralStatement, id=id_, value=_short),
    "collection": Form.of(
        _items(CollectionStatement), id=id_, kind=one_of(*get_args(CollectionKind)), items=_ids
    ),
    "reference": Form.of(ReferenceStatement, id=id_, path=_held),
    "call": Form.of(
        CallStatement, id=id_, callable=path, receiver=optional(id_), args=_ids, kwargs=_named_ids
    ),
    "attribute": Form.of(AttributeStatement, id=id_, source=id_, name=_dotted),
    "assign": Form.of(AssignmentStatement, id=id_, source=id_, name=_dotted, value=id_),
    "invoke": Form.of(InvokeStatement, id=id_, function=id_, args=_ids, kwargs=_named_ids),
    "enter": Form.of(EnterStatement, 2, id=id_, source=id_, error=optional(id_)),
    "double": Form.of(
        DoubleStatement,
        4,
        id=id_,
        spec=_spec,
        names=many(matching(bool, "a name")),
        answers=many(_answers.from_list),
        orders=many(_orders.from_list),
    ),
    "stub": Form.of(StubStatement, id=id_, answers=many(id_, least=1), raises=_ids, is_async=flag),
    "class": Form.of(
        ClassStatement,
        id=id_,
        name=name,
        bases=many(path),
        decorators=many(path),
        metaclass=_spec,
        keywords=pairs(id_, name),
        members=many(_members.from_list),
    ),
    "make": Form.of(MakeStatement, id=id_, callable=_inherited, receiver=id_, args=_ids, kwargs=_named_ids),
    FolderStatement.part: Form.of(FolderStatement, 1, id=id_, home=flag),
    FileStatement.part: Form.of(
        FileStatement, 3, id=id_, path=place, content=content, packing=one_of(*PACKINGS), member=text
    ),
    VariableStatement.part: Form.of(
        VariableStatement, id=id_, name=without_null, value=optional(without_null)
    ),
    ConsoleStatement.part: Form.of(ConsoleStatement, id=id_, lines=many(text), secret=many(path)),
    ArgumentsStatement.part: Form.of(ArgumentsStatement, id=id_, values=many(text)),
    ClockStatement.part: Form.of(
        ClockStatement, 3, id=id_, seconds=moment, names=many(_clocks.from_list), step=number(0, LATEST)
    ),
    ChanceStatement.part: Form.of(ChanceStatement, id=id_, seed=integer(-LARGEST_SEED, LARGEST_SEED)),
    FactStatement.part: Form.of(FactStatement, id=id_, path=path, name=_dotted, answers=many(_told, least=1)),
    FailureStatement.part: Form.of(
        FailureStatement, id=id_, path=path, error=matching(_is_error, "a name in errno"), text=text
    ),
    PathStatement.part: Form.of(PathStatement, id=id_, path=path, place=place),
    AgeStatement.part: Form.of(AgeStatement, id=id_, path=place, seconds=moment),
    StateStatement.part: Form.of(StateStatement, id=id_, path=path, value=id_),
}
