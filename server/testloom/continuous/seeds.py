"""Tests to begin with that no run over the project has made: recorded calls and what users wrote by hand.

Each is used as long as it pays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from testloom.continuous.planning.changes import Change
from testloom.continuous.planning.order import Order
from testloom.model.statements import CallStatement, TestCase
from testloom.subject import find_project, find_root

if TYPE_CHECKING:
    from testloom.generation.handwritten import HandwrittenTests
    from testloom.recording import Recording

Reading: TypeAlias = Callable[[Path, Path, Callable[[Path], Collection[str]]], tuple[TestCase, ...]]


@dataclass(frozen=True, slots=True)
class SeedSources:
    """The calls of a recording and the tests that users have written, as far as there are any.

    Those that users have written are looked for when they are needed first. `state` is the file of the store,
    which knows the tests that nobody has written by hand.
    """

    recording: Recording | None = None
    handwritten: Callable[[], HandwrittenTests] | None = None
    state: Path | None = None

    @classmethod
    def of(cls, order: Order) -> SeedSources:
        """What an order can begin with.

        Raises:
            StoreError: if there is no recording in the file that it names.
        """
        from testloom.recording import read_recording, recording_of

        project = find_project(order.folder / "_")
        made = recording_of(project)
        file = order.recording or (made if made.is_file() else None)
        recording = None if file is None else read_recording(file)
        if not order.strategy.seeds or not order.settings.has("seeds"):
            return cls()
        return cls(recording, cache(partial(_handwritten, project)), order.state)

    def seeds(self, file: Path, changes: Sequence[Change]) -> tuple[TestCase, ...]:
        """The test cases of those units of a file that they may help.

        A unit had them in each run since it is as it is: where the last run brought nothing, they go.
        """
        curious = {change.unit.id for change in changes if _is_promising(change)}
        if not curious:
            return ()
        seeds = [*self._recorded(file), *self._handwritten(file)]
        return tuple(seed for seed in seeds if curious & _units_called(seed))

    def lent(self, file: Path, changes: Sequence[Change]) -> tuple[TestCase, ...]:
        """What handwritten tests do with what the units of a file use: it makes objects for them."""
        if self.handwritten is None or not any(map(_is_promising, changes)):
            return ()
        return self._read(self.handwritten().lent, file)

    def _recorded(self, file: Path) -> tuple[TestCase, ...]:
        if self.recording is None:
            return ()
        from testloom.recording import seeds_of

        return seeds_of(self.recording, {file})

    def _handwritten(self, file: Path) -> tuple[TestCase, ...]:
        return () if self.handwritten is None else self._read(self.handwritten().seeds, file)

    def _read(self, reading: Reading, file: Path) -> tuple[TestCase, ...]:
        from testloom.generation.earlier.memory import emitted_tests
        from testloom.generation.earlier.recalling import generated_in

        with emitted_tests(self.state) as emitted:
            return reading(file, find_root(file), partial(generated_in, emitted=emitted))


def _handwritten(project: Path) -> HandwrittenTests:
    """What reads the tests of a project; importing it takes longer than planning a run."""
    from testloom.generation.handwritten import HandwrittenTests

    return HandwrittenTests(project)


def _is_promising(change: Change) -> bool:
    runs = change.record.runs if change.record is not None and change.status == "same" else ()
    return not runs or runs[-1].improved


def _units_called(test: TestCase) -> set[str]:
    """The ids of the functions and classes at the top of a module that a test calls."""
    called = [s.callable for s in test.statements if isinstance(s, CallStatement)]
    return {f"{id.partition(':')[0]}:{id.partition(':')[2].partition('.')[0]}" for id in called}
