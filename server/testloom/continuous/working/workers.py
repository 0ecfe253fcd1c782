"""Workers that run the jobs."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol

from testloom.model.errors import TestloomError
from testloom.model.events.jobs import Event, Failed
from testloom.model.generation_request import GenerationRequest

_SECONDS_BETWEEN_LOOKS = 0.1
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PendingJob:
    """A job under way; `unpacked` turns the result of its future into the events of the job.

    `check` is called when the job is lost: it raises a TestloomError if no other can be run, either.
    """

    future: Future[Any]
    unpacked: Callable[[Any], list[Event]] = list
    check: Callable[[], None] = lambda: None

    def events(self) -> list[Event]:
        """Return the events of the job, or that it failed if its worker is lost for good.

        Raises:
            TestloomError: if no worker is left to run jobs.
        """
        try:
            return self.unpacked(self.future.result())
        except TestloomError as error:
            return [Failed(type(error).__name__, error.what, error.advice)]
        except (Exception, CancelledError) as error:
            self.check()
            _log.warning("A job was lost", exc_info=True)
            what = f"The worker of a job was lost: {type(error).__name__} {error}".rstrip()
            return [Failed("worker-lost", what, "The job will run again next time.")]


class Workers(Protocol):
    """Runs jobs, `cores` at once."""

    cores: int

    def submit(self, request: GenerationRequest) -> PendingJob:
        """Start a job and return at once; errors are reported by the returned object."""
        ...


def run_job(
    request: GenerationRequest, stopped: Callable[[], bool], command: Sequence[str] = ()
) -> list[Event]:
    """Run a request in a worker process of low priority and return what it reported.

    Once it is stopped, the process and all below it are gone within a second. `command` starts another
    program than Testloom's worker.
    """
    import asyncio  # this import takes longer than a run with nothing to do

    from testloom.execution.worker import WORKER, run_worker

    events: list[Event] = []

    async def watch() -> None:
        job = asyncio.create_task(run_worker(command or WORKER, request, events.append, background=True))
        while not job.done() and not stopped():
            await asyncio.wait([job], timeout=_SECONDS_BETWEEN_LOOKS)
        job.cancel()  # only once: a second call would interrupt the termination of the worker
        await asyncio.wait([job])
        if not job.cancelled():
            job.result()

    asyncio.run(watch())
    return events


@dataclass(slots=True)
class LocalWorkers:
    """Runs up to `cores` jobs at once on this machine: each in a process, watched by a thread.

    The requirements of jobs are `checked` before the first of them.
    """

    cores: int
    command: Sequence[str] = ()
    checked: Callable[[], None] = lambda: None
    _was_checked: bool = False
    _stop: threading.Event = field(default_factory=threading.Event)
    _threads: Executor = field(init=False)

    def __post_init__(self) -> None:
        self._threads = ThreadPoolExecutor(self.cores, "testloom-job")

    def submit(self, request: GenerationRequest) -> PendingJob:
        """Start a job, or queue it until another one has ended.

        Raises:
            TestloomError: if what jobs need is not there.
        """
        if not self._was_checked:
            self.checked()
            self._was_checked = True
        return PendingJob(self._threads.submit(run_job, request, self._stop.is_set, self.command))

    def close(self) -> None:
        """End all jobs, and wait until they are gone."""
        self._stop.set()
        self._threads.shutdown(cancel_futures=True)
