"""The remaining budget of a run, from which jobs take and to which they return."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

from testloom.continuous.planning.schedule import Job
from testloom.model.settings import Settings

AROUND = 10.0
"""The seconds of a job in addition to its search: for starting, verifying and writing."""
PER_SECOND = 1.5
"""The seconds of a job for each second of its search budget: it also minimises its tests."""
LEAST = 1.0
"""The minimum seconds for a search."""


@dataclass(frozen=True, slots=True)
class Grant:
    """The budget of a job: `seconds` altogether, or a number of executions, however long they take.

    `search` is the part of the seconds for its search.
    """

    seconds: float = 0.0
    search: float = LEAST
    executions: int | None = None

    def limit(self, settings: Settings) -> Settings:
        """Limit the settings of a job so that its search ends when the grant is spent."""
        if self.executions is not None:
            return replace(settings, executions=self.executions)
        return replace(settings, budget=self.search)


class BudgetPolicy(Protocol):
    """Assigns budgets to jobs."""

    def take(self, job: Job, seconds_left: float) -> Grant | None:
        """Grant a job what it may spend; None if that is too little to begin it."""
        ...

    def give_back(self, grant: Grant, used: float) -> None:
        """Note how many seconds a job took."""
        ...


@dataclass(slots=True)
class Pool:
    """The remaining budget of a run: `seconds` of work on all cores, `planned` of them for jobs to come.

    `granted` and `used` count the seconds of the jobs that have ended.
    """

    seconds: float
    planned: float
    granted: float = field(default=0.0, init=False)
    used: float = field(default=0.0, init=False)

    @property
    def pace(self) -> float:
        """The ratio of used to granted time for jobs on this machine under its present load; at least 1."""
        return max(1.0, self.used / self.granted) if self.granted else 1.0

    def take(self, job: Job, seconds_left: float) -> Grant | None:
        """Grant a job the seconds of its share.

        It gets more if other jobs have left some, less if they have overdrawn. None if this is too little to
        begin the job.
        """
        factor = self.seconds / self.planned if self.planned > 0 else 1.0
        granted = max(0.0, min(job.amount * factor, job.most, self.seconds, seconds_left))
        self.planned -= job.amount
        if granted < AROUND:
            return None
        self.seconds -= granted
        return Grant(granted, max(LEAST, (granted / self.pace - AROUND) / PER_SECOND))

    def give_back(self, grant: Grant, used: float) -> None:
        """Return unused seconds of a job to the pool, or take the excess from it."""
        self.seconds += grant.seconds - used
        self.granted += grant.seconds
        self.used += used


class Counted:
    """Gives each job exactly the executions of its share, so that the order of jobs makes no difference."""

    def take(self, job: Job, seconds_left: float) -> Grant:
        """Grant the executions of the job's share, at least one, regardless of the remaining time."""
        return Grant(executions=max(1, round(job.amount)))

    def give_back(self, grant: Grant, used: float) -> None:
        """Discard unused executions: no other job gets them."""
