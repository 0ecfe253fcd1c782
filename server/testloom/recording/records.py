"""A recorded call as test cases that repeat it, with or without doubles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from testloom.capabilities.variables import VariableStatement
from testloom.model.checks import Form, by_name, flag, many, optional, path, text, without_null
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    DoubleStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.decoding import BASIC_KINDS, decode_statement
from testloom.model.statements.doubles import answer_path
from testloom.model.statements.environment import (
    ClockStatement,
    EnvironmentStatement,
    FileStatement,
    content,
    moment,
    place,
)
from testloom.model.statements.roles import id_
from testloom.recording.doubling import Arrangement, Ask

MOST_STEPS = 300
"""The maximum number of steps that the recorder writes for one call."""


@dataclass(frozen=True, slots=True)
class Record:
    """The steps of a recorded call, whose id is `call`, and the uses of objects among them.

    `places` are the doubles that replace names that a module looks up, as `module:dotted.name`; `made`
    are objects of the project that a test may double, `around` are files, variables and the clock
    as they were read.
    """

    steps: tuple[Statement, ...]
    asks: tuple[Ask, ...]
    places: Mapping[int, str]
    call: int
    made: frozenset[int] = frozenset()
    around: tuple[EnvironmentStatement, ...] = ()

    @classmethod
    def decode(cls, data: Any) -> Record:
        """Decode a record as the recorder wrote it.

        Raises:
            ValueError: if it is damaged.
        """
        told = _record.from_object(data)
        steps = told["steps"]
        places = {int(step): place for step, place in told.get("places", {}).items()}
        made, asks = frozenset(told.get("made", ())), told.get("asks", ())
        around = tuple(_around(told, count(max(step.id for step in steps) + 1)))
        record = cls(steps, asks, places, told.get("call") or steps[-1].id, made, around)
        record._check_ids()
        return record

    def _check_ids(self) -> None:
        """Raise a ValueError if a referenced step is missing, or two steps have the same id."""
        known = {step.id: step for step in self.steps}
        used = {self.call, *self.places, *self.made}
        used.update(reference for step in self.steps for reference in step.references)
        for ask in self.asks:
            value = () if ask.value is None else (ask.value,)
            used.update((ask.during, ask.of, *ask.via, *(ask.args or ()), *ask.kwargs.values(), *value))
        if len(known) < len(self.steps) or not known.keys() >= used:
            raise ValueError("something refers to a step that is not there")
        if not all(isinstance(known[step], DoubleStatement) for step in self.places):
            raise ValueError("what a module looks up is replaced by what is not a double")

    def at_distance(self, distance: int) -> frozenset[int]:
        """Find the project's objects that the call gets or its receiver holds, directly if the distance is 1.

        Only objects that used others, or whose construction needs a double: no other object needs to be
        doubled.
        """
        known = {step.id: step for step in self.steps}
        level = _made_of(known[self.call], known, self.made)
        for _ in range(distance - 1):
            level = {inner for step in level for inner in _made_of(known[step], known, self.made)}
        outward = {step for ask in self.asks if ask.of not in self.made for step in ask.via}
        return frozenset(step for step in level if step in outward or _needs_double(known[step], known))

    @property
    def asked(self) -> frozenset[int]:
        """All objects of the project whose uses were recorded."""
        return frozenset(ask.of for ask in self.asks if ask.of in self.made and not ask.via)

    @property
    def answers(self) -> str:
        """The recorded uses and their results, as text; equal for equal calls."""
        return f"{self.asks} {[step.wire for step in self.steps]}"

    @property
    def places_of_call(self) -> frozenset[int]:
        """The doubles for names that the call itself looked up, rather than earlier calls."""
        return frozenset(ask.of for ask in self.asks if ask.of in self.places and ask.during == self.call)

    def case(
        self, without: Collection[int] = (), *, placed: Collection[int] = (), doubled: Collection[int] = ()
    ) -> TestCase:
        """Build the test case that repeats the call, `without` some of the calls before it.

        Doubles that are `placed` replace objects that modules look up, which are real otherwise;
        `doubled` are objects of the project that become doubles.

        Raises:
            Unanswerable: if it is not known what a double has to answer.
            ValueError: if a step refers to what does not stand before it.
        """
        places = {step: place for step, place in self.places.items() if step in placed}
        asks = [
            ask
            for ask in self.asks
            if ask.during not in without
            and (ask.of in places or ask.of not in self.places)
            and (ask.of in doubled or ask.of not in self.made)
            and not set(ask.via) & set(doubled)
        ]
        steps = [
            _doubled(step) if step.id in doubled else step
            for step in self.steps
            if step.id not in without and not (step.id != self.call and _acts_on(step, doubled))
        ]
        case = Arrangement(steps, asks, self.call, len(self.around)).case(places)
        return TestCase((*(part for part in self.around if part.id not in without), *case.statements))


def _made_of(step: Statement, known: Mapping[int, Statement], made: Collection[int]) -> set[int]:
    """Find the project's objects that a statement uses, directly, in collections or via receivers.

    Receivers themselves do not count.
    """
    found: set[int] = set()
    users, seen = [step], {step.id}
    while users:
        user = users.pop()
        for reference in user.references:
            if reference in made and not _is_receiver(reference, user):
                found.add(reference)
            elif reference not in seen:
                seen.add(reference)
                users.append(known[reference])
    return found


def _is_receiver(reference: int, user: Statement) -> bool:
    is_method = isinstance(user, CallStatement) and user.receiver == reference
    return is_method or isinstance(user, AttributeStatement)


def _needs_double(step: Statement, known: Mapping[int, Statement]) -> bool:
    """Check whether a statement is a double, or uses one directly or indirectly."""
    users, seen = [step], {step.id}
    while users:
        user = users.pop()
        if isinstance(user, DoubleStatement):
            return True
        users += [known[reference] for reference in user.references if reference not in seen]
        seen.update(user.references)
    return False


def _doubled(step: Statement) -> Statement:
    """Replace a statement that makes an object by a double."""
    return DoubleStatement(step.id, step.callable) if isinstance(step, CallStatement) else step


def _acts_on(step: Statement, objects: Collection[int]) -> bool:
    """Check whether a statement calls a method of one of these objects, or sets an attribute."""
    if isinstance(step, AssignmentStatement):
        return step.source in objects
    return isinstance(step, CallStatement) and step.receiver in objects


def _around(told: Mapping[str, Any], numbers: Iterator[int]) -> Iterator[EnvironmentStatement]:
    for file, data in told.get("files", {}).items():
        yield FileStatement(next(numbers), file, data)
    for name, value in told.get("variables", {}).items():
        yield VariableStatement(next(numbers), name, value)
    if "clock" in told:
        yield ClockStatement(next(numbers), told["clock"])


_ask = Form.of(
    Ask,
    7,
    during=id_,
    via=many(id_),
    of=id_,
    path=answer_path,
    args=optional(many(id_)),
    kwargs=by_name(id_),
    value=optional(id_),
    raises=flag,
    lost=text,
)
_record = Form.of(
    dict,
    1,
    steps=many(partial(decode_statement, kinds=BASIC_KINDS), least=1, most=MOST_STEPS),
    asks=many(_ask.from_list),
    places=by_name(path),
    call=id_,
    made=many(id_),
    files=by_name(content, place),
    variables=by_name(optional(without_null), without_null),
    clock=moment,
)
