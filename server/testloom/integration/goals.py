"""Coupled branches as goals of a search: branches of the source, mapped to probes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from testloom.integration.coupling import Branch, Coupling
from testloom.model.execution import ExecutionResult, Trace
from testloom.model.statements import TestCase
from testloom.model.subject import Predicate, Probe, ProbedModule, Subject
from testloom.search import Goal
from testloom.search.goals.branches import ProbeGoal
from testloom.search.goals.distances import distance_to, normalise, way_to
from testloom.search.goals.goal import Reachability


@dataclass(frozen=True, slots=True, eq=False)
class CoupledGoal(Goal):
    """A branch of a caller and one of its callee, to be reached by the same test, as in Cling (3.2.1)."""

    caller: Probe
    callee: Probe

    @property
    def steps(self) -> tuple[Probe, ...]:
        """The caller's branch, then the callee's."""
        return self.caller, self.callee

    @property
    def has_probe(self) -> bool:
        """False, as the goal consists of two branches."""
        return False

    @property
    def after(self) -> int | None:
        """The index of the caller's branch."""
        return self.caller.index

    def is_reached(self, case: TestCase, result: ExecutionResult, hits: AbstractSet[int]) -> bool:
        """Tell whether a test reached both branches."""
        return self.caller.index in hits and self.callee.index in hits

    def reason_out_of_reach(self, known: Reachability) -> str | None:
        """Return a reason if one of the two branches is certainly unreachable; others depend on callers."""
        return known.settled(self.caller) or known.settled(self.callee)

    def distance(self, trace: Trace, subject: Subject) -> float:
        """Return the caller's normalised distance plus 1 while its branch is missed, else the callee's."""
        step = self.next_step(trace.hits)
        return normalise(distance_to(step, trace, subject)) + (step is self.caller)

    def deciding(self, subject: Subject) -> Iterator[Probe]:
        """Yield both branches and all branches that they depend on."""
        for step in self.steps:
            yield from way_to(step, subject)

    @property
    def also_met(self) -> tuple[str, ...]:
        """The condition in the callee."""
        return (self.callee.label,)


def coupled_goals(subject: Subject, coupling: Coupling) -> list[Goal]:
    """Create a goal for each pair of coupled branches that the agent can see.

    It cannot see code that coverage.py leaves out, or outcomes that coverage.py does not measure.
    """
    watched = _Watched(subject)
    pairs = ((watched.probe(one), watched.probe(other)) for one, other in coupling.branches)
    seen = dict.fromkeys((one, other) for one, other in pairs if one is not None and other is not None)
    return [_goal(watched.next_index() + place, *pair) for place, pair in enumerate(seen)]


def branch_goals(subject: Subject, coupling: Coupling) -> list[Goal]:
    """Create a goal for each single branch of caller and callee that the agent can see.

    The callee's branches are all those that calls reach, even calls that no condition of the caller decides:
    for these, the entry of the caller's function is a goal.
    """
    watched = _Watched(subject)
    branches = dict.fromkeys(branch for site in coupling.sites for branch in (*site.leading, *site.affected))
    probes = {probe.index: probe for branch in branches if (probe := watched.probe(branch)) is not None}
    callers = {site.caller for site in coupling.sites if not site.leading}
    probes |= {probe.index: probe for probe in watched.entries(callers)}
    return [ProbeGoal.of(f"{probe.code}/{probe.line}/{probe.label}", probe) for probe in probes.values()]


def _goal(index: int, caller: Probe, callee: Probe) -> Goal:
    label = f"{caller.label} in {caller.code}, then {callee.label} in {callee.code}"
    name = "/".join(f"{part.code}/{part.line}/{part.label}" for part in (caller, callee))
    return CoupledGoal(name, index, caller.line, label, caller, callee)


class _Watched:
    """Finds the probe of a branch; a branch without one gets a number beyond those of the probes."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._parts = {part.module: part for part in subject.parts}
        self._outcomes = {(p.predicate, p.outcome): p for p in subject.probes if p.predicate is not None}
        self._made: dict[tuple[int, bool], Probe] = {}

    def next_index(self) -> int:
        """Return the next number that neither the subject's probes nor the additional ones have."""
        return len(self._subject.probes) + len(self._made)

    def probe(self, branch: Branch) -> Probe | None:
        """Return the probe of a branch; None if the branch cannot be observed."""
        predicate = self._predicate(branch)
        if predicate is None:
            return None
        negated = dict(predicate.leaves).get(predicate.index, False)
        outcome = branch.outcome != negated
        known = self._outcomes.get((predicate.index, outcome))
        if known is not None:
            return None if known.excluded else known
        return self._made_for(predicate, outcome) if predicate.leaves else None

    def entries(self, functions: Collection[str]) -> Iterator[Probe]:
        """Yield the entry probes of functions, given by their ids."""
        for part in self._subject.parts:
            for probe in self._subject.probes[part.probes.start : part.probes.stop]:
                if probe.kind == "entry" and f"{part.module}:{probe.code}" in functions:
                    yield probe

    def _predicate(self, branch: Branch) -> Predicate | None:
        """Find the condition at the place of a branch; of a compound one, the operand that begins there."""
        part = self._parts.get(branch.module)
        there = [
            predicate
            for predicate in self._of(part)
            if (predicate.line, predicate.column) == (branch.line, branch.column)
            and predicate.code == branch.code
            and _is_single(predicate)
        ]
        return there[0] if there else None

    def _of(self, part: ProbedModule | None) -> Iterable[Predicate]:
        return () if part is None else self._subject.predicates[part.predicates.start : part.predicates.stop]

    def _made_for(self, predicate: Predicate, outcome: bool) -> Probe | None:
        key = predicate.index, outcome
        if key not in self._made:
            run = self._subject.probes[predicate.probe]
            self._made[key] = Probe(
                self.next_index(),
                "outcome",
                predicate.line,
                predicate.code,
                parent=predicate.probe,
                predicate=predicate.index,
                outcome=outcome,
                label=f"{predicate.text} is {str(outcome).lower()}",
                excluded=run.excluded,
            )
        return None if self._made[key].excluded else self._made[key]


def _is_single(predicate: Predicate) -> bool:
    """Check that a condition is not composed with `and` or `or`."""
    return not predicate.leaves or [leaf for leaf, _ in predicate.leaves] == [predicate.index]
