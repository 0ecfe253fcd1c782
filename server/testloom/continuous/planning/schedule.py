"""The order of the units of a run, and their grouping into jobs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from testloom.continuous.planning.allotment import Share
from testloom.continuous.project.graph import components
from testloom.continuous.project.units import Unit


@dataclass(frozen=True, slots=True)
class Job:
    """The units of one file: they share one start of an agent, one search and one verification.

    The search takes over tests of the files that the job comes `after`, as they are when their jobs are
    done.
    """

    file: Path
    units: tuple[Unit, ...]
    shares: tuple[Share, ...]
    after: frozenset[Path] = frozenset()

    @property
    def name(self) -> str:
        """The last part of the module's name, from which the names of test files are made."""
        return self.units[0].module.rpartition(".")[2]

    @property
    def amount(self) -> float:
        """The seconds (or executions) that its units were given in total."""
        return sum(share.amount for share in self.shares)

    @property
    def most(self) -> float:
        """The maximum that its units may be given in total."""
        return sum(share.most for share in self.shares)


def schedule(shares: Sequence[Share], units: Mapping[str, Unit], *, borrows: bool = True) -> list[Job]:
    """Create one job for each file, after the jobs for the files whose units it uses.

    Files that use each other come in the order of their names. A job that `borrows` waits for the jobs before
    it whose units it uses.
    """
    by_file: dict[Path, list[Share]] = {}
    for share in shares:
        by_file.setdefault(units[share.id].file, []).append(share)
    jobs: dict[Path, Job] = {}
    for file in _in_order(by_file, units):
        if file in by_file:
            job = _job(file, by_file[file], units)
            used = {units[id].file for unit in job.units for id in unit.uses if id in units}
            jobs[file] = replace(job, after=frozenset(used.intersection(jobs) if borrows else ()))
    return list(jobs.values())


def next_job(waiting: Sequence[Job], running: Collection[Job]) -> Job | None:
    """Find the first job that may start.

    It must write no test file that a waiting or running job before it may write, and all jobs that it comes
    after must have ended.
    """
    names = {job.name for job in running}
    left = {job.file for job in [*running, *waiting]}
    for job in waiting:
        if job.name not in names and not job.after & left:
            return job
        names.add(job.name)
    return None


def _job(file: Path, shares: Iterable[Share], units: Mapping[str, Unit]) -> Job:
    given = {share.id: share for share in shares}
    inside = tuple(unit for unit in units.values() if unit.id in given)
    return Job(file, inside, tuple(given[unit.id] for unit in inside))


def _in_order(files: Iterable[Path], units: Mapping[str, Unit]) -> list[Path]:
    """Order the files of all units so that dependencies come first."""
    uses: dict[str, set[str]] = {str(file): set() for file in sorted(files)}
    for unit in units.values():
        known = uses.setdefault(str(unit.file), set())
        known |= {str(units[used].file) for used in unit.uses if used in units}
    edges = {file: sorted(used) for file, used in uses.items()}
    return [Path(file) for group in components(edges) for file in sorted(group)]
