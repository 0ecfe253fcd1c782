"""Whether tests behave the same with the contents of private files as with their stand-ins."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from testloom.measurement import TestRun
from testloom.model.subject import Probe, Subject
from testloom.model.suite import AssertedTest
from testloom.search import goals_of

DECIDED = "withheld: it runs other code with the contents of private files; pass what decides as an argument"


def unmet_probes(subject: Subject, run: TestRun) -> frozenset[int]:
    """Find the probes of the subject's own file that no test reached, if private files were read."""
    if not run.is_private or run.coverage is None:
        return frozenset()
    lines, branches = set(run.coverage.missing_lines), set(run.coverage.missing_branches)
    own = subject.parts[0].probes if subject.parts else range(len(subject.probes))
    return frozenset(
        probe.index
        for probe in (subject.probes[place] for place in own)
        if probe.line in lines or _branch(probe, subject) in branches
    )


def decided_by_others(
    tests: Sequence[AssertedTest], subject: Subject, unmet: Collection[int]
) -> frozenset[str]:
    """Find the tests, by their ids, that were kept for a goal which none of them reaches.

    The values that they pass may come from a stand-in, and mean nothing then.
    """
    goals = goals_of(subject, range(len(subject.probes)))
    missed = {goal.id for goal in goals if goal.index in unmet}
    return frozenset(test.id for test in tests if not missed.isdisjoint(test.goals))


def _branch(probe: Probe, subject: Subject) -> tuple[int, int] | None:
    """A branch as coverage.py reports it, from one line to another; None if the probe is not a branch."""
    return None if probe.predicate is None else (subject.predicates[probe.predicate].line, probe.line)
