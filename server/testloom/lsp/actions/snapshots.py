"""Updates of a test's snapshots: the library writes new values, and the user sees them first."""

from __future__ import annotations

import asyncio
import shlex
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import tell
from testloom.lsp.documents import OpenText, shown_or_none, shown_text, uri_of
from testloom.lsp.edits import apply_edit, build_update
from testloom.lsp.jobs.generate import Generation
from testloom.lsp.jobs.life import Jobs
from testloom.lsp.protocol.testing import UPDATED, UpdatedFiles
from testloom.lsp.reporting.stale import StaleTest
from testloom.lsp.translation import say
from testloom.model.errors import ProjectError, UsageError
from testloom.model.failures import Snapshot
from testloom.model.texts.encodings import EncodingError, decoded

if TYPE_CHECKING:
    from testloom.measurement import SnapshotRequest, SnapshotRun

SHELL = ("run:sh",)
"""What the guard has to allow for the formatter of a snapshot library."""


class Snapshots:
    """Updates snapshots in one editor."""

    def __init__(self, server: LanguageServer, jobs: Jobs, generation: Generation) -> None:
        self._server = server
        self._jobs = jobs
        self._generation = generation

    async def update(self, stale: StaleTest, snapshot: Snapshot) -> bool:
        """Offer the library's updates as one edit that can be undone; return whether it was applied.

        Raises:
            UsageError: if the test has been edited since, or its library writes nothing.
            ProjectError: if what it writes is not text or leads out of the project, or the project has no
                interpreter with pytest.
        """
        from testloom.measurement import SnapshotRequest
        from testloom.subject import find_project

        shown = shown_text(self._server.workspace, stale.file)
        if stale.line_in(shown.text) is None:
            raise UsageError(say("{0} has been edited since it failed.", stale.name), say("Run it again."))
        stop = threading.Event()
        wanted = SnapshotRequest(
            stale.file, shown.text, stale.case, snapshot.library, _folder(stale, snapshot), stop.is_set
        )
        project = await asyncio.to_thread(find_project, stale.file)
        options = await self._generation.options_of(uri_of(stale.file))
        python = await self._generation.consent.interpreter(project, options.python)
        allow = await self._allowance(project, options.allow, wanted.library)
        try:
            async with self._jobs.quietly(self._jobs.next_id(), _title(stale)):
                run = await asyncio.to_thread(_run, project, python, allow, wanted)
        finally:
            stop.set()
        if not run.written or run.run.is_private:
            raise UsageError(_why(stale, run), say("Run: {0}", _command(python, wanted)))
        return await self._apply(stale, list(self._texts(run)))

    async def _allowance(self, project: Path, own: Sequence[str], library: str) -> tuple[str, ...]:
        """Collect what the guard lets pass: the library's formatter, too, if the user allows it."""
        consent = self._generation.consent
        allow = await consent.allowance(project, own)
        if not await asyncio.to_thread(_formats_in_shell, project, library):
            return allow
        return await consent.allowed(project, SHELL, allow)

    def _texts(self, run: SnapshotRun) -> Iterator[tuple[Path, OpenText | None, str]]:
        for file, content in run.written.items():
            try:
                text = decoded(content)
            except EncodingError:
                what = say("The snapshot {0} is not text: its changes cannot be shown.", file.name)
                raise ProjectError(
                    what, say("Update it in a terminal, with the option of its library.")
                ) from None
            yield file, shown_or_none(self._server.workspace, file), text

    async def _apply(self, stale: StaleTest, files: list[tuple[Path, OpenText | None, str]]) -> bool:
        edit, edited = build_update(self._server, files, _title(stale))
        is_applied = await apply_edit(self._server, edit, _title(stale))
        if is_applied:
            tell(self._server, UPDATED, UpdatedFiles(edited))
        return is_applied


def _title(stale: StaleTest) -> str:
    return say("Update snapshots of {0}", stale.name)


def _folder(stale: StaleTest, snapshot: Snapshot) -> Path | None:
    """Return the folder of the library for the test's snapshots; None if they are in the test file."""
    if not snapshot.file:
        return None
    folder = Path(snapshot.file).resolve().parent
    if stale.file.parent not in folder.parents:
        what = say("The snapshots of {0} are not kept below the folder of its file.", stale.name)
        raise UsageError(what, say("Update them in a terminal, with the option of their library."))
    return folder


def _run(project: Path, python: Path, allow: Sequence[str], wanted: SnapshotRequest) -> SnapshotRun:
    """Run the test, with its snapshot library told to write new values."""
    from testloom.execution import guarded_command
    from testloom.measurement import TestEnvironment, check_tools, write_snapshots
    from testloom.repository import ignored_files
    from testloom.writer import place_inside

    check_tools(python, guarded_command, project)
    environment = TestEnvironment(
        python,
        project,
        project,
        wanted.test_file,
        partial(guarded_command, allow=allow),
        ignored=tuple(ignored_files(project)),
    )
    run = write_snapshots(environment, wanted)
    for file in run.written:
        place_inside(file, project)
    return run


def _formats_in_shell(project: Path, library: str) -> bool:
    """Check whether the project has the library run a command on the test file, through a shell."""
    from testloom.repository.configuration import toml_table

    settings = toml_table(project / "pyproject.toml", "tool", "inline-snapshot")
    return library == "inline_snapshot" and bool(settings.get("format-command"))


def _why(stale: StaleTest, run: SnapshotRun) -> str:
    """Explain why nothing was updated."""
    if run.run.is_private:
        return say("{0} reads private files, which the guard withholds.", stale.name)
    case = run.run.case(stale.case)
    told = run.run.error or (case.message if case else "")
    told = told.partition("guard.policy.Denied: ")[2] or told
    if told:
        return say("The snapshots of {0} were not updated: {1}.", stale.name, told.rstrip("."))
    return say("Under the guard, {0} matches its snapshots.", stale.name)


def _command(python: Path, wanted: SnapshotRequest) -> str:
    """Return the command that does the same in a terminal."""
    from testloom.measurement import SNAPSHOT_OPTIONS

    node = f"{wanted.test_file}::{wanted.case}"
    return shlex.join([str(python), "-m", "pytest", node, SNAPSHOT_OPTIONS[wanted.library]])
