"""Calls to which the guard refuses something, and doubles that prevent the refusal.

A constructor that connects, or looks for a program, is refused in every test that needs its object.
Such tests have the double from the outset, as often as the call was refused without it, and so have those
whose exception came through a collaborator, as it starts a process. A client of a service can be built, but
most of what the subject asks it is refused: it is doubled as often.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from testloom.model.execution import ExecutionResult
from testloom.model.statements import CallStatement, DoubleStatement, Statement, TestCase
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import Subject
from testloom.search.providers.experience.finds import made_by
from testloom.search.providers.experience.loans import Loan
from testloom.search.providers.inputs.types.library import library_factory

EAGERNESS = 0.7
"""The probability that a double is used that has helped before."""
MOST_WAYS = 4
"""The most doubles for one place that are kept; the latest are kept."""


@dataclass(slots=True)
class Refusals:
    """Counts, for each call, how often it was made, and how often the guard refused it at each place.

    For each class of others, it counts the tests in which the subject met an instance or a double of it,
    and those in which the guard refused something then.
    """

    _made: dict[str, int] = field(default_factory=dict)
    _refused: dict[str, dict[str, int]] = field(default_factory=dict)
    _doubles: dict[str, list[Loan]] = field(default_factory=dict)
    _met: Counter[tuple[str, bool]] = field(default_factory=Counter)
    _forbidden: Counter[tuple[str, bool]] = field(default_factory=Counter)

    def note(self, case: TestCase, result: ExecutionResult, subject: Subject) -> None:
        """Learn from a test at which places the last of its calls may be refused something.

        Where a double stands, nothing is refused, and nothing is learned. What asks a service gets answers.
        """
        called, replaced = list(_called_in(case, result)), set(replaced_in(case))
        is_refused = bool(result.denied) and not any(touch[0] == "answers" for touch in result.touched)
        for name in dict.fromkeys(called):
            if replaced.isdisjoint(self._refused.get(name, ())):
                self._made[name] = self._made.get(name, 0) + 1
        if called and is_refused:
            seams = {touch[1] for touch in result.touched if touch[0] == "seam"}
            seams.update(_called_through(result, subject))
            counts = self._refused.setdefault(called[-1], {})
            for place in sorted(seams - replaced):
                counts[place] = counts.get(place, 0) + 1
        last = subject.callables.get(called[-1]) if called else None
        if last is not None and last.in_subject:
            objects = set(_objects_in(case, called, subject))
            self._met.update(objects)
            self._forbidden.update(objects if is_refused else ())

    def forbids(self, class_id: str, rng: Random) -> bool:
        """Decide whether the guard would probably refuse what the subject asks an instance of a class.

        What it refuses where a double stands for the instance, too, the instance is not to blame for.
        """
        share = self._share(class_id, is_double=False) - self._share(class_id, is_double=True)
        return share > 0 and rng.random() < share

    def _share(self, class_id: str, *, is_double: bool) -> float:
        """The share of the tests with an instance, or with a double of it, in which something was refused."""
        key = class_id, is_double
        return self._forbidden[key] / (self._met[key] + 1)

    def note_success(self, case: TestCase) -> None:
        """Learn that a test covers what none did before: its doubles may serve again."""
        for statement in case.statements:
            if isinstance(statement, StateStatement):
                loan = Loan((*made_by(case, statement.value), statement), statement.value)
                self._doubles[statement.path] = [*self._doubles.get(statement.path, ()), loan][-MOST_WAYS:]

    def places(self, case: TestCase, rng: Random) -> list[str]:
        """List the places where the guard will probably refuse a test's calls and that have no double."""
        if not self._refused:
            return []
        known = set(replaced_in(case))
        names = dict.fromkeys(s.callable for s in case.calls)
        likely = {
            place: None
            for name in names
            for place, times in self._refused.get(name, {}).items()
            if place not in known and rng.random() * (self._made.get(name, 0) + 1) < times
        }
        return list(likely)

    def served(self, place: str, rng: Random, fresh: Iterator[int]) -> tuple[Statement, ...]:
        """Create statements that put a proven double in a place; none if there is none, or by chance."""
        ways = self._doubles.get(place)
        if not ways or rng.random() >= EAGERNESS:
            return ()
        return rng.choice(ways).renumbered(fresh).statements


def _called_through(result: ExecutionResult, subject: Subject) -> Iterator[str]:
    """Yield the names of what the subject called when the guard refused something, also of its classes.

    Libraries raise exceptions of their own from those of the guard.
    """
    error = result.exception.first if result.exception is not None else None
    if error is not None and error.through:
        for path in subject.collaborators:
            is_of_class = f"{path}.{error.through}" in subject.callables
            if is_of_class or re.split(r"[:.]", path)[-1] == error.through:
                yield path


def replaced_in(case: TestCase) -> Iterator[str]:
    """Yield the names under which a test case puts another object."""
    return (statement.path for statement in case.statements if isinstance(statement, StateStatement))


def _called_in(case: TestCase, result: ExecutionResult) -> Iterator[str]:
    """The calls of a test that were begun."""
    for statement in case.statements:
        if isinstance(statement, CallStatement):
            yield statement.callable
        if statement.id == result.statement:
            return


def _objects_in(case: TestCase, called: Sequence[str], subject: Subject) -> Iterator[tuple[str, bool]]:
    """Yield the classes of others of which a test has an instance, and, as doubles, those that it doubles.

    The last call has not met what it returns itself, and what the library makes is a value.
    """
    for known in filter(None, map(subject.callables.get, called[:-1])):
        class_id = known.returns.name
        made = subject.classes.get(class_id)
        is_own = made is not None and made.in_subject
        if known.returns.is_class and not is_own and library_factory(class_id) is None:
            yield class_id, False
    for statement in case.statements:
        if isinstance(statement, DoubleStatement):
            yield statement.spec, True
