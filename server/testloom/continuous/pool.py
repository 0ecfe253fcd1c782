"""The seconds that are left, while jobs take and return them."""

from __future__ import annotations

from dataclasses import dataclass

from testloom.continuous.schedule import Job


@dataclass(slots=True)
class Pool:
    """What a run may still spend: `seconds` of work on all cores, `planned` of them for jobs to come.

    `granted` and `used` are those of the jobs that have ended.
    """

    seconds: float
    planned: float
    granted: float = 0.0
    used: float = 0.0

    @property
    def pace(self) -> float:
        """How many times its time a job takes on this machine, as busy as it is; at least 1."""
        return max(1.0, self.used / self.granted) if self.granted else 1.0

    def take(self, job: Job) -> float:
        """The seconds for a job: its share, more if others have left some, less if they have overdrawn."""
        factor = self.seconds / self.planned if self.planned > 0 else 1.0
        granted = max(0.0, min(job.seconds * factor, job.most, self.seconds))
        self.planned -= job.seconds
        self.seconds -= granted
        return granted

    def give_back(self, granted: float, used: float) -> None:
        """Return what a job has not used; what it used beyond is taken."""
        self.seconds += granted - used
        self.granted += granted
        self.used += used
