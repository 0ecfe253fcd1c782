"""The history of a project, for a job about units of one file that no run over the project has planned."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from testloom.continuous.outcomes import outcomes, uncovered
from testloom.continuous.planning.allotment import Share
from testloom.continuous.planning.changes import compare
from testloom.continuous.planning.schedule import Job
from testloom.continuous.project.scan import scan_project
from testloom.continuous.requests import cases_of
from testloom.model.events.jobs import Event
from testloom.model.generation_request import Earlier
from testloom.repository import read_bytes
from testloom.store import UnitHistory, open_store
from testloom.subject import importable_name


@dataclass(frozen=True, slots=True)
class SavedUnits:
    """Some functions and classes of a saved file, as they are when a job about them begins.

    Attributes:
        folder: of the project.
        file: that was saved.
        names: of the units.
        state: the file of the store; None: that of the user.
    """

    folder: Path
    file: Path
    names: tuple[str, ...]
    state: Path | None = None
    content: str = field(init=False)
    started: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "content", _digest(self.file))
        object.__setattr__(self, "started", time.monotonic())

    def earlier(self) -> tuple[Earlier, ...]:
        """Read the test cases that earlier runs found for the units, as seeds for this job.

        Raises:
            StoreError: if the store cannot be read.
        """
        module = importable_name(self.file)
        ids = {f"{module}:{name}": name for name in self.names}
        with open_store(self.state) as database:
            known = UnitHistory(database, str(self.folder)).some(ids)
        return tuple(
            Earlier(name, tuple(cases_of(known[id])) if id in known else ()) for id, name in ids.items()
        )

    def remember(self, events: Iterable[Event], exclude: Collection[str] = ()) -> None:
        """Store the results of the job for the next project run, unless the file has changed since.

        Raises:
            StoreError: if the store cannot be written.
        """
        if _digest(self.file) != self.content:
            return
        scan = scan_project(self.folder, exclude)
        own = tuple(unit for unit in scan.units if unit.file == self.file and unit.name in self.names)
        if not own:
            return
        job = Job(self.file, own, tuple(Share(unit.id, 1.0, 1.0) for unit in own))
        with open_store(self.state) as database:
            history = UnitHistory(database, str(self.folder))
            records = history.all()
            number = 1 + max((record.ran_in for record in records.values()), default=0)
            changes = {change.unit.id: change for change in compare(scan.units, records).units}
            seconds = time.monotonic() - self.started
            found = [o.record for o in outcomes(job, events, seconds, changes, number, self.folder)]
            records.update((record.id, record) for record in found)
            history.remember([*found, *uncovered(found, records.values())])


def _digest(file: Path) -> str:
    try:
        return hashlib.sha256(read_bytes(file)).hexdigest()
    except OSError:
        return ""
