"""Doubles from recorded interactions with other objects: they answer as was recorded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from testloom.model.statements import (
    Answer,
    AssignmentStatement,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    Order,
    Question,
    ReferenceStatement,
    Statement,
    TestCase,
    substitute,
)
from testloom.model.statements.environment import StateStatement
from testloom.search import without_unused

ANYTHING = "unittest.mock:ANY"
ITERATED = "__iter__()"
FOLLOWED = "__next__()"


class Unanswerable(ValueError):
    """A double whose answers cannot be determined; the message says why."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A use of an object while the statement `during` ran: its operands as statement ids, its result.

    `via` are the objects of the project whose methods were running. Arguments are None for the reading
    of an attribute.
    """

    during: int
    via: Sequence[int]
    of: int
    path: str
    args: Sequence[int] | None
    kwargs: Mapping[str, int]
    value: int | None
    raises: bool = False
    lost: str = ""

    @property
    def is_order(self) -> bool:
        """Whether the program did not use the returned value."""
        return self.value is None and not self.lost


class Arrangement:
    """Orders the statements so that the answers of doubles come before the doubles."""

    def __init__(self, steps: Sequence[Statement], asks: Iterable[Ask], call: int, others: int) -> None:
        self._steps = {step.id: step for step in steps}
        self._call = call
        self._asks: dict[int, list[Ask]] = {}
        for ask in asks:
            self._asks.setdefault(ask.of, []).append(ask)
        self._placed: dict[int, Statement] = {}
        self._open: list[int] = []
        self._numbers = count(max(self._steps) + others + 1)
        self._anything = next(self._numbers)

    def case(self, places: Mapping[int, str]) -> TestCase:
        """Build the test case, in which doubles replace the objects that modules look up at these places."""
        states: list[Statement] = []
        for double, place in places.items():
            self._place(double)
            states.append(StateStatement(next(self._numbers), place, double))
        before = len(self._placed)
        for step in [step for step in self._steps if step <= self._call]:
            self._place(step)
        placed = list(self._placed.values())
        case = _without_idle(TestCase((*placed[:before], *states, *placed[before:])), self._call)
        if not case.is_valid():
            raise ValueError("a statement refers to one that does not come before it")
        return case

    def _place(self, step: int) -> None:
        """Place a step after the steps that it refers to."""
        if step in self._placed:
            return
        if step in self._open:
            raise Unanswerable("a collaborator whose answer depends on itself")
        if step not in self._steps:
            raise Unanswerable("an answer that comes from a call that the test leaves out")
        self._open.append(step)
        statement = self._steps[step]
        if isinstance(statement, DoubleStatement):
            statement = self._double(statement)
        for reference in statement.references:
            self._place(reference)
        self._open.remove(step)
        self._placed[step] = statement

    def _double(self, statement: DoubleStatement) -> Statement:
        """Complete a double with its answers.

        If it was only iterated, replace it by a list of its items, or by an iterator if it is one.
        """
        asks = self._asks.get(statement.id, [])
        paths = {ask.path for ask in asks}
        if not statement.spec and paths == {ITERATED}:
            return self._list(statement, asks[0])
        if not statement.spec and FOLLOWED in paths <= {ITERATED, FOLLOWED}:
            return self._iterator(statement, asks)
        if lost := next((ask.lost for ask in asks if ask.lost), ""):
            raise Unanswerable(lost)
        questions = dict.fromkeys(ask.path for ask in asks if not ask.is_order)
        answers = [a for path in questions for a in self._answers([ask for ask in asks if ask.path == path])]
        orders = [Order(ask.path, self._question(ask)) for ask in asks if ask.path not in questions]
        names = [] if statement.spec else [ask.path.removesuffix("()") for ask in asks]
        known = tuple(dict.fromkeys(name for name in names if name))
        return statement.replace(answers=tuple(answers), orders=tuple(orders), names=known)

    def _list(self, statement: DoubleStatement, ask: Ask) -> Statement:
        if ask.value is None:
            raise Unanswerable(ask.lost)
        items = self._steps[ask.value]
        return substitute(items, {items.id: statement.id})

    def _iterator(self, statement: DoubleStatement, asks: Sequence[Ask]) -> Statement:
        """Make an iterator over all that was taken from one, item by item or until the end."""
        if lost := next((ask.lost for ask in asks if ask.lost), ""):
            raise Unanswerable(lost)
        taken = [ask for ask in asks if ask.value is not None and not ask.raises]
        items = [item for ask in taken for item in self._items(ask.path, ask.value)]
        rest = CollectionStatement(next(self._numbers), "list", tuple(items))
        self._steps[rest.id] = rest
        return CallStatement(statement.id, "builtins:iter", None, (rest.id,))

    def _items(self, path: str, value: int | None) -> tuple[int, ...]:
        step = None if value is None else self._steps[value]
        if path == ITERATED and isinstance(step, CollectionStatement):
            return step.items
        return () if value is None else (value,)

    def _answers(self, asked: Sequence[Ask]) -> list[Answer]:
        """List the answers at a path, with arguments if there are any; of answers all equal, only one."""
        has_arguments = any(ask.args or ask.kwargs for ask in asked)
        found: list[tuple[str, Answer]] = []
        for ask in asked:
            question = self._question(ask) if has_arguments else None
            value = self._nothing() if ask.value is None else ask.value
            answer = Answer(ask.path, value, ask.raises, question)
            found.append((self._key(question), answer))
        return [
            answer
            for place, (key, answer) in enumerate(found)
            if not any(self._key_of(answer) == self._key_of(other) for k, other in found[:place] if k == key)
            or len({self._key_of(other) for k, other in found if k == key}) > 1
        ]

    def _nothing(self) -> int:
        """Make an answer of None, for a use without a value where the same path also has answers."""
        nothing = LiteralStatement(next(self._numbers), None)
        self._placed[nothing.id] = self._steps[nothing.id] = nothing
        return nothing.id

    def _question(self, ask: Ask) -> Question:
        args = tuple(self._comparable(value) for value in ask.args or ())
        return Question(args, tuple((name, self._comparable(value)) for name, value in ask.kwargs.items()))

    def _comparable(self, step: int) -> int:
        """Return a step to compare with: `ANY` if it depends on a double under construction."""
        if step in self._placed or not self._reaches_open(step):
            return step
        self._placed.setdefault(self._anything, ReferenceStatement(self._anything, ANYTHING))
        return self._anything

    def _reaches_open(self, step: int) -> bool:
        """Check whether a step uses a double under construction, or may be answered with one that does.

        Objects answer with one another.
        """
        steps, seen = [step], {step}
        while steps:
            used = steps.pop()
            if used in self._open:
                return True
            answers = [ask.value for ask in self._asks.get(used, []) if ask.value is not None]
            more = {*self._steps[used].references, *answers} - seen
            seen |= more
            steps += more
        return False

    def _key(self, question: Question | None) -> str:
        if question is None:
            return ""
        named = [f"{name}={self._text(value)}" for name, value in question.kwargs]
        return ", ".join([*map(self._text, question.args), *named])

    def _key_of(self, answer: Answer) -> str:
        return f"{answer.raises} {self._text(answer.value)}"

    def _text(self, step: int) -> str:
        """Return a text that is equal for equal plain values; other values are equal only if identical."""
        statement = self._steps.get(step)
        if isinstance(statement, LiteralStatement):
            return repr(statement.value)
        if isinstance(statement, CollectionStatement):
            return f"{statement.kind}[{', '.join(map(self._text, statement.items))}]"
        return f"#{step}"


def _without_idle(case: TestCase, call: int) -> TestCase:
    """Remove values and objects that are not used, except by assignments to their attributes."""
    case = without_unused(case)
    while True:
        used = {reference for statement in case.statements for reference in _uses(statement)} | {call}
        kept = [s for s in case.statements if s.id in used or not _is_idle(s, used)]
        if len(kept) == len(case):
            return case
        case = without_unused(TestCase(tuple(kept)))


def _uses(statement: Statement) -> tuple[int, ...]:
    if isinstance(statement, AssignmentStatement):
        return (statement.value,)
    return statement.references


def _is_idle(statement: Statement, used: Collection[int]) -> bool:
    if isinstance(statement, AssignmentStatement):
        return statement.source not in used
    return isinstance(statement, CallStatement) and statement.receiver is None
