"""The life of a job: start, progress, cancellation, and the delivery of its worker's results."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from pygls.lsp.server import LanguageServer

from testloom.execution.worker import run_worker
from testloom.lsp import words
from testloom.lsp.answers import tell
from testloom.lsp.candidates.candidates import Candidates
from testloom.lsp.documents import mark_of
from testloom.lsp.jobs.advice import PytestAdvice
from testloom.lsp.messages import remedies_for, show_advice, show_error, show_info
from testloom.lsp.progress import JobProgress
from testloom.lsp.protocol.generating import FINISHED, STATUS, EditedFile, Finished, Remedy, Status
from testloom.lsp.translation import say
from testloom.model.errors import TestloomError
from testloom.model.events.jobs import (
    Candidate,
    Carving,
    Draft,
    Drafted,
    Event,
    Failed,
    FileReady,
    Progress,
    SameName,
    Summary,
    Withheld,
)
from testloom.model.events.units import UnitSuite
from testloom.model.generation_request import GenerationRequest

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class JobEvents:
    """The events of a job's worker so far; `marks` are fingerprints of its source files at the beginning.

    After `enough`, the worker was to report only the tests that it had verified by then.
    """

    candidates: list[Candidate] = field(default_factory=list)
    files: list[FileReady] = field(default_factory=list)
    errors: list[Failed] = field(default_factory=list)
    suites: list[UnitSuite] = field(default_factory=list)
    same_names: list[SameName] = field(default_factory=list)
    summary: Summary | Carving | None = None
    marks: dict[Path, str] = field(default_factory=dict)
    verified: int = 0
    enough: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def may_be_kept(self) -> bool:
        """Whether any tests have been verified."""
        return bool(self.verified or self.files)

    @property
    def functions(self) -> int:
        """The number of new test functions; the rows of a table share one."""
        return len({(entry.file, entry.name.partition("[")[0]) for entry in self.candidates})


@dataclass(frozen=True, slots=True)
class Delivery:
    """The destination of a job's tests: changed files, or candidates that wait, by their ids."""

    files: tuple[EditedFile, ...] = ()
    offered: tuple[str, ...] = ()

    def new_of(self, said: JobEvents) -> int:
        """Count the test functions of a job that are new to the user."""
        return said.functions if self.files else len(self.offered)


class Job(Protocol):
    """The purpose of a job: it defines the request to the worker, and delivers the results to the user."""

    @property
    def about(self) -> Path:
        """The file or folder that at most one job at a time may be about."""

    @property
    def title(self) -> str:
        """The title of the job for the user."""

    async def request(self) -> GenerationRequest:
        """Build the request for the worker, once, when the job begins.

        Raises:
            TestloomError: if there is nothing to do, with a reason for the user.
        """

    async def deliver(self, job: str, request: GenerationRequest, said: JobEvents) -> Delivery:
        """Write the tests into their files, or offer them as candidates of the job."""

    def outcome(self, said: JobEvents, delivery: Delivery) -> str:
        """Describe the result in words; empty if the worker did not finish."""

    def remedies(self, said: JobEvents) -> Sequence[Remedy]:
        """Offer remedies for the result, if any."""


@dataclass(frozen=True, slots=True)
class _Running:
    job: Job
    task: asyncio.Task[None]
    said: JobEvents
    progress: JobProgress


