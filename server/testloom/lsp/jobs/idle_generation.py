"""Idle generation: candidates for untested code of the project, one job after the other.

The work is `testloom continuous --offer`, a process of low priority that takes one core and remembers
results like a run from a terminal. It ends as soon as the user comes back.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.execution.process_group import end, start
from testloom.lsp.answers import answer
from testloom.lsp.documents import mark_of, path_of
from testloom.lsp.jobs.generate import Generation
from testloom.lsp.jobs.life import JobEvents, Jobs
from testloom.lsp.options import Options
from testloom.lsp.protocol.generating import BUSY, Busy
from testloom.lsp.translation import say
from testloom.model.errors import TestloomError
from testloom.model.events.jobs import Candidate, Event, Failed, FileReady, Progress, decode_event
from testloom.model.events.units import ProjectSummary, UnitDone
from testloom.model.generation_request import GenerationRequest, Target
from testloom.platform.power import is_on_battery
from testloom.platform.processes import lower_priority

SECONDS_ON_BATTERY = 120.0
MINUTES_A_RUN = 5.0
_LONGEST_LINE = 64 * 1024 * 1024
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Idle:
    """The command for idle generation, and the conditions for it.

    Attributes:
        command: of Testloom.
        seconds: without an edit, a save or a run, after which the editor counts as idle.
        on_battery: whether the machine runs on battery, in which case nothing is generated.
    """

    command: Sequence[str] = (sys.executable, "-I", "-m", "testloom")
    seconds: float = 30.0
    on_battery: Callable[[], bool] = is_on_battery


@dataclass(slots=True)
class IdleGeneration:
    """Starts work when the editor has been idle for a while, and stops it when the editor is used again.

    Attributes:
        server: the editor.
        jobs: shows the work in the status bar.
        generation: knows interpreters and settings.
        renewed: called when candidates have arrived.
        when: the command, and the conditions for it.
    """

    server: LanguageServer
    jobs: Jobs
    generation: Generation
    renewed: Callable[[], None]
    when: Idle
    _busy: bool = False
    _has_news: bool = True
    _timer: asyncio.TimerHandle | None = None
    _task: asyncio.Task[None] | None = None
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def note_change(self) -> None:
        """Note that files have changed, so that there may be work to do again."""
        self._has_news = True
        self.note_activity()

    def note_activity(self) -> None:
        """Note that the editor is used: stop, and wait until it is idle again."""
        if self._task is not None:
            self._task.cancel()
        self._arm(self.when.seconds)

    def note_busy(self, busy: Busy) -> None:
        """Record whether the user is running or debugging something."""
        self._busy = busy.busy
        self.note_activity()

    async def close(self) -> None:
        """End the current work, and begin no more."""
        self._busy = True
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _arm(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if self._busy else asyncio.get_running_loop().call_later(seconds, self._begin)

    def _begin(self) -> None:
        self._task = asyncio.create_task(self._run_all())
        self._tasks.add(self._task)
        self._task.add_done_callback(self._tasks.discard)

    async def _run_all(self) -> None:
        """Run each workspace folder once; repeat until nothing is left to do, or the editor is used again."""
        if not self._has_news:
            return
        if await asyncio.to_thread(self.when.on_battery):
            self._arm(SECONDS_ON_BATTERY)
            return
        done: list[int] = []
        for folder in list(self.server.workspace.folders.values()):
            options = await self.generation.options_of(folder.uri)
            if options.when_idle:
                done.append(await self._run(path_of(folder.uri), options))
        self._has_news = any(done) or not done
        if any(done):
            self._arm(0.0)

    async def _run(self, folder: Path, options: Options) -> int:
        """Run one folder and return the number of units that were run; errors go only to the log."""
        id = self.jobs.next_id()
        async with self.jobs.quietly(
            id, say("Generating tests for {0} while the editor is idle", folder.name)
        ):
            try:
                return await self._follow(id, folder, options)
            except (OSError, TestloomError) as error:
                _log.warning("While idle: %s", error)
                return 0

    async def _follow(self, id: str, folder: Path, options: Options) -> int:
        """Start the process and handle its output until it ends or this task is cancelled.

        Output during its termination counts, too: the process has stored these results, and would not offer
        them again.
        """
        process = await start(await self._argv(folder, options), limit=_LONGEST_LINE)
        assert process.stdout is not None and process.stderr is not None
        lower_priority(process.pid)
        news = _News()
        log = asyncio.create_task(process.stderr.read())
        try:
            while line := await process.stdout.readline():
                if news.note(_decoded(line)):
                    await self._offer(id, news)
        finally:
            await end(process)
            log.cancel()
            for line in (await process.stdout.read()).splitlines():
                news.note(_decoded(line))
            await self._offer(id, news)
        return news.units

    async def _offer(self, id: str, news: _News) -> None:
        """Offer the tests that were found since the last call."""
        said, files = news.taken()
        if said.candidates and files:
            targets = tuple(Target(file) for file in files)
            request = GenerationRequest(targets, Path(self.when.command[0]), files[0].parent, write=False)
            await self.generation.offer(id, request, said)
            self.renewed()

    async def _argv(self, folder: Path, options: Options) -> list[str]:
        """Return the command line; the command itself looks up what the user has allowed the project."""
        python = await self.generation.consent.interpreter(folder, options.python, asks=False)
        named = ["--python", str(python), *(part for entry in options.allow for part in ("--allow", entry))]
        limits = ["--budget", str(MINUTES_A_RUN), "--executor", "local:1"]
        return [*self.when.command, "continuous", str(folder), "--offer", "--json", *limits, *named]


@dataclass(slots=True)
class _News:
    """The output of the process that has not been offered yet; `units` counts the units that were run."""

    said: JobEvents = field(default_factory=JobEvents)
    files: dict[Path, None] = field(default_factory=dict)
    units: int = 0

    def note(self, event: Event | None) -> bool:
        """Note an event; return whether a job has ended with it."""
        match event:
            case Candidate():
                self.said.candidates.append(event)
            case FileReady():
                self.said.files.append(event)
            case UnitDone():
                self.files[Path(event.file)] = None
                self.said.marks[Path(event.file)] = mark_of(Path(event.file))
            case Failed():
                _log.warning("While idle: %s %s", event.what, event.advice)
            case ProjectSummary():
                self.units = event.units_run
            case Progress(phase="project"):
                return True
        return False

    def taken(self) -> tuple[JobEvents, tuple[Path, ...]]:
        """Return the results to be offered, and start to collect new ones."""
        taken = self.said, tuple(self.files)
        self.said, self.files = JobEvents(), {}
        return taken


def _decoded(line: bytes) -> Event | None:
    try:
        return decode_event(json.loads(line))
    except (ValueError, AttributeError):
        return None


def register_idle_generation(server: LanguageServer, idle_generation: IdleGeneration) -> IdleGeneration:
    """Handle notifications that the user runs or debugs a program."""
    answer(server, BUSY, Busy, idle_generation.note_busy)
    return idle_generation


def watch_sources(server: LanguageServer) -> None:
    """Have the editor report changes of sources by other programs, such as git, if it supports that.

    Of a folder that is deleted, editors do not report the files.
    """
    workspace = server.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    if watching and watching.dynamic_registration:
        there = types.WatchKind.Create | types.WatchKind.Change
        watchers = [
            types.FileSystemWatcher(glob_pattern="**/*.py", kind=there),
            types.FileSystemWatcher(glob_pattern="**", kind=types.WatchKind.Delete),
        ]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
        request = types.Registration("testloom.sources", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        server.client_register_capability(types.RegistrationParams([request]), callback=lambda _: None)
