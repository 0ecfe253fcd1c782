"""Jobs on other machines, which have folders of their own.

The sources are sent by content; the results are written here, by one process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from testloom.capabilities import KINDS
from testloom.continuous.planning.order import Order
from testloom.continuous.working.parcels import (
    Delivered,
    Parcel,
    contents,
    moved_path,
    moved_request,
    renamed,
    unpack,
)
from testloom.continuous.working.workers import PendingJob, run_job
from testloom.model.errors import TestloomError
from testloom.model.events.jobs import Event, Failed, FileReady, decode_event, encode_event
from testloom.model.generation_request import GenerationRequest
from testloom.repository import read_bytes
from testloom.store import open_store, put_in, taken_out
from testloom.subject import find_project

PROJECT, OUT = "project", "out"


@dataclass(slots=True)
class DistantWorkers:
    """Runs up to `cores` jobs at once, wherever an executor runs them.

    Attributes:
        executor: an executor of any kind; the arguments and results of its jobs are plain data.
        cores: the number of jobs that it runs at once.
        order: the order of the run.
        files: the project's files, or an object that the executor accepts in their place.
        perform: the function that it runs: turns a parcel and the files into results.
        check: raises a TestloomError if the executor runs nothing any more.
    """

    executor: Executor
    cores: int
    order: Order
    files: Any
    perform: Callable[[Parcel, Mapping[str, bytes]], Delivered] = field(default_factory=lambda: run_parcel)
    check: Callable[[], None] = lambda: None
    _written: set[Path] = field(default_factory=set)

    def submit(self, request: GenerationRequest) -> PendingJob:
        """Send a job with the files that only it needs; if it cannot be packed, it fails at once.

        Raises:
            TestloomError: if nobody is left who runs jobs.
        """
        self.check()
        try:
            parcel = self._packed(request)
        except TestloomError as error:
            future = Future[Delivered]()
            future.set_exception(error)
            return PendingJob(future)
        future = self.executor.submit(self.perform, parcel, self.files)
        return PendingJob(future, partial(self._received, request, parcel), self.check)

    def _packed(self, request: GenerationRequest) -> Parcel:
        from testloom.generation.delivering.delivery import destination

        folders, source = parcel_folders(self.order), request.targets[0].file
        test_file = destination(request, source)
        with open_store(request.state) as database:
            known = taken_out(database, source, test_file)
        fresh = {
            moved_path(file, folders).as_posix(): content
            for file in sorted({*self._written, test_file})
            if (content := _content(file)) is not None
        }
        return Parcel(request.encode(), folders, fresh, str(test_file), known)

    def _received(self, request: GenerationRequest, parcel: Parcel, delivered: Delivered) -> list[Event]:
        """Store the results of a job where they belong, and return its events."""
        from testloom.generation.delivering.delivery import border_of
        from testloom.writer import save

        test_file = Path(parcel.test_file)
        sent = parcel.fresh.get(moved_path(test_file, parcel.folders).as_posix())
        if _content(test_file) != sent:
            what = f"{test_file} was changed while its tests were generated elsewhere."
            return [Failed("test-file-changed", what, "They will be generated again next time.")]
        here = {there: here for here, there in delivered.folders.items()}
        events = [decode_event(renamed(event, here)) for event in delivered.events]
        for event in events:
            if isinstance(event, FileReady) and Path(event.path) == test_file:
                save(test_file, event.text, border_of(request, request.targets[0].file))
                self._written.add(test_file)
        with open_store(request.state) as database:
            put_in(database, request.targets[0].file, test_file, delivered.known)
        return events


def _content(file: Path) -> bytes | None:
    try:
        return read_bytes(file)
    except OSError:
        return None


def parcel_folders(order: Order) -> dict[str, str]:
    """Collect the folders that jobs are about, each with its name in a parcel.

    These are the project and, if it lies elsewhere, the folder for tests.
    """
    project = find_project(order.folder / "_")
    folders = {str(project): PROJECT}
    if order.out is not None and not order.out.is_relative_to(project):
        folders[str(order.out)] = OUT
    return folders


def parcel_files(order: Order) -> dict[str, bytes]:
    """Read the files of the folders that jobs are about, as they are now."""
    files: dict[str, bytes] = {}
    for folder, name in parcel_folders(order).items():
        files.update(contents(Path(folder), name))
    return files


def run_parcel(
    parcel: Parcel, files: Mapping[str, bytes], stopped: Callable[[], bool] = lambda: False
) -> Delivered:
    """Run a job in a temporary folder of its own; it ends early if it is stopped."""
    from testloom.generation import own_folder

    with own_folder() as folder:
        place = folder.resolve()
        for part in parcel.folders.values():
            (place / part).mkdir()
        unpack(files, place)
        unpack(parcel.fresh, place)
        folders = {here: str(place / there) for here, there in parcel.folders.items()}
        state = place / "state.db"
        request = moved_request(GenerationRequest.decode(parcel.request, KINDS), folders, state)
        source, test_file = request.targets[0].file, moved_path(Path(parcel.test_file), folders)
        with open_store(state) as database:
            put_in(database, source, test_file, parcel.known)
        events = [encode_event(event) for event in run_job(request, stopped)]
        with open_store(state) as database:
            return Delivered(events, folders, taken_out(database, source, test_file))
