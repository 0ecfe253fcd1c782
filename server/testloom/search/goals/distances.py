"""The distance of a test from a probe: approach level plus normalised branch distance.

Wegener, Baresel, Sthamer: Evolutionary test environment for automatic structural testing (2001).
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from testloom.model.execution import Trace
from testloom.model.subject import Probe, Subject

LOCAL = ".<locals>."
RAISED_BEFORE = 0.5
"""The branch distance of statements whose predecessor ran and raised: the real distance is unknown."""


def is_returned(probe: Probe) -> bool:
    """Tell whether a probe is the body of a nested function, which is only called through its result."""
    return probe.kind == "entry" and LOCAL in probe.code


def enclosing(subject: Subject) -> dict[int, int]:
    """Map the body of each nested function to the body of the outer function, which has to run first."""
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
    """Tell whether the trace has the probe; the outcome of a part of a condition is known by its distance."""
    if probe.kind != "outcome" or probe.predicate is None:
        return probe.index in trace.hits
    measured = trace.distances.get(probe.predicate)
    return measured is not None and measured[0 if probe.outcome else 1] == 0


def way_to(probe: Probe, subject: Subject) -> Iterator[Probe]:
    """Yield the probe and all that it depends on, the nearest first."""
    yield probe
    while probe.parent is not None:
        probe = subject.probes[probe.parent]
        yield probe


def first_missed(probe: Probe, hits: AbstractSet[int], subject: Subject) -> Probe:
    """Return what a test with these hits missed first on the way to a probe: what decides that has run."""
    for step in way_to(probe, subject):
        if step.parent is None or step.parent in hits:
            return step
    return probe


def distance_to(probe: Probe, trace: Trace, subject: Subject) -> float:
    """Measure how far the trace is from the probe: 0 is reached, below 1 what decides it has run."""
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
    """Measure how far the trace was from the probe, in (0, 1], where it reached what decides it."""
    if probe.predicate is None:
        return RAISED_BEFORE
    measured = trace.distances.get(probe.predicate)
    if measured is None:
        return 1.0
    distance = normalise(measured[0] if probe.outcome else measured[1])
    return distance or RAISED_BEFORE
