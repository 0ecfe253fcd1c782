"""The wish "make tests of these recorded calls" as a job; its tests come as candidates."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pygls.lsp.server import LanguageServer

from testloom.execution.worker import run_worker
from testloom.lsp import protocol, words
from testloom.lsp.documents import uri_of
from testloom.lsp.jobs.generate import Generation, wish_for
from testloom.lsp.messages import show_error, show_info
from testloom.lsp.options import Options, read_options
from testloom.lsp.progress import JobProgress
from testloom.lsp.protocol import Finished, Status
from testloom.lsp.recording_protocol import CARVE, ChosenFunctions
from testloom.lsp.waiting.candidates import Candidates
from testloom.model.errors import TestloomError, UsageError
from testloom.model.events import Candidate, Carving, Event, Failed, FileReady, Progress
from testloom.model.wish import Target, Wish

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Job:
    """Tests being made of recorded calls, and what the worker has said so far."""

    id: str
    chosen: ChosenFunctions
    progress: JobProgress
    candidates: list[Candidate] = field(default_factory=list)
    files: list[FileReady] = field(default_factory=list)
    errors: list[Failed] = field(default_factory=list)
    summary: Carving | None = None


class Carvings:
    """The jobs of one editor: one for each recording at a time."""

    def __init__(
        self, server: LanguageServer, worker: Sequence[str], generation: Generation, candidates: Candidates
    ) -> None:
        self._server = server
        self._worker = worker
        self._generation = generation
        self._candidates = candidates
        self._jobs: dict[Path, tuple[str, asyncio.Task[None]]] = {}
        self._numbers = itertools.count(1)

    def start(self, chosen: ChosenFunctions) -> str:
        """Start to make tests and return the job's id at once.

        Raises:
            UsageError: if tests are being made of that recording.
        """
        if chosen.journal in self._jobs:
            raise UsageError(
                "Tests are being made of this recording.", "Wait until that has ended, or cancel it."
            )
        id = f"testloom-recorded-{next(self._numbers)}"
        job = Job(id, chosen, JobProgress(self._server, id))
        self._jobs[chosen.journal] = id, asyncio.create_task(self._run(job))
        return id

    def cancel(self, id: str | int) -> None:
        """Cancel a job, if there is one with that id."""
        for known, task in self._jobs.values():
            if known == id:
                task.cancel()

    async def close(self) -> None:
        """Cancel all jobs and wait until their workers are gone."""
        tasks = [task for _, task in self._jobs.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, job: Job) -> None:
        offered: list[str] = []
        cancelled = False
        self._tell_status("Making tests of recorded calls")
        try:
            await job.progress.begin("Making tests of recorded calls")
            wish = await self._wish(job.chosen)
            await run_worker(self._worker, wish, lambda event: _receive(job, event))
            offered = await self._candidates.offer(job.id, wish, job.candidates, job.files)
        except asyncio.CancelledError:
            cancelled = True
        except TestloomError as error:
            job.errors.append(Failed(type(error).__name__, error.what, error.advice))
        except Exception as error:
            _log.exception("The job %s failed", job.id)
            job.errors.append(words.defect(error))
        finally:
            del self._jobs[job.chosen.journal]
            self._candidates.drafts.end(job.id)
        self._finish(job, offered, cancelled)

    async def _wish(self, chosen: ChosenFunctions) -> Wish:
        from testloom.recording import read_recording

        recording = await asyncio.to_thread(read_recording, chosen.journal)
        modules = {path.partition(":")[0] for path in chosen.callables} or set(recording.modules)
        files = [file for name, file in recording.modules.items() if name in modules]
        if not files:
            raise UsageError("Nothing of this is in the recording any more.", "Record it again.")
        options = await read_options(self._server, uri_of(files[0])) or Options()
        targets = [Target(file) for file in files]
        folder = self._generation.folder_of(files[0])
        wish = await asyncio.to_thread(wish_for, targets, str(recording.python), options, folder)
        return replace(wish, recording=chosen.journal, callables=chosen.callables)

    def _finish(self, job: Job, offered: Sequence[str], cancelled: bool) -> None:
        job.progress.end()
        for message in dict.fromkeys(words.failure(error) for error in job.errors):
            show_error(self._server, message)
        message = words.carved(job.summary) if job.summary else ""
        if message and not (job.errors or cancelled or offered):
            show_info(self._server, message)
        finished = Finished(job.id, None, (), tuple(job.errors), cancelled, tuple(offered), message)
        self._server.protocol.notify(protocol.FINISHED, finished.encode())
        self._tell_status("")

    def _tell_status(self, message: str) -> None:
        self._server.protocol.notify(protocol.STATUS, Status(message).encode())


def _receive(job: Job, event: Event) -> None:
    match event:
        case Progress():
            job.progress.report(event)
        case Candidate():
            job.candidates.append(event)
        case FileReady():
            job.files.append(event)
        case Failed():
            job.errors.append(event)
        case Carving():
            job.summary = event


def register_carvings(
    server: LanguageServer, worker: Sequence[str], generation: Generation, candidates: Candidates
) -> Carvings:
    """Answer the editor's wish for tests of recorded calls; an error comes as `{error}`."""
    carvings = Carvings(server, worker, generation, candidates)

    @server.feature(CARVE)
    async def carve(params: Any) -> dict[str, Any]:
        try:
            return {"job": carvings.start(ChosenFunctions.decode(params))}
        except TestloomError as error:
            return {"error": str(error)}

    return carvings
