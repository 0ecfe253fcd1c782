"""The seconds that are left, while jobs take and return them."""

from __future__ import annotations

from dataclasses import dataclass

from testloom.continuous.schedule import Job


@dataclass(slots=True)
class Pool:
    """What a run may still spend: `seconds` of work on all cores, `planned` of them for jobs to come."""

    seconds: float
    planned: float

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
