"""The recordings of the workspace's programs: how to record more, and reports on what was recorded."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import answer, refresh_lenses, tell
from testloom.lsp.consent import Consent
from testloom.lsp.documents import path_of, read_file, uri_of
from testloom.lsp.options import KnownOptions
from testloom.lsp.places.outline import outline_of
from testloom.lsp.protocol.recording import (
    FORGET_RECORDED,
    RECORD,
    RECORDED,
    RECORDED_CHANGED,
    ChosenFunctions,
    HowToRecord,
    LostCalls,
    RecordedFunction,
    RecordedFunctions,
    RecordParams,
)
from testloom.lsp.protocol.wire import NoParams
from testloom.model.errors import ProjectError

_SECONDS_BETWEEN_LOOKS = 0.5
Seen = dict[Path, tuple[tuple[int, int], ...]]
"""The time of the last write and the size of each journal's files."""


class Recordings:
    """The recordings of one editor: a journal for each project, in the user's data folder."""

    def __init__(self, server: LanguageServer, options: KnownOptions, consent: Consent) -> None:
        self._server = server
        self._options = options
        self._consent = consent
        self._watching: asyncio.Task[None] | None = None
        self._known: list[RecordedFunction] = []

    async def how(self, params: RecordParams) -> HowToRecord:
        """Find out how to run a program so that it is recorded.

        Raises:
            UsageError: if it is not a file or folder on this machine.
            InterpreterError: if the project has no interpreter that can be used.
        """
        return await self.how_to_record(path_of(params.uri), params.uri)

    async def how_to_record(self, path: Path, uri: str) -> HowToRecord:
        """Find out how to record a program, or any program of a project folder.

        The settings are those of `uri`.

        Raises:
            InterpreterError: if the project has no interpreter that can be used.
        """
        from testloom.subject import find_project

        project = await asyncio.to_thread(find_project, path / "_" if path.is_dir() else path)
        wanted = (await self._options.now(uri)).python
        python = await self._consent.interpreter(project, wanted)
        return await asyncio.to_thread(how_to_record, path, project, python)

    async def listed(self, _: NoParams) -> RecordedFunctions:
        """List the recorded functions of programs in the workspace.

        From now on, the editor is notified of changes.

        Raises:
            StoreError: if a recording cannot be read.
        """
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch())
        found = await asyncio.to_thread(_listed, self._folders())
        if found != self._known:
            self._known = found
            refresh_lenses(self._server)
        return RecordedFunctions(tuple(found))

    def known(self, file: Path) -> dict[str, RecordedFunction]:
        """Return the functions of a file that were listed last, by qualified name."""
        return {each.callable.partition(":")[2]: each for each in self._known if path_of(each.uri) == file}

    async def forget(self, chosen: ChosenFunctions) -> None:
        """Remove functions from a recording.

        Raises:
            StoreError: if it cannot be written.
        """
        from testloom.recording import forget_functions

        await asyncio.to_thread(forget_functions, chosen.journal, chosen.callables)

    async def close(self) -> None:
        """Stop watching the journals."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def _watch(self) -> None:
        """Tell the editor whenever a journal has changed."""
        before = _seen()
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            if (now := _seen()) != before:
                before = now
                tell(self._server, RECORDED_CHANGED)

    def _folders(self) -> list[Path]:
        return [path_of(folder.uri).resolve() for folder in self._server.workspace.folders.values()]


def how_to_record(path: Path, project: Path, python: Path) -> HowToRecord:
    """Build the commands that record a program, or any program of the project in a folder."""
    from testloom.execution import AGENT_FOLDER, recorded_command
    from testloom.recording import ignored_of
    from testloom.subject import importable_name

    variables = recording_variables(project)
    name = None if path.is_dir() else importable_name(path)
    journal = _journal_of(project)
    own = [sys.executable, "-I", "-m", "testloom", "record"]
    return HowToRecord(
        journal,
        project,
        python,
        command=[*own, "--in-editor", "-o", str(journal), "--python", str(python), "--"],
        launcher=recorded_command(python, journal, project, name=name, ignored=ignored_of(project))[2:],
        environment=variables,
        agent=AGENT_FOLDER,
    )


def recording_variables(project: Path) -> dict[str, str]:
    """Build the variables with which any Python records into the journal of a project.

    Files that git ignores now are private in these recordings.
    """
    from testloom.execution import recorded_environment
    from testloom.recording import list_ignored

    return recorded_environment(_journal_of(project), project, ignored=list_ignored(project))


def _listed(folders: list[Path]) -> list[RecordedFunction]:
    from testloom.recording import JOURNALS, recorded_functions, recorded_root, recordings_folder

    found: list[RecordedFunction] = []
    for journal in sorted(recordings_folder().glob(JOURNALS)):
        root = recorded_root(journal)
        if root is None or not any(_overlap(root, folder) for folder in folders):
            continue
        functions = recorded_functions(journal)
        lines = {file: _lines(file) for file in {function.file for function in functions}}
        for function in functions:
            path, file = function.callable, function.file
            line = lines[file].get(path.partition(":")[2], 0)
            lost = tuple(LostCalls(reason, calls) for reason, calls in function.lost.items())
            found.append(RecordedFunction(journal, path, uri_of(file), line, function.calls, lost))
    return sorted(found, key=lambda function: (function.uri, function.line))


def _overlap(one: Path, other: Path) -> bool:
    return one in (other, *other.parents) or other in one.parents


def _lines(file: Path) -> dict[str, int]:
    """Return the first lines of the classes and functions in a file; empty if it can no longer be read."""
    try:
        outline = outline_of(read_file(file) or "")
    except ProjectError:
        return {}
    return {unit.qualname: unit.line for unit in outline.units} if outline else {}


def _journal_of(project: Path) -> Path:
    """Return the path of a project's journal, and make sure that its folder exists."""
    from testloom.recording import recording_of
    from testloom.store import keep_private, make_private_folder

    journal = recording_of(project)
    make_private_folder(journal.parent)
    keep_private(journal.parent)
    return journal


def _seen() -> Seen:
    """Return the times and sizes of all journals, including their write-ahead logs."""
    from testloom.recording import JOURNALS, recordings_folder

    found: Seen = {}
    for journal in recordings_folder().glob(JOURNALS):
        with contextlib.suppress(FileNotFoundError):
            logs = [file for file in (journal, journal.with_name(f"{journal.name}-wal")) if file.exists()]
            found[journal] = tuple((status.st_mtime_ns, status.st_size) for status in map(Path.stat, logs))
    return found


def register_recordings(server: LanguageServer, options: KnownOptions, consent: Consent) -> Recordings:
    """Answer the editor's requests about recordings."""
    recordings = Recordings(server, options, consent)
    answer(server, RECORD, RecordParams, recordings.how)
    answer(server, RECORDED, NoParams, recordings.listed)
    answer(server, FORGET_RECORDED, ChosenFunctions, recordings.forget)
    return recordings
