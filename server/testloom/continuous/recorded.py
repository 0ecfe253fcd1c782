"""Recorded calls as tests to begin with, as long as that pays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from testloom.continuous.changes import Change
from testloom.model.statements import CallStatement, TestCase

if TYPE_CHECKING:
    from testloom.recording import Recording


@dataclass(frozen=True, slots=True)
class RecordedSeeds:
    """The calls of a recording; without one, none."""

    recording: Recording | None = None

    @classmethod
    def read(cls, file: Path | None) -> RecordedSeeds:
        """Read a recording.

        Raises:
            StoreError: if there is none in the file.
        """
        if file is None:
            return cls()
        from testloom.recording import read_recording

        return cls(read_recording(file))

    def of(self, file: Path, changes: Sequence[Change]) -> tuple[TestCase, ...]:
        """The recorded calls of those units of a file that they may help.

        A unit had them in each run since it is as it is: where the last run brought nothing, they go.
        """
        if self.recording is None:
            return ()
        from testloom.recording import seeds_of

        curious = {change.unit.id for change in changes if _is_promising(change)}
        seeds = seeds_of(self.recording, {file}) if curious else ()
        return tuple(seed for seed in seeds if curious & _units_called(seed))


def _is_promising(change: Change) -> bool:
    runs = change.record.runs if change.record is not None and change.status == "same" else ()
    return not runs or runs[-1].improved


def _units_called(test: TestCase) -> set[str]:
    """The ids of the functions and classes at the top of a module that a test calls."""
    called = [s.callable for s in test.statements if isinstance(s, CallStatement)]
    return {f"{id.partition(':')[0]}:{id.partition(':')[2].partition('.')[0]}" for id in called}