class Jobs:
    """The jobs of one editor, at most one about each file or folder.

    After each job, data from the store is `renewed`.
    """

    def __init__(
        self,
        server: LanguageServer,
        worker: Sequence[str],
        candidates: Candidates,
        renewed: Callable[[], None],
    ) -> None:
        self._server = server
        self._worker = worker
        self._candidates = candidates
        self._renewed = renewed
        self._running: dict[str, _Running] = {}
        self._quiet: dict[str, str] = {}
        self._numbers = itertools.count(1)
        self._withheld: set[str] = set()
        self._is_closing = False
        self._advice = PytestAdvice(server)

    def start(self, job: Job) -> str:
        """Start a job and return its id at once."""
        id, said = self.next_id(), JobEvents()
        progress = JobProgress(self._server, id)
        task = asyncio.create_task(self._run(id, job, said, progress))
        self._running[id] = _Running(job, task, said, progress)
        return id

    def next_id(self) -> str:
        """Create an id that no other job has had."""
        return f"testloom-{next(self._numbers)}"

    def about(self, thing: Path) -> Job | None:
        """Find the running job that is about a file or folder; None if there is none."""
        found = (running.job for running in self._running.values() if running.job.about == thing)
        return next(found, None)

    def cancel(self, id: str | int) -> None:
        """Cancel a job, if there is one with that id; the first time, its verified tests are kept."""
        running = self._running.get(str(id))
        if running is None:
            return
        if running.said.may_be_kept and not running.said.enough.is_set():
            running.said.enough.set()
            running.progress.tell(say("Keeping the tests that are verified"))
        else:
            running.task.cancel()

    async def close(self) -> None:
        """Cancel all jobs and wait until their workers are gone."""
        self._is_closing = True
        tasks = [running.task for running in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @asynccontextmanager
    async def quietly(self, id: str, title: str) -> AsyncIterator[None]:
        """Show the work in the status bar only; its drafts are removed at the end."""
        self._quiet[id] = title
        self.tell_status()
        try:
            yield
        finally:
            del self._quiet[id]
            self._candidates.drafts.end(id)
            self.tell_status()

    async def work(
        self, id: str, request: GenerationRequest, said: JobEvents, progress: JobProgress | None = None
    ) -> None:
        """Run a worker to its end and handle its events; with low priority if no progress is shown."""

        def receive(event: Event) -> None:
            match event:
                case Draft() | Drafted():
                    self._candidates.drafts.receive(id, request, event, said.marks)
                case Progress() if progress is not None:
                    said.verified = event.verified
                    if not said.enough.is_set():
                        progress.report(event)
                case Candidate():
                    said.candidates.append(event)
                case FileReady():
                    said.files.append(event)
                case Failed():
                    said.errors.append(event)
                case Withheld():
                    self._tell_withheld(event)
                case UnitSuite():
                    said.suites.append(event)
                case Summary() | Carving():
                    said.summary = event

        files = {target.file for target in request.targets}
        said.marks |= await asyncio.to_thread(lambda: {file: mark_of(file) for file in files})
        is_quiet = progress is None
        await run_worker(self._worker, request, receive, enough=said.enough, background=is_quiet)

    def _tell_withheld(self, withheld: Withheld) -> None:
        """Tell the user, once for each file, that tests contain nothing of it."""
        fresh = [file for file in withheld.files if file not in self._withheld]
        self._withheld.update(fresh)
        if fresh:
            show_info(self._server, words.withheld(fresh))

    def tell_status(self) -> None:
        """Show the current work in the status bar."""
        titles = [running.job.title for running in self._running.values()] + [*self._quiet.values()]
        message = "; ".join(dict.fromkeys(titles))
        tell(self._server, STATUS, Status("working" if message else "idle", message))

    async def _run(self, id: str, job: Job, said: JobEvents, progress: JobProgress) -> None:
        delivery, cancelled, drafts = Delivery(), False, 0
        self.tell_status()
        try:
            await progress.begin(job.title)
            request = await job.request()
            await self.work(id, request, said, progress)
            delivery = await job.deliver(id, request, said)
            if said.files:
                said.same_names = await self._advice.same_names(request)
        except asyncio.CancelledError:
            cancelled = True
        except TestloomError as error:
            said.errors.append(Failed.of(error))
        except Exception as error:
            _log.exception("The job %s failed", id)
            said.errors.append(words.defect(error))
        finally:
            del self._running[id]
            drafts = self._candidates.drafts.end(id)
        progress.end()
        message, remedies = job.outcome(said, delivery), tuple(job.remedies(said))
        if cancelled or said.enough.is_set():
            message, remedies = _end_of(job, said, delivery, drafts, cut_short=cancelled), ()
            cancelled = True
        errors, offered = tuple(said.errors), delivery.offered
        finished = Finished(id, said.summary, delivery.files, errors, cancelled, offered, message, remedies)
        self._show(finished)
        self._conclude(finished, said)

    def _show(self, job: Finished) -> None:
        """Tell the user how a job ended: its errors, or else its message unless it has offered candidates.

        While the server is closing, the message is left out: users know why the job was cancelled.
        """
        for told, failed in {words.failure(failed): failed for failed in job.errors}.items():
            show_error(self._server, told, [replace(remedy, job=job.job) for remedy in remedies_for(failed)])
        if job.message and not (job.errors or job.offered or self._is_closing):
            if job.remedies:
                show_advice(self._server, job.message, job.remedies)
            else:
                show_info(self._server, job.message)

    def _conclude(self, job: Finished, said: JobEvents) -> None:
        """Give advice, and notify the editor of the end of a job."""
        if job.offered or not job.cancelled:
            self._advice.tell(said.files, said.same_names)
        tell(self._server, FINISHED, job)
        self._renewed()
        self.tell_status()


def _end_of(job: Job, said: JobEvents, delivery: Delivery, drafts: int, *, cut_short: bool) -> str:
    """Tell the user how a job ended that they have cancelled; with `cut_short`, nothing was to be kept."""
    if delivery.offered:
        return words.kept(job.title, len(delivery.offered))
    return words.cancelled(job.title, drafts, was_early=not (cut_short and said.may_be_kept))
