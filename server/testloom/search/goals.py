"""Goals and fitness.

A goal is a probe of the subject that tests should run: an outcome of a branch, the body of a function, or
statements that follow one which may raise. Fitness is approach level plus normalised branch distance
(Wegener, Baresel, Sthamer: Evolutionary test environment for automatic structural testing, 2001).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from testloom.model.execution import Trace
from testloom.model.subject import Probe, Subject

LOCAL = ".<locals>."
RAISED_BEFORE = 0.5
"""Branch distance of statements whose predecessor ran and raised: nothing tells how far away they are."""


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """A probe to be reached; `id` is stable over changes elsewhere in the file.

    With a `callable`, it is reached when a call of that returns; with a `pair`, the branches of a caller and
    of its callee, when one test reaches both. What stands for these is a probe beyond those of the subject.
    A goal is equal to itself only, so that looking it up costs nothing.
    """

    id: str
    probe: Probe
    callable: str | None = None
    pair: tuple[Probe, Probe] | None = None

    @property
    def line(self) -> int:
        """The line in the source."""
        return self.probe.line

    @property
    def label(self) -> str:
        """The words a person reads, such as `amount > limit is false`."""
        return self.probe.label or f"line {self.probe.line}"

    @property
    def codes(self) -> tuple[str, ...]:
        """The qualified names of the functions that it lies in."""
        return tuple(probe.code for probe in self.pair or (self.probe,))

    def next(self, hits: AbstractSet[int]) -> Probe:
        """What a test with these hits has to reach next: of a pair, first the caller's branch."""
        if self.pair is None:
            return self.probe
        caller, callee = self.pair
        return callee if caller.index in hits else caller


def goals_of(subject: Subject, probes: Iterable[int]) -> list[Goal]:
    """The goals among the given probes: those that importing the module does not reach by itself."""
    wanted = set(probes) - subject.probes_at_import
    seen: dict[str, int] = {}
    goals = []
    for probe in subject.probes:
        if probe.index in wanted and not probe.excluded:
            name = f"{probe.code}/{probe.kind}/{probe.label}"
            seen[name] = seen.get(name, 0) + 1
            goals.append(Goal(f"{name}/{seen[name]}", probe))
    return goals


def call_goals(subject: Subject, callables: Iterable[str]) -> list[Goal]:
    """A goal for each constructor that takes values and has no probe, such as that of a named tuple.

    So has one of a class that only holds values. Its probe lies beyond those of the subject.
    """
    probed = {probe.code for probe in subject.probes if probe.kind == "entry"}
    found: list[Goal] = []
    for name in sorted(set(callables)):
        called = subject.callables[name]
        code = called.code
        takes_values = any(parameter.kind not in ("args", "kwargs") for parameter in called.parameters)
        is_wanted = called.kind == "constructor" and (takes_values or _only_holds(name, subject))
        if code not in probed and is_wanted:
            index = len(subject.probes) + len(found)
            probe = Probe(index, "entry", called.line, code, label=f"{called.qualname} is called")
            found.append(Goal(f"{code}/call", probe, name))
    return found


def _only_holds(class_id: str, subject: Subject) -> bool:
    """Whether a class has attributes and nothing that could be called."""
    known = subject.classes.get(class_id)
    methods = any(called.owner == class_id and called.id != class_id for called in subject.callables.values())
    return known is not None and bool(known.attributes) and not methods


def failing_goals(subject: Subject, failures: Iterable[Probe]) -> list[Goal]:
    """A goal for each assertion that is to fail; its probe lies beyond those of the subject."""
    numbered = enumerate(failures, len(subject.probes))
    return [
        Goal(f"{failure.code}/{failure.kind}/{failure.label}/1", replace(failure, index=index))
        for index, failure in numbered
    ]


def is_returned(probe: Probe) -> bool:
    """Whether a probe is the body of a function within another, which can only be called by way of that."""
    return probe.kind == "entry" and LOCAL in probe.code


def enclosing(subject: Subject) -> dict[int, int]:
    """For the body of each function within another the body of that, which has to run first."""
    entries = {probe.code: probe.index for probe in subject.probes if probe.kind == "entry"}
    return {
        probe.index: entries[outer]
        for probe in subject.probes
        if is_returned(probe) and (outer := probe.code.rpartition(LOCAL)[0]) in entries
    }


def normalise(distance: float) -> float:
    """Map a branch distance to [0, 1), keeping its order (Arcuri, STVR 2013)."""
    if distance == float("inf"):
        return 1.0
    return distance / (distance + 1.0)


def is_reached(probe: Probe, trace: Trace) -> bool:
    """Whether the trace has the probe; the outcome of a part of a condition is known by its distance."""
    if probe.kind != "outcome" or probe.predicate is None:
        return probe.index in trace.hits
    measured = trace.distances.get(probe.predicate)
    return measured is not None and measured[0 if probe.outcome else 1] == 0


def fitness(goal: Goal, trace: Trace, subject: Subject) -> float:
    """How far the trace is from the goal: 0 is covered, below 1 the deciding predicate was evaluated."""
    return distance_to(goal.probe, trace, subject)


def way_to(probe: Probe, subject: Subject) -> Iterator[Probe]:
    """The probe and all that it depends on, the nearest first."""
    yield probe
    while probe.parent is not None:
        probe = subject.probes[probe.parent]
        yield probe


def first_missed(probe: Probe, hits: AbstractSet[int], subject: Subject) -> Probe:
    """What a test with these hits missed first on the way to a probe: what decides that has run."""
    for step in way_to(probe, subject):
        if step.parent is None or step.parent in hits:
            return step
    return probe


def distance_to(probe: Probe, trace: Trace, subject: Subject) -> float:
    """How far the trace is from the probe: its approach level and normalised branch distance."""
    if is_reached(probe, trace):
        return 0.0
    level = 0
    while probe.parent is not None:
        if probe.parent in trace.hits:
            return level + distance_at(probe, trace)
        level += 1
        probe = subject.probes[probe.parent]
    return level + 1.0


def distance_at(probe: Probe, trace: Trace) -> float:
    """How far the trace was from the probe, in (0, 1], where it reached what decides it."""
    if probe.predicate is None:
        return RAISED_BEFORE
    measured = trace.distances.get(probe.predicate)
    if measured is None:
        return 1.0
    distance = normalise(measured[0] if probe.outcome else measured[1])
    return distance or RAISED_BEFORE
