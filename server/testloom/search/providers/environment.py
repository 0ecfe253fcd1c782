"""The environment as an input: the parts that a test touched are added to it and evolve with it.

After the idea of Arcuri, Fraser and Galeotti (Automated unit test generation for classes with
environment dependencies, ASE 2014): a part of the environment costs nothing until an execution reports
that it used a file, a variable, the console, the clock, …
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from testloom.model.capabilities import Aspect
from testloom.model.execution import Touch
from testloom.model.statements import Statement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.search.providers.knowledge import Knowledge

MOST_ITEMS = 8
"""The most lines or words, from which one more is still tried."""
Rewriter: TypeAlias = Callable[[Any], Iterable[Any]]
"""Gives the values that may replace a value."""
S = TypeVar("S", bound=EnvironmentStatement)


class EnvironmentInput(Aspect, Generic[S]):
    """A part of the environment as an input: how the search makes, changes and minimises it.

    `value` is the field that holds its value or values, which may be replaced by others.
    """

    value: ClassVar[str] = ""

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Statements that may be put before a test that touched something."""
        yield from ()

    def offered_for_all(
        self, touched: Sequence[Touch], knowledge: Knowledge
    ) -> Iterator[Sequence[Statement]]:
        """Statements that may be put before a test for all that it touched, looked at as a whole."""
        yield from ()

    def changed(self, statement: S, knowledge: Knowledge) -> S:
        """Change the value of the statement."""
        return statement

    def smaller(self, statement: S, simpler: Rewriter) -> Iterator[S]:
        """Yield the statement with less in it, or with simpler values."""
        yield from self.rewritten(statement, simpler)

    def plainer(self, case: TestCase, subject: Subject) -> Iterator[TestCase]:
        """Yield test cases with plainer names in all places."""
        yield from ()

    def follows(self, statement: S, other: Statement) -> bool:
        """Check whether a statement has to come after another, which would otherwise undo or hinder it."""
        return False

    def values(self, statement: S) -> tuple[Any, ...]:
        """Return the values that may be rewritten."""
        held = getattr(statement, self.value) if self.value else ()
        return held if isinstance(held, tuple) else (held,)

    def may_hold(self, statement: S, value: Any) -> bool:
        """Check whether a value may replace one of the statement's: here, a string of one line."""
        return isinstance(value, str) and not set(value) & {"\0", "\n", "\r"}

    def rewritten(self, statement: S, rewrite: Rewriter) -> Iterator[S]:
        """Yield the statement with one of its values rewritten, for each way to do so."""
        values = self.values(statement)
        for place, value in enumerate(values):
            for new in rewrite(value):
                if self.may_hold(statement, new):
                    held = (*values[:place], new, *values[place + 1 :])
                    is_one = not isinstance(getattr(statement, self.value), tuple)
                    yield statement.replace(**{self.value: held[0] if is_one else held})


def input_of(statement: EnvironmentStatement, subject: Subject) -> EnvironmentInput[Any]:
    """Find the input aspect of the capability that an environment statement belongs to."""
    return subject.capabilities.about(statement, EnvironmentInput)


def changed(statement: EnvironmentStatement, knowledge: Knowledge) -> EnvironmentStatement:
    """Change the value of the statement."""
    other: EnvironmentStatement = input_of(statement, knowledge.subject).changed(statement, knowledge)
    return other


def surrounded(case: TestCase, touched: Iterable[Touch], knowledge: Knowledge) -> TestCase | None:
    """Add or change a statement for a part of the environment that the test touched; None if none fits.

    A path that was listed gets a file in it.
    """
    touched = list(touched)
    inputs = knowledge.subject.capabilities.of(EnvironmentInput)
    made = [fresh for touch in touched for known in inputs for fresh in known.offered(touch, knowledge)]
    made += [fresh for known in inputs for fresh in known.offered_for_all(touched, knowledge)]
    return with_environment(case, knowledge.rng.choice(made), knowledge.subject) if made else None


def with_environment(case: TestCase, fresh: Sequence[Statement], subject: Subject) -> TestCase:
    """Insert fresh statements; the environment statement among them replaces one about the same part."""
    new = next(entry for entry in reversed(fresh) if isinstance(entry, EnvironmentStatement))
    follows = input_of(new, subject).follows
    kept = [entry for entry in case.statements if not _is_about_the_same(new, entry)]
    after = max((place for place, entry in enumerate(kept, 1) if follows(new, entry)), default=0)
    return TestCase((*kept[:after], *fresh, *kept[after:]))


def _is_about_the_same(new: EnvironmentStatement, old: Statement) -> bool:
    return isinstance(old, EnvironmentStatement) and new.piece == old.piece


def other_items(items: tuple[str, ...], fresh: Callable[[], str], rng: Random) -> tuple[str, ...]:
    """Add, remove or replace an item."""
    draw = rng.random()
    place = rng.randrange(len(items) + 1)
    if not items or (draw < 0.4 and len(items) < MOST_ITEMS):
        return (*items[:place], fresh(), *items[place:])
    place = min(place, len(items) - 1)
    if draw < 0.6:
        return (*items[:place], *items[place + 1 :])
    return (*items[:place], fresh(), *items[place + 1 :])


def shorter(items: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield all but one of the items, for each of them."""
    for place in range(len(items)):
        yield (*items[:place], *items[place + 1 :])
