"""From the test cases of the archive to tests with assertions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from testloom.generation.suites.asserting import (
    Fault,
    Kept,
    Stable,
    asserted,
    observed_twice,
    sifted,
    with_pins,
)
from testloom.generation.suites.losses import OWN_BUG, Losses
from testloom.generation.suites.minimising import anonymous, once_each
from testloom.generation.suites.yielding import without_needless_private, without_weak_tests
from testloom.generation.timing.pacing import UNHURRIED, Pace
from testloom.model.containment import Contained, Defect, most_of, raised
from testloom.model.events.jobs import Finding
from testloom.model.execution import VaryingExecutor
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.model.texts.messages import shown_message
from testloom.oracle import released
from testloom.writer import ProjectStyle, UnwritableError, render

_NUMBERED = re.compile(r"([^\d]*?)(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|$)")
Analyse: TypeAlias = Callable[[Sequence[Stable]], list[Stable]]
"""A function that runs tests with mutants of the subject; it may add tests that kill more."""


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests in source order, and the discarded tests.

    `kills` are the mutants that each test kills, by the test's id. Tests that show `findings` are not
    included unless they were requested.
    """

    subject: Subject
    tests: tuple[AssertedTest, ...]
    losses: Losses
    kills: Mapping[str, frozenset[int]] = field(default_factory=dict)
    findings: tuple[Fault, ...] = ()


def build_suite(
    kept: Sequence[Kept],
    subject: Subject,
    executor: VaryingExecutor,
    analysed: Analyse = list,
    keep_findings: bool = False,
    pace: Pace = UNHURRIED,
    defect: Defect = raised,
) -> Suite:
    """Observe the tests twice, and give them assertions; one that we fail at costs no other.

    Tests are left out, or get default assertions, where Testloom fails for a `defect`.

    Raises:
        TestloomError: if the agent fails.
    """

    def built(some: Sequence[Kept], analyse: Analyse = list) -> Suite:
        return _built(some, subject, executor, analyse, keep_findings, pace, defect)

    with Contained(defect):
        return built(kept, analysed)
    sound, suite = most_of(kept, built, defect)
    if sound:
        with Contained(defect):
            suite = built(sound, analysed)
    suite = suite or Suite(subject, (), Losses())
    for _, goals in (entry for entry in kept if entry not in sound):
        suite.losses.note(OWN_BUG, (goal.id for goal in goals))
    return suite


def _built(
    kept: Sequence[Kept],
    subject: Subject,
    executor: VaryingExecutor,
    analysed: Analyse,
    keep_findings: bool,
    pace: Pace,
    defect: Defect,
) -> Suite:
    with_pinned, seen = with_pins(kept, executor, subject, pace)
    kept, losses = once_each(with_pinned), Losses()
    stable = observed_twice(kept, seen, executor, losses)
    stable, findings = sifted(stable, subject, keep_findings, losses)
    with Contained(defect):
        stable = analysed(stable)
    tests, kills = asserted(stable, subject, losses)
    numbers = {goal.id: goal.index for _, goals in kept for goal in goals}
    with Contained(defect):
        tests = without_weak_tests(tests, kills, numbers)
        is_of_pairs = any(len(goal.steps) > 1 for _, goals in kept for goal in goals)
        if not (keep_findings or is_of_pairs):
            tests = without_needless_private(tests, kills, numbers, subject, losses)
    with Contained(defect):
        tests = released(tests, executor, subject, pace.refining_is_over)
    tests.sort(key=lambda test: (_line(test, subject), len(test.case), _natural(anonymous(test.case))))
    return Suite(subject, tuple(tests), losses, kills, findings)


def _natural(text: str) -> list[tuple[float, str]]:
    """A key that sorts numbers in a text by their size."""
    return [(float(number or 0), rest) for rest, number in _NUMBERED.findall(text)]


def _line(test: AssertedTest, subject: Subject) -> int:
    known = subject.callables.get(test.callable)
    return known.line if known is not None else 0


def findings_of(suite: Suite) -> Iterator[Finding]:
    """Yield an event for each undocumented exception, with the test that shows it."""
    for fault in suite.findings:
        test, error = fault.test, fault.error
        try:
            rendered = render([test], suite.subject, None, ProjectStyle())
            source, complete = rendered.tests[0].source, rendered.text
        except UnwritableError:
            source = complete = ""
        line, message = suite.subject.line_of(test.callable), shown_message(error.message)
        yield Finding(test.callable, line, error.type, message, source, complete)
