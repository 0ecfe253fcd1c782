"""Generation on save: changed code gets candidates, quietly, one file after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import tell
from testloom.lsp.documents import has_code, path_of, uri_of
from testloom.lsp.jobs.generate import Generation
from testloom.lsp.jobs.life import JobEvents, Jobs
from testloom.lsp.options import Options
from testloom.lsp.protocol.generating import FINISHED, Finished
from testloom.lsp.translation import say
from testloom.model.errors import StoreError, TestloomError
from testloom.model.generation_request import Earlier, Target
from testloom.model.texts.trees import parsed

if TYPE_CHECKING:
    from testloom.continuous.saved import SavedUnits

MOST_SECONDS = 5.0
"""The time limit for a search on save, in seconds; longer searches need explicit requests."""
_SECONDS_TO_SETTLE = 0.3
_log = logging.getLogger(__name__)


class OnSave:
    """Compares each save with the previous one, and has tests generated for the changed code."""

    def __init__(
        self, server: LanguageServer, jobs: Jobs, generation: Generation, renewed: Callable[[], None]
    ) -> None:
        self._server = server
        self._jobs = jobs
        self._renewed = renewed
        self._generation = generation
        self._saved: dict[Path, str] = {}
        self._settling: dict[Path, asyncio.Task[None]] = {}
        self._waiting: dict[Path, dict[str, None]] = {}
        self._running: tuple[Path, asyncio.Task[None]] | None = None
        self._queue: asyncio.Task[None] | None = None

    def opened(self, uri: str) -> None:
        """Remember the text of a file before its first save."""
        self._saved.setdefault(path_of(uri), self._server.workspace.get_text_document(uri).source)

    def saved(self, uri: str) -> None:
        """Handle a save, unless another one follows shortly."""
        path = path_of(uri)
        if pending := self._settling.get(path):
            pending.cancel()
        if has_code(uri):
            self._settling[path] = asyncio.create_task(self._settle(path, uri))

    def settings_changed(self) -> None:
        """Start the current job anew with the new settings, unless they turn it off."""
        if self._running is not None:
            self._running[1].cancel()

    async def close(self) -> None:
        """Clear the queue, and end the current job."""
        self._waiting.clear()
        tasks = [*self._settling.values()]
        tasks += [self._running[1]] if self._running else []
        tasks += [self._queue] if self._queue else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _settle(self, path: Path, uri: str) -> None:
        await asyncio.sleep(_SECONDS_TO_SETTLE)
        options = await self._generation.options_of(uri)
        before, after = self._saved.get(path, ""), self._server.workspace.get_text_document(uri).source
        if parsed(after) is None:
            return  # what it changes counts with the save that mends it
        self._saved[path] = after
        if options.on_save == "off":
            return
        with_dependants = options.on_save == "dependants"
        try:
            files = await asyncio.to_thread(_affected, path, before, after, with_dependants)
        except TestloomError as error:
            _log.warning("On save: %s", error)
            return
        for file, wanted in files.items():
            self._enqueue(file, wanted)

    def _enqueue(self, path: Path, names: Iterable[str]) -> None:
        """Queue units of a file; a running job for this file is out of date, and is run again."""
        self._waiting.setdefault(path, {}).update(dict.fromkeys(names))
        if self._running is not None and self._running[0] == path:
            self._running[1].cancel()
        if self._queue is None or self._queue.done():
            self._queue = asyncio.create_task(self._work())

    async def _work(self) -> None:
        """Run the queue, one file at a time, as a job takes a whole core; cancelled jobs are queued again."""
        while self._waiting:
            path = next(iter(self._waiting))
            names = self._waiting.pop(path)
            job = asyncio.create_task(self._run(path, tuple(names)))
            self._running = path, job
            try:
                await asyncio.wait([job])
            finally:
                job.cancel()
                self._running = None
            if job.cancelled():
                self._waiting[path] = {**names, **self._waiting.get(path, {})}

    async def _run(self, path: Path, names: tuple[str, ...]) -> None:
        """Generate tests for some units of a file, if still wanted; errors go only to the log."""
        try:
            options = await self._generation.options_of(uri_of(path))
            if options.on_save == "off":
                return
            finished = await self._generated(path, names, options)
            for error in finished.errors:
                _log.warning("On save: %s %s", error.what, error.advice)
            tell(self._server, FINISHED, finished)
            self._renewed()
        except TestloomError as error:
            _log.warning("On save: %s", error)
        except Exception:
            _log.exception("Generation on save failed")

    async def _generated(self, path: Path, names: tuple[str, ...], options: Options) -> Finished:
        """Run a job without messages: its candidates wait, and nobody is interrupted."""
        targets = [Target(path, name) for name in names]
        request = await self._generation.request_for(targets, options, asks=False)
        settings = replace(request.settings, budget=min(request.settings.budget, MOST_SECONDS))
        units, earlier = await asyncio.to_thread(_known, path, names)
        request = replace(request, settings=settings, drafts=True, earlier=earlier)
        id, said = self._jobs.next_id(), JobEvents()
        async with self._jobs.quietly(id, say("Generating tests for {0}", ", ".join(names))):
            await self._jobs.work(id, request, said)
            delivery = await self._generation.offer(id, request, said)
        await asyncio.to_thread(_remember, units, said, settings.exclude)
        return Finished(id, errors=tuple(said.errors), offered=delivery.offered)


def _known(path: Path, names: tuple[str, ...]) -> tuple[SavedUnits, tuple[Earlier, ...]]:
    """Return the units of a job, and what the project's history contains of them."""
    from testloom.continuous.saved import SavedUnits
    from testloom.subject import find_project

    units = SavedUnits(find_project(path), path, names)
    return units, units.earlier()


def _remember(units: SavedUnits, said: JobEvents, exclude: tuple[str, ...]) -> None:
    """Store the results in the project's history for later runs."""
    if said.suites:
        try:
            units.remember([*said.suites, *said.errors], exclude)
        except StoreError as error:
            _log.warning("Project runs will not know this result: %s", error)


def _affected(path: Path, before: str, after: str, with_dependants: bool) -> dict[Path, list[str]]:
    """Find the units affected by a save, by file; none if the file is not part of its project.

    Raises:
        UsageError: if the project's settings are wrong.
    """
    from testloom.continuous.detection.saves import changed_names, dependants
    from testloom.continuous.project.scan import is_left_out
    from testloom.model.settings import Settings
    from testloom.subject import find_project, read_settings

    names = changed_names(before, after)
    project = find_project(path)
    exclude = Settings.decode(read_settings(project)).exclude
    if not names or is_left_out(path, project, exclude):
        return {}
    found = dependants(project, path, names, exclude) if with_dependants else {}
    return {path: [*names, *found.pop(path, [])], **found}
