"""The interface of a goal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol

from testloom.model.execution import ExecutionResult, Trace
from testloom.model.statements import TestCase
from testloom.model.subject import Probe, Subject
from testloom.search.goals.distances import distance_to


class Reachability(Protocol):
    """Knowledge, before the search, of what tests cannot reach."""

    def reason(self, probe: Probe) -> str | None:
        """Return a reason code if no test can reach a probe; None if one may."""
        ...

    def settled(self, probe: Probe) -> str | None:
        """Return the reason code if the platform or the installed packages rule out a branch."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Goal(ABC):
    """A goal of the search: something that tests should reach.

    A goal is equal to itself only, so that looking it up costs nothing.

    Attributes:
        id: stable over changes elsewhere in the file.
        index: its number among all that tests reach: that of its probe, or a number after those of the
            subject.
        line: the line in the source.
        label: the text that people read, such as `amount > limit is false`.
    """

    id: str
    index: int
    line: int
    label: str

    @property
    @abstractmethod
    def steps(self) -> tuple[Probe, ...]:
        """What one test has to reach, in this order; a goal that no probe stands for has one of its own."""

    # reach

    @property
    def has_probe(self) -> bool:
        """Whether its number is that of a step, which the trace of a test has or the distance tells of."""
        return True

    @property
    def after(self) -> int | None:
        """The number of a step without which no test reaches a goal that has no probe; None if unknown."""
        return None

    def is_reached(self, case: TestCase, result: ExecutionResult, hits: AbstractSet[int]) -> bool:
        """Tell whether a test reached the goal, given the numbers of all else that it reached."""
        return self.index in hits

    def reason_out_of_reach(self, known: Reachability) -> str | None:
        """Return the code of the reason why no test can reach the goal; None if one may."""
        return known.reason(self.steps[-1])

    # distance and need

    def distance(self, trace: Trace, subject: Subject) -> float:
        """Measure how far a trace is from the goal, by approach level and branch distance: 0 is reached."""
        return distance_to(self.next_step(trace.hits), trace, subject)

    @property
    def parent(self) -> int | None:
        """The number of the probe whose run decides whether the goal is reached; None if nothing does."""
        return None

    def next_step(self, hits: AbstractSet[int]) -> Probe:
        """Return what a test with these hits has to reach next."""
        return next((step for step in self.steps if step.index not in hits), self.steps[-1])

    def deciding(self, subject: Subject) -> Iterable[Probe]:
        """Return the probes whose conditions are worth measuring on the way to the goal."""
        return self.steps

    # told to people

    @property
    def is_mere_call(self) -> bool:
        """Whether reaching it shows no more than that a call returned."""
        return False

    @property
    def also_met(self) -> tuple[str, ...]:
        """Labels of conditions in other functions that a test which reaches it meets, too."""
        return ()

    @property
    def outcome(self) -> bool | None:
        """The outcome of a condition that it stands for."""
        return None

    @property
    def predicate(self) -> int | None:
        """The number of the condition that decides whether it is reached."""
        return None

    @property
    def codes(self) -> tuple[str, ...]:
        """The qualified names of the functions that it lies in."""
        return tuple(step.code for step in self.steps)
