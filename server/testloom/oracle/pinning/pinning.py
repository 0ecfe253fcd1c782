"""Pinning: a test sets the parts of the environment that its outcome depends on.

Pinned are parts that the test used and did not set. A search sees an empty folder, no variables, a
clock that starts on one day. A user's machine is different: whatever a test depends on has to be set in
the test. A part is left out if it makes no difference, wherever it is driven (`drives`): no value
differs, no other branch is taken, and no comparison is nearer to its other outcome.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from msgspec.structs import replace

from testloom.model.execution import Behaviour, Observation, Touch, Trace, VaryingExecutor
from testloom.model.statements import Statement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.oracle.pinning.pins import Drive, EnvironmentUse, Pin, Pinning
from testloom.oracle.pinning.threads import leaves_threads, with_threads_joined

INFORMATIVE = 3
"""The number of a pin's drives that are tried first.

They reveal most dependencies and save running the others.
"""
AT_ONCE = 16
"""The number of variants of a test that are run before the clock is checked again."""
CLOSE = 1e-3
"""The relative difference of a distance that is ignored: time passes while a test runs."""
SEEN_BEHIND = ("state", "restore", "database")
"""Touches that show only when results are examined, which a search does not do.

They are changes in modules and settings, and queries that a result sends to a database, as lazy queries
do.
"""
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{9,16}\b|\bid=\\*'\d+")
"""Memory addresses in the texts of objects and of doubles."""


def pinned(
    tests: Sequence[tuple[TestCase, Sequence[Touch]]],
    executor: VaryingExecutor,
    names: Iterator[int],
    subject: Subject,
    is_over: Callable[[], bool] = lambda: False,
    is_late: Callable[[], bool] | None = None,
) -> list[tuple[TestCase, list[Observation] | None]]:
    """Pin the parts of the environment on which each test depends; `names` supplies unused ids.

    A test case that needs no pins comes with its observations. Once time is over, pins that were not
    tried yet count as needed. Once it is late, which may be later, threads that were not ended yet are
    left: the tests that start them are lost.
    """
    known = subject.capabilities.of(Pinning)
    completed = [_completed(case, touched, subject) for case, touched in tests]
    observed = executor.observe(completed)
    behind = [_seen_behind(observations) for observations in observed]
    cases = with_threads_joined(completed, observed, executor, names, is_late or is_over)
    settled = []
    for case, before, seen, (_, touched), more in zip(cases, completed, observed, tests, behind, strict=True):
        if case is before and leaves_threads(seen):  # it will be discarded, and each of its runs takes long
            settled.append(case)
            continue
        raising = next((entry.statement for entry in seen if entry.exception is not None), None)
        use = EnvironmentUse(case, (*touched, *more), names, subject, raising)
        pins = tuple(pin for pinning in known for pin in pinning.pins(use))
        settled.append(_Trial(case, pins, executor, subject, is_over).settled())
    return [
        (case, seen if case.wire == before.wire else None)
        for case, before, seen in zip(settled, completed, observed, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Trial:
    """A test case with its possible pins; `found` caches what each set of drives revealed."""

    case: TestCase
    pins: tuple[Pin, ...]
    executor: VaryingExecutor
    subject: Subject
    is_over: Callable[[], bool]
    found: dict[str, bool] = field(default_factory=dict)

    def settled(self) -> TestCase:
        """The test case with the pins that it needs: most often none, which a few runs show."""
        loose = [pin for pin in self.pins if not pin.sure]
        alone = [{pin: pin.drives[0]} for pin in loose]
        if loose and any(self._behaviours([*alone, *_together(loose)])):
            loose = self._unaffected(loose, INFORMATIVE)
            loose = self._unaffected(loose, None)
            if len(loose) > 1 and any(self._behaviours(_together(loose))):
                loose = []
        return _with(self.case, [pin for pin in self.pins if pin not in loose])

    def _unaffected(self, loose: Sequence[Pin], most: int | None) -> list[Pin]:
        """The pins without which the test does the same, however each of them is driven."""
        drives = [(pin, drive) for pin in loose for drive in pin.drives[:most]]
        behaviours = self._behaviours([{pin: drive} for pin, drive in drives])
        affected = [pin for (pin, _), differs in zip(drives, behaviours, strict=True) if differs]
        return [pin for pin in loose if pin not in affected]

    def _behaviours(self, driven: Sequence[Mapping[Pin, Drive]]) -> list[bool]:
        """For each choice of driven pins, whether the test does something else than with all pins.

        It may where there was no time to see. None is tried twice.
        """
        cases = [self._with_drives(drives) for drives in driven]
        new = {case.wire: place for place, case in enumerate(cases) if case.wire not in self.found}
        if new:
            with_all = self._with_drives({})
            tried = [with_all, with_all, *(cases[place] for place in new.values())]
            whole, again, *others = varied(tried, self.executor, self.is_over)
            usual = _usual((whole, again), self.case)
            seen = self._said(with_all) | self._pieces(whole)
            for (wire, place), other in zip(new.items(), others, strict=True):
                known = seen | self._said(chain.from_iterable(driven[place].values()))
                differs = _differs(usual, other, self.case)
                self.found[wire] = differs or not self._pieces(other) <= known
        return [self.found[case.wire] for case in cases]

    def _said(self, statements: Iterable[Statement]) -> set[Touch]:
        """The pieces of the environment that statements set."""
        about = self.subject.capabilities.about
        said = [statement for statement in statements if isinstance(statement, EnvironmentStatement)]
        return {piece for statement in said for piece in about(statement, Pinning).pieces(statement)}

    def _pieces(self, behaviour: Behaviour | None) -> set[Touch]:
        """The pieces of the environment that a test looked at; one that only a drive leads to matters."""
        whole = {part for pinning in self.subject.capabilities.of(Pinning) for part in pinning.parts}
        seen = () if behaviour is None else behaviour.observations
        touched = (touch for entry in seen for touch in entry.touched)
        return {touch[:1] if touch[0] in whole else touch[:2] for touch in touched}

    def _with_drives(self, drives: Mapping[Pin, Drive]) -> TestCase:
        said = [statement for pin in self.pins for statement in drives.get(pin, pin.statements)]
        return TestCase((*said, *self.case.statements))


def _together(loose: Sequence[Pin]) -> list[dict[Pin, Drive]]:
    """Drives of all these at once: equal ones, then different ones, as a test may compare two of them."""
    rounds = range(max(len(pin.drives) for pin in loose))
    different = [
        {pin: pin.drives[(n + place) % len(pin.drives)] for place, pin in enumerate(loose)} for n in rounds
    ]
    return [{pin: pin.drives[0] for pin in loose}, *different]


def varied(
    cases: Sequence[TestCase], executor: VaryingExecutor, is_over: Callable[[], bool]
) -> Iterator[Behaviour | None]:
    """Run variants of one test, some at a time; None also stands for those for which there was no time."""
    for start in range(0, len(cases), AT_ONCE):
        some = cases[start : start + AT_ONCE]
        yield from [None] * len(some) if is_over() else executor.vary(some)


def _usual(runs: Sequence[Behaviour | None], case: TestCase) -> tuple[Trace, frozenset[str]] | None:
    """The trace of the first of some runs of a test, and what all made; None if one did not end.

    What it made the second time is no difference: an object of a module that the test changes has been
    changed by then.
    """
    ended = [run for run in runs if run is not None]
    if len(ended) < len(runs):
        return None
    return ended[0].trace, frozenset(_told(run.observations, case) for run in ended)


def _differs(usual: tuple[Trace, frozenset[str]] | None, other: Behaviour | None, case: TestCase) -> bool:
    """Whether a test did something else than usual, or came nearer to it; one that did not end did.

    It came nearer where a comparison is at another distance from its outcomes.
    """
    if usual is None or other is None:
        return True
    trace, made = usual
    if trace.hits != other.trace.hits or not are_close(trace, other.trace):
        return True
    return _told(other.observations, case) not in made


def are_close(one: Trace, other: Trace) -> bool:
    """Check whether the branch distances of two traces agree, apart from the time that passes in a test."""
    here, there = one.distances, other.distances
    return here.keys() == there.keys() and all(
        math.isclose(a, b, rel_tol=CLOSE) for key in here for a, b in zip(here[key], there[key], strict=True)
    )


def _seen_behind(observations: Iterable[Observation]) -> list[Touch]:
    """What only shows as results are looked at, which a search does not do."""
    return [touch for entry in observations for touch in entry.touched if touch[0] in SEEN_BEHIND]


def _told(observations: Sequence[Observation], case: TestCase) -> str:
    """What the statements of the test itself produced, as text without addresses."""
    return _ADDRESS.sub("", repr([replace(entry, touched=()) for entry in produced(observations, case)]))


def produced(observations: Sequence[Observation], case: TestCase) -> list[Observation]:
    """Filter observations to the results of the test's own statements and their effects on each other.

    Statements that drive the environment are left out, as are the doubles that they put in place.
    """
    own = {statement.id for statement in case.statements}
    return [
        replace(entry, arguments={key: value for key, value in entry.arguments.items() if key in own})
        for entry in observations
        if entry.statement in own
    ]


def _with(case: TestCase, pins: Iterable[Pin]) -> TestCase:
    return TestCase((*(statement for pin in pins for statement in pin.statements), *case.statements))


def _completed(case: TestCase, touched: Sequence[Touch], subject: Subject) -> TestCase:
    """The test case whose clock goes by all names through which it is read, its console likewise."""
    about = subject.capabilities.about
    return TestCase(
        tuple(
            about(statement, Pinning).completed(statement, touched)
            if isinstance(statement, EnvironmentStatement)
            else statement
            for statement in case.statements
        )
    )
