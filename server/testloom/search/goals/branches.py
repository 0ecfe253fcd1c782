"""Goals that are probes of the subject: outcomes of branches, bodies of functions, lines.

A line is a goal if it follows a statement that may raise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from testloom.model.subject import Probe, Subject
from testloom.search.goals.goal import Goal


@dataclass(frozen=True, slots=True, eq=False)
class ProbeGoal(Goal):
    """A goal to reach a probe."""

    probe: Probe

    @classmethod
    def of(cls, id: str, probe: Probe) -> ProbeGoal:
        """Make a goal of a probe, with its line and label."""
        return cls(id, probe.index, probe.line, probe.label or f"line {probe.line}", probe)

    @property
    def steps(self) -> tuple[Probe, ...]:
        """The probe alone."""
        return (self.probe,)

    @property
    def parent(self) -> int | None:
        """The parent of the probe."""
        return self.probe.parent

    @property
    def outcome(self) -> bool | None:
        """The outcome that leads to the probe."""
        return self.probe.outcome

    @property
    def predicate(self) -> int | None:
        """The condition that leads to the probe."""
        return self.probe.predicate


def goals_of(subject: Subject, probes: Iterable[int]) -> list[Goal]:
    """Make goals of the given probes, but for those that importing the module reaches by itself."""
    wanted = set(probes) - subject.probes_at_import
    seen: dict[str, int] = {}
    goals: list[Goal] = []
    for probe in subject.probes:
        if probe.index in wanted and not probe.excluded:
            name = f"{probe.code}/{probe.kind}/{probe.label}"
            seen[name] = seen.get(name, 0) + 1
            goals.append(ProbeGoal.of(f"{name}/{seen[name]}", probe))
    return goals


def failing_goals(subject: Subject, failures: Iterable[Probe]) -> list[Goal]:
    """Make a goal of each assertion that is to fail; its probe lies beyond those of the subject."""
    numbered = enumerate(failures, len(subject.probes))
    return [
        ProbeGoal.of(f"{failure.code}/{failure.kind}/{failure.label}/1", replace(failure, index=index))
        for index, failure in numbered
    ]
