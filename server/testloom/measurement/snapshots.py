"""Updates by a snapshot library: in a copy of the test file, and of the folder of its snapshots."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from testloom.measurement.conditions import BASE
from testloom.measurement.environment import TestEnvironment
from testloom.measurement.reports import read_run
from testloom.measurement.results import TestRun
from testloom.measurement.run_folder import RunFolder, run_folder
from testloom.measurement.runs import never, options_in, run_guarded

SNAPSHOT_OPTIONS = {"inline_snapshot": "--inline-snapshot=create,fix", "syrupy": "--snapshot-update"}
"""The options with which pytest writes new snapshots, by the module of the library."""
LONGEST = 60.0


@dataclass(frozen=True, slots=True)
class SnapshotRequest:
    """The test whose snapshots are to be written.

    Attributes:
        test_file: its file.
        text: the text of that file, saved or not.
        case: its node id without the file's.
        library: the module of the snapshots.
        folder: where the library keeps snapshots, if not in the test file; below that of the test file.
        stopped: asked several times a second whether the run shall end at once.
    """

    test_file: Path
    text: str
    case: str
    library: str
    folder: Path | None = None
    stopped: Callable[[], bool] = never


@dataclass(frozen=True, slots=True)
class SnapshotRun:
    """The run, and the new content of each file that the library changed or created."""

    run: TestRun
    written: Mapping[Path, bytes] = field(default_factory=dict)


def write_snapshots(environment: TestEnvironment, request: SnapshotRequest) -> SnapshotRun:
    """Run a test under the guard to get its new snapshots; the project stays as it is.

    Raises:
        InterpreterError: if the interpreter does not run.
    """
    test_file = request.test_file.absolute()
    around = list(environment.project.iterdir())  # as if the tests ran in the project
    with run_folder(environment, test_file, request.text, around) as place:
        home = place.test_file.parent
        within = None if request.folder is None else request.folder.relative_to(test_file.parent)
        if within is not None:
            _copy(test_file.parent / within.parts[0], home / within.parts[0])
        end = time.monotonic() + LONGEST
        run_guarded(
            _program(environment, place, request),
            place,
            environment,
            BASE,
            place.project,
            lambda: request.stopped() or time.monotonic() >= end,
        )
        written = dict(_written(place, test_file, request.text, within))
        return SnapshotRun(read_run(place.events, place.mark), written)


def _copy(folder: Path, link: Path) -> None:
    """Replace a link to a folder by a copy of it."""
    if link.is_symlink():
        link.unlink()
        shutil.copytree(folder, link)


def _program(environment: TestEnvironment, place: RunFolder, request: SnapshotRequest) -> list[str]:
    """Return the arguments that follow the guard on the command line."""
    return [
        *("-m", "pytest", f"{place.test_file}::{request.case}", SNAPSHOT_OPTIONS[request.library]),
        *("-p", "testloom_pytest_order", "-p", "testloom_pytest_events"),
        *options_in(place, environment, place.project),
        f"--testloom-events={place.events}",
    ]


def _written(
    place: RunFolder, test_file: Path, text: str, within: Path | None
) -> Iterator[tuple[Path, bytes]]:
    """Yield the files that now differ from those of the project, with their content."""
    content = place.test_file.read_bytes()
    if content != text.encode():
        yield test_file, content
    home = place.test_file.parent
    for folder, _, names in os.walk(home / within.parts[0]) if within else ():
        for name in names:
            copy = Path(folder, name)
            file = test_file.parent / copy.relative_to(home)
            if not file.is_file() or file.read_bytes() != copy.read_bytes():
                yield file, copy.read_bytes()
