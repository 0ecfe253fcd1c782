"""Pin down what a test looked at in its environment and did not set, where its outcome depends on it.

A search sees an empty folder, no variables, a clock that starts on one day. A user's machine is different:
what a test relies on has to be said in the test. What makes no difference is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from testloom.model.execution import Executor, Observation, Touch
from testloom.model.statements import (
    Statement,
    TestCase,
)
from testloom.model.statements.environment import (
    ClockStatement,
    ConsoleStatement,
)
from testloom.model.subject import PathConstant
from testloom.oracle.pins import NO_PATHS, Pin, clock_names, pins_of, secret_names

_Outcome: TypeAlias = tuple[Sequence[Observation], frozenset[int]]


def pinned(
    tests: Sequence[tuple[TestCase, Sequence[Touch]]],
    executor: Executor,
    names: Iterator[int],
    reached: Sequence[frozenset[int]] = (),
    paths: Mapping[str, PathConstant] = NO_PATHS,
) -> list[TestCase]:
    """The test cases with what they need to know of their environment; `names` gives unused ids.

    `reached` are the probes that each test is there to reach, which it has to go on to do anywhere; `paths`
    the constants that say where files lie.
    """
    cases = [_with_names(case, touched) for case, touched in tests]
    changed = [_left_changed(observations) for observations in executor.observe(cases)]
    trials = [
        _Trial(case, tuple(pins_of(case, (*touched, *left), names, paths)), probes)
        for case, (_, touched), left, probes in zip(
            cases, tests, changed, reached or [frozenset[int]()] * len(cases), strict=True
        )
    ]
    _try(trials, executor, has_wanted=bool(reached))
    return [trial.settled() for trial in trials]


@dataclass(slots=True)
class _Trial:
    """A test case with its possible pins; `needed` are those that make a difference."""

    case: TestCase
    pins: tuple[Pin, ...]
    wanted: frozenset[int]
    needed: list[Pin] = field(default_factory=list)

    @property
    def loose(self) -> list[Pin]:
        """Pins of which it has to be seen whether they are needed."""
        return [pin for pin in self.pins if not pin.sure]

    def settled(self) -> TestCase:
        """The test case with its needed pins."""
        return _with(self.case, [pin for pin in self.pins if pin.sure or pin in self.needed])

    def without(self, pins: Sequence[Pin]) -> TestCase:
        """The test case where some pins are disturbed."""
        others = [statement for pin in self.pins if pin not in pins for statement in pin.statements]
        own = [statement for pin in pins for statement in pin.disturbed]
        return TestCase((*others, *own, *self.case.statements))

    def differs(self, here: _Outcome, there: _Outcome) -> bool:
        """Whether a test does something else, or no longer reaches what it must."""
        leads_away = self.wanted <= here[1] and not self.wanted <= there[1]
        return leads_away or _told(here[0], self.case) != _told(there[0], self.case)


def _try(trials: Sequence[_Trial], executor: Executor, has_wanted: bool) -> None:
    """Find out which pins are needed: first whether any of a test's are, then which.

    Where only several together make a difference, they are let go one by one, as long as nothing differs.
    """
    loose = [trial for trial in trials if trial.loose]
    whole = _outcomes([trial.without(()) for trial in loose], executor, has_wanted)
    shaken = _outcomes([trial.without(trial.loose) for trial in loose], executor, has_wanted)
    suspects = [
        (trial, here)
        for trial, here, there in zip(loose, whole, shaken, strict=True)
        if trial.differs(here, there)
    ]
    single = iter(
        _outcomes(
            [trial.without([pin]) for trial, _ in suspects for pin in trial.loose], executor, has_wanted
        )
    )
    for trial, here in suspects:
        trial.needed = [pin for pin in trial.loose if trial.differs(here, next(single))]
    for trial, here in suspects:
        trial.needed = trial.needed or _fewest(trial, here, executor, has_wanted)


def _fewest(trial: _Trial, here: _Outcome, executor: Executor, has_wanted: bool) -> list[Pin]:
    """The pins that are left of all when each has been let go that is not missed beside those before it."""
    kept = trial.loose
    for pin in trial.loose:
        others = [other for other in kept if other is not pin]
        disturbed = [other for other in trial.loose if other not in others]
        [there] = _outcomes([trial.without(disturbed)], executor, has_wanted)
        if not trial.differs(here, there):
            kept = others
    return kept


def _outcomes(cases: Sequence[TestCase], executor: Executor, has_wanted: bool) -> list[_Outcome]:
    """What the statements of each test case produced, and what they reached if that matters."""
    if not cases:
        return []
    hits = [result.trace.hits for result in executor.execute(cases)] if has_wanted else []
    return list(zip(executor.observe(cases), hits or [frozenset[int]()] * len(cases), strict=True))


def _left_changed(observations: Iterable[Observation]) -> list[Touch]:
    return [touch for entry in observations for touch in entry.touched if touch[0] == "state"]


def _told(observations: Sequence[Observation], case: TestCase) -> list[Observation]:
    """What the statements of the test itself produced."""
    own = {statement.id for statement in case.statements}
    return [replace(entry, touched=()) for entry in observations if entry.statement in own]


def _with(case: TestCase, pins: Iterable[Pin]) -> TestCase:
    return TestCase((*(statement for pin in pins for statement in pin.statements), *case.statements))


def _with_names(case: TestCase, touched: Sequence[Touch]) -> TestCase:
    """The test case whose clock goes by all names through which it is read, its console likewise."""
    return TestCase(tuple(_named(statement, touched) for statement in case.statements))


def _named(statement: Statement, touched: Sequence[Touch]) -> Statement:
    match statement:
        case ClockStatement():
            return replace(statement, names=clock_names(touched))
        case ConsoleStatement():
            return replace(statement, secret=secret_names(touched))
        case _:
            return statement
