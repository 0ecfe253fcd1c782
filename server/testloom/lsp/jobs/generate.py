"""The wish "generate tests here" as a job: from a cursor to an edit of the test file."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.execution.worker import run_worker
from testloom.lsp import protocol, words
from testloom.lsp.documents import path_of, read_open
from testloom.lsp.edits import build_edit
from testloom.lsp.messages import show_error, show_info
from testloom.lsp.options import Options, read_options
from testloom.lsp.places.targets import qualname_at
from testloom.lsp.progress import JobProgress
from testloom.lsp.protocol import EditedFile, Finished, GenerateArguments, Status
from testloom.lsp.waiting.candidates import Candidates
from testloom.lsp.waiting.homes import remember_accepted
from testloom.lsp.waiting.offering import offered_tests
from testloom.model.errors import InterpreterError, StoreError, TestloomError, UsageError
from testloom.model.events import Candidate, Draft, Drafted, Event, Failed, FileReady, Progress, Summary
from testloom.model.wish import Target, Wish

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Job:
    """One running wish, and what its worker has said so far."""

    id: str
    target: Target
    arguments: GenerateArguments
    progress: JobProgress
    candidates: list[Candidate] = field(default_factory=list)
    files: list[FileReady] = field(default_factory=list)
    errors: list[Failed] = field(default_factory=list)
    summary: Summary | None = None


class Generation:
    """The jobs of one editor: at most one for each file; after each, what the store knows is `renewed`."""

    def __init__(
        self,
        server: LanguageServer,
        worker: Sequence[str],
        candidates: Candidates,
        renewed: Callable[[], None],
    ) -> None:
        self._server = server
        self._renewed = renewed
        self._candidates = candidates
        self._worker = worker
        self._jobs: dict[str, Job] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._numbers = itertools.count(1)
        self._pythons: dict[Path, str] = {}
        self.initial_options = Options()

    def start(self, arguments: GenerateArguments) -> str:
        """Start a job for what the arguments point at and return its id at once.

        Raises:
            UsageError: if a job for that file is running, or the file is not there or not saved.
            ProjectError: if the file cannot be read.
        """
        target = self._resolve(arguments)
        running = next((job for job in self._jobs.values() if job.target.file == target.file), None)
        if running:
            raise UsageError(
                f"Tests for {words.name_of(running.target)} are being generated already.",
                f"Wait until that has ended, or cancel it, before you start another for {target.file.name}.",
            )
        if arguments.python:
            self._pythons[self.folder_of(target.file)] = arguments.python
        id = f"testloom-{next(self._numbers)}"
        self._jobs[id] = job = Job(id, target, arguments, JobProgress(self._server, id))
        self._tasks[id] = asyncio.create_task(self._run(job))
        return id

    def python_of(self, folder: Path) -> str | None:
        """The interpreter that the editor named last for a workspace folder."""
        return self._pythons.get(folder)

    def cancel(self, id: str | int) -> None:
        """Cancel a job, if there is one with that id."""
        if task := self._tasks.get(str(id)):
            task.cancel()

    async def close(self) -> None:
        """Cancel all jobs and wait until their workers are gone."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _resolve(self, arguments: GenerateArguments) -> Target:
        if arguments.pair is not None:
            return Target.parse(arguments.pair[0])
        path = path_of(arguments.uri)
        if path.is_dir():
            return Target(path)
        document = read_open(self._server.workspace, path)
        if document is None:
            raise UsageError(f"There is no file {path}.", "Save it to disk first.")
        if arguments.line is None:
            return Target(path)
        qualname = qualname_at(document.text, arguments.line)
        if not arguments.is_exact:
            return Target(path, qualname)
        return Target(path, qualname, arguments.line + 1, arguments.outcome)

    async def _run(self, job: Job) -> None:
        cancelled = False
        edited: tuple[EditedFile, ...] = ()
        offered: list[str] = []
        self.tell_status()
        try:
            await job.progress.begin(f"Generating tests for {words.name_of(job.target)}")
            wish = await self._wish(job)
            await run_worker(self._worker, wish, lambda event: self._receive(job, wish, event))
            if job.arguments.review:
                offered = await self._candidates.offer(job.id, wish, job.candidates, job.files)
            else:
                edited = await self._apply(job, wish)
        except asyncio.CancelledError:
            cancelled = True
        except TestloomError as error:
            job.errors.append(_failed(error))
        except Exception as error:
            _log.exception("The job %s failed", job.id)
            job.errors.append(words.defect(error))
        finally:
            del self._jobs[job.id], self._tasks[job.id]
            self._candidates.drafts.end(job.id)
        self._finish(job, edited, offered, cancelled)

    async def _wish(self, job: Job) -> Wish:
        options = await read_options(self._server, job.arguments.uri) or self.initial_options
        folder = self.folder_of(job.target.file)
        wish = await asyncio.to_thread(_wish, job, options, folder)
        return replace(wish, drafts=job.arguments.review, renewed=job.arguments.renewed)

    def folder_of(self, file: Path) -> Path:
        """The workspace folder that holds a file; the file's own folder if none does."""
        folders = [path_of(folder.uri) for folder in self._server.workspace.folders.values()]
        return max((folder for folder in folders if folder in (file, *file.parents)), default=file.parent)

    def _receive(self, job: Job, wish: Wish, event: Event) -> None:
        match event:
            case Draft() | Drafted():
                self._candidates.drafts.receive(job.id, wish, event)
            case Progress():
                job.progress.report(event)
            case Candidate():
                job.candidates.append(event)
            case FileReady():
                job.files.append(event)
            case Failed():
                job.errors.append(event)
            case Summary():
                job.summary = event

    async def _apply(self, job: Job, wish: Wish) -> tuple[EditedFile, ...]:
        edit, edited = build_edit(self._server, job.files)
        if edited:
            label = f"Tests for {words.name_of(job.target)}"
            params = types.ApplyWorkspaceEditParams(edit, label)
            answer = await self._server.workspace_apply_edit_async(params)
            if not answer.applied:
                reason = f" ({answer.failure_reason})" if answer.failure_reason else ""
                raise UsageError(f"The editor did not take the tests{reason}.", "Generate again.")
            await asyncio.to_thread(_remember, job, wish)
        return edited

    def _finish(
        self, job: Job, edited: tuple[EditedFile, ...], offered: Sequence[str], cancelled: bool
    ) -> None:
        job.progress.end()
        for message in dict.fromkeys(words.failure(error) for error in job.errors):
            show_error(self._server, message)
        message = words.outcome(job.target, job.summary) if job.summary else ""
        if message and not (job.errors or cancelled or offered):
            show_info(self._server, message)
        finished = Finished(
            job.id, job.summary, edited, tuple(job.errors), cancelled, tuple(offered), message
        )
        self._notify(protocol.FINISHED, finished)
        self._renewed()
        self.tell_status()

    def tell_status(self) -> None:
        """Say in the status bar what is being done."""
        names = [words.name_of(job.target) for job in self._jobs.values()]
        self._notify(protocol.STATUS, Status(f"Generating tests for {', '.join(names)}" if names else ""))

    def _notify(self, method: str, params: Finished | Status) -> None:
        self._server.protocol.notify(method, params.encode())


