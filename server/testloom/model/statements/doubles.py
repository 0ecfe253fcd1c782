"""Test doubles: what they answer, and what they have to be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from testloom.model.statements.wire import encode, freeze, renamed, replaced


@dataclass(frozen=True, slots=True)
class Question:
    """The arguments that a double is called with: earlier values."""

    args: tuple[int, ...] = ()
    kwargs: tuple[tuple[str, int], ...] = ()

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values that it is asked with."""
        return (*self.args, *(value for _, value in self.kwargs))

    def substituted(self, ids: Mapping[int, int]) -> Question:
        """The same with its references replaced where `ids` has them."""
        return Question(replaced(self.args, ids), renamed(self.kwargs, ids))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a double answers at a path such as `name`, `get()` or `session.get().json()`: an earlier value.

    The value may be the double itself, too. With `raises` it is an exception, which the call raises. With a
    `question` it is the answer to calls with equal arguments only; any other call of the path ends the test.
    """

    path: str
    value: int
    raises: bool = False
    question: Question | None = None

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values that it uses."""
        return (self.value,) if self.question is None else (self.value, *self.question.references)

    @property
    def encoded(self) -> list[Any]:
        """The same as JSON."""
        known = [self.path, self.value, self.raises]
        return known if self.question is None else [*known, self.question.args, dict(self.question.kwargs)]

    def substituted(self, ids: Mapping[int, int]) -> Answer:
        """The same with its references replaced where `ids` has them."""
        question = None if self.question is None else self.question.substituted(ids)
        return replace(self, value=ids.get(self.value, self.value), question=question)


@dataclass(frozen=True, slots=True)
class Order:
    """A call that a double has to get, such as `commit()`, with these arguments."""

    path: str
    question: Question = Question()


@dataclass(frozen=True, slots=True)
class DoubleStatement:
    """A test double: an object that stands for an instance of a class, or for one that offers `names`.

    `spec` is the id of the class, or "" if none is known. Without an answer a double answers with doubles.
    The calls of the paths that `orders` name are all that it gets there, in this order.
    """

    id: int
    spec: str = ""
    names: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    orders: tuple[Order, ...] = ()
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        answers = [answer.encoded for answer in self.answers]
        orders = [[order.path, order.question.args, dict(order.question.kwargs)] for order in self.orders]
        known = ["double", self.id, self.spec, self.names, answers]
        freeze(self, encode([*known, orders] if orders else known))

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        used = [reference for answer in self.answers for reference in answer.references]
        used += [reference for order in self.orders for reference in order.question.references]
        return tuple([reference for reference in used if reference != self.id])

    def substituted(self, ids: Mapping[int, int]) -> DoubleStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        answers = tuple([answer.substituted(ids) for answer in self.answers])
        orders = tuple([replace(o, question=o.question.substituted(ids)) for o in self.orders])
        return DoubleStatement(ids.get(self.id, self.id), self.spec, self.names, answers, orders)
