"""Calls from a recording as seeds of the searches, used as long as they increase the coverage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from testloom.continuous.planning.changes import Change
from testloom.continuous.planning.order import Order
from testloom.model.statements import CallStatement, TestCase
from testloom.subject import find_project

if TYPE_CHECKING:
    from testloom.recording import Recording


@dataclass(frozen=True, slots=True)
class SeedSources:
    """The calls of a recording as seeds, if there is a recording."""

    recording: Recording | None = None

    @classmethod
    def of(cls, order: Order) -> SeedSources:
        """Collect the seeds that an order can begin with.

        Raises:
            StoreError: if the file that it names contains no recording.
        """
        from testloom.recording import read_recording, recording_of

        made = recording_of(find_project(order.folder / "_"))
        file = order.recording or (made if made.is_file() else None)
        recording = None if file is None else read_recording(file)
        return cls(recording) if order.strategy.seeds and order.settings.has("seeds") else cls()

    def seeds(self, file: Path, changes: Sequence[Change]) -> tuple[TestCase, ...]:
        """Find the recorded test cases that may still help units of a file.

        The searches for a unit have used them in each run since its last change: if the last run brought no
        improvement, they are dropped.
        """
        curious = {change.unit.id for change in changes if is_promising(change)}
        if not curious or self.recording is None:
            return ()
        from testloom.recording import seeds_of

        return tuple(seed for seed in seeds_of(self.recording, {file}) if curious & _units_called(seed))


def is_promising(change: Change) -> bool:
    """Check whether a unit may still gain from its seeds, or has not run since its last change."""
    runs = change.record.runs if change.record is not None and change.status == "same" else ()
    return not runs or runs[-1].improved


def _units_called(test: TestCase) -> set[str]:
    """Return the ids of the top-level functions and classes that a test calls."""
    called = [s.callable for s in test.statements if isinstance(s, CallStatement)]
    return {f"{id.partition(':')[0]}:{id.partition(':')[2].partition('.')[0]}" for id in called}
