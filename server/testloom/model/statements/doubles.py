"""Test doubles: their answers, and the calls that they must receive."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar

from testloom.model.checks import Form, flag, many, matching, path_or_empty
from testloom.model.statements.lazy import lazy
from testloom.model.statements.parts import Part, Statement
from testloom.model.statements.roles import (
    NamedReferences,
    Reference,
    References,
    id_,
    named,
    optional_part,
    parts,
    plain,
    references,
    word,
)
from testloom.model.texts.names import is_name


def _is_answer(asked: str) -> bool:
    """Check whether a string is a path of answers: `name`, `get()`, `session.get().json()`."""
    return all(map(_is_asked, asked.split(".")))


def _is_asked(part: str) -> bool:
    name, is_called = re.subn(r"(\(\))+$", "", part)
    return is_name(name) or bool(is_called and not name)


answer_path = matching(_is_answer, "a path of answers")
_ANY_PART = optional_part(lambda value: value)  # decoded by the owner of the question


class Question(Part, frozen=True):
    """The arguments of a call of a double: earlier values."""

    args: References = ()
    kwargs: NamedReferences = ()

    @property
    def encoded(self) -> list[Any]:
        """The question as JSON."""
        return [self.args, dict(self.kwargs)]


class Answer(Part, frozen=True):
    """A double's answer at a path such as `name` or `session.get().json()`: an earlier value.

    The value may be the double itself, too. With `raises` it is an exception, which the call raises.
    With a `question` it is the answer to calls with equal arguments only; any other call of the path
    ends the test.
    """

    path: Annotated[str, word(answer_path)]
    value: Reference
    raises: Annotated[bool, plain(flag)] = False
    question: Annotated[Question | None, _ANY_PART] = None

    @property
    def encoded(self) -> list[Any]:
        """The answer as JSON."""
        known = [self.path, self.value, self.raises]
        return known if self.question is None else [*known, *self.question.encoded]


class Order(Part, frozen=True):
    """A call that a double must receive, such as `commit()`, with its arguments."""

    path: Annotated[str, word(answer_path)]
    question: Annotated[Question, _ANY_PART] = Question()

    @property
    def encoded(self) -> list[Any]:
        """The order as JSON."""
        return [self.path, *self.question.encoded]


class DoubleStatement(Statement, frozen=True):
    """A test double: stands in for an instance of a class, or for an object that offers `names`.

    `spec` is the id of the class, or "" if none is known. A path without an answer yields another
    double. The double must receive exactly the calls in `orders`, in this order, at their paths.
    """

    tag: ClassVar[str] = "double"
    spec: Annotated[str, word(path_or_empty)] = ""
    names: Annotated[tuple[str, ...], plain(many(matching(bool, "a name")))] = ()
    answers: Annotated[tuple[Answer, ...], parts(_ANSWER.from_list)] = ()
    orders: Annotated[tuple[Order, ...], parts(_ORDER.from_list, is_left_out=True)] = ()

    @lazy
    def references(self) -> tuple[int, ...]:
        """Collect the ids of the values that this statement uses, except its own id as an answer."""
        used = (part.references for part in (*self.answers, *self.orders))
        return tuple([reference for part in used for reference in part if reference != self.id])


def _answer(path: str, value: int, raises: bool, args: Any = None, kwargs: Any = ()) -> Answer:
    return Answer(path, value, raises, None if args is None else Question(args, kwargs))


def _order(path: str, args: Any, kwargs: Any) -> Order:
    return Order(path, Question(args, kwargs))


_ids, _named_ids = references().check, named().check
_ANSWER = Form.of(_answer, 3, path=answer_path, value=id_, raises=flag, args=_ids, kwargs=_named_ids)
_ORDER = Form.of(_order, path=answer_path, args=_ids, kwargs=_named_ids)