def _wish(job: Job, options: Options, folder: Path) -> Wish:
    if job.arguments.pair is not None:
        targets = [Target.parse(text) for text in job.arguments.pair]
        return replace(wish_for(targets, job.arguments.python, options, folder), is_pair=True)
    wish = wish_for(_targets(job.target), job.arguments.python, options, folder)
    times = job.arguments.effort * len(wish.targets)
    return replace(wish, settings=replace(wish.settings, budget=wish.settings.budget * times))


def _remember(job: Job, wish: Wish) -> None:
    """Know the tests of a job as ours, now that they are in their files."""
    tests = list(offered_tests(wish, job.candidates, {file.path: file.text for file in job.files}))
    for file in {test.file for test in tests}:
        try:
            remember_accepted(file, file, [test for test in tests if test.file == file])
        except StoreError as error:
            _log.warning("Edited tests will not be recognised: %s", error)


def wish_for(targets: Sequence[Target], python: str | None, options: Options, folder: Path) -> Wish:
    """The wish for targets in one project; asks the interpreter for its version, which may take a while.

    Raises:
        InterpreterError: if there is none that can be used.
        UsageError: if the project's settings are wrong.
    """
    from testloom.subject import find_interpreter, find_project, find_root, read_settings

    root = options.root_in(folder) or find_root(targets[0].file)
    try:
        found = find_interpreter(root, python or options.python)
    except InterpreterError as error:
        raise InterpreterError(error.what, "Select another interpreter, or set testloom.python.") from None
    settings = options.over(read_settings(find_project(targets[0].file)))
    return Wish(tuple(targets), found, root, write=False, settings=settings)


def _targets(target: Target) -> tuple[Target, ...]:
    """The target itself; of a folder, each source file below it.

    Raises:
        UsageError: if the folder holds none.
    """
    from testloom.subject import source_files

    if not target.file.is_dir():
        return (target,)
    targets = tuple(Target(file) for file in source_files(target.file))
    if not targets:
        raise UsageError(f"{target.file} holds no Python code to test.", "Choose another folder.")
    return targets


def _failed(error: TestloomError) -> Failed:
    return Failed(type(error).__name__, error.what, error.advice)
