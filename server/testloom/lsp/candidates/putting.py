"""Insertion of tests into their files as the editor shows them, saved or not, as one undoable edit."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp.candidates.homes import Homes, remember_accepted
from testloom.lsp.candidates.offers import merged
from testloom.lsp.candidates.undoing import Before, Undoing
from testloom.lsp.documents import shown_or_none
from testloom.lsp.edits import build_edit, offer_edit
from testloom.lsp.protocol.generating import EditedFile
from testloom.lsp.translation import say
from testloom.model.errors import StoreError
from testloom.model.events.jobs import FileReady
from testloom.model.progress.offers import OfferedTest

MOST_ATTEMPTS = 5
"""The maximum number of attempts to merge tests into files that change in the meantime."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Put:
    """The result of inserting tests: the edited files, and the number of inserted tests.

    It is `refused` if the editor has not applied an edit, with the `reason` if it is known. `was_asked` says
    that its user could have confirmed it.
    """

    files: tuple[EditedFile, ...] = ()
    accepted: int = 0
    refused: bool = False
    reason: str = ""
    was_asked: bool = False


class Putting:
    """Inserts tests into files; inserted tests wait no longer, and are registered as generated."""

    def __init__(self, server: LanguageServer, homes: Homes, undoing: Undoing) -> None:
        self._server = server
        self._homes = homes
        self._undoing = undoing

    async def put(
        self,
        label: str,
        by_file: Mapping[Path, Sequence[OfferedTest]],
        *,
        staying: Collection[str] = (),
        asks: bool = True,
    ) -> Put:
        """Insert tests into the files that they were made for, or into those that the user prefers.

        They replace no test whose name is among `staying`.

        With `asks`, edits that rewrite other code wait for the user to confirm them: file by file, so that it
        is known which ones were confirmed. The result is `refused` if not all of them were.

        Raises:
            ProjectError: if a file cannot be read, is not valid Python, or a link leads out of the project.
            StoreError: if the store cannot be read.
        """
        sources = {test.subject for tests in by_file.values() for test in tests}
        for _ in range(MOST_ATTEMPTS):
            before, files = await self._merged(by_file, staying)
            placed = [_as_in(now.text, tests) for now, tests in zip(files, by_file.values(), strict=True)]
            shown = [(now, was.shown) for was, now in zip(before, files, strict=True)]
            edit, edited = await build_edit(self._server, shown, sources, asks=asks)
            if all(shown_or_none(self._server.workspace, was.file) == was.shown for was in before):
                break
        else:
            return Put(refused=True, reason=say("its text is being changed"))
        if edit.change_annotations and len(by_file) > 1:
            alone = ({file: tests} for file, tests in by_file.items())
            return _all_of([await self.put(label, tests, staying=staying) for tests in alone])
        if edited:
            answer = await offer_edit(self._server, edit, label)
            if not answer.applied:
                reason = answer.failure_reason or _hindrance(was.file for was in before)
                return Put(refused=True, reason=reason, was_asked=bool(edit.change_annotations))
        try:
            for file, tests in zip(by_file, placed, strict=True):
                await asyncio.to_thread(remember_accepted, file, self._homes.of(file), tests)
            for was, now, tests in zip(before, files, placed, strict=True):
                await self._undoing.note(was, now.text, tests)
        except StoreError as error:  # the edit has already been made
            _log.warning("Edited tests will not be recognised: %s", error)
        return Put(edited, sum(len(tests) for tests in by_file.values()))

    async def _merged(
        self, by_file: Mapping[Path, Sequence[OfferedTest]], staying: Collection[str]
    ) -> tuple[list[Before], list[FileReady]]:
        """Return the files as they are, and as they will be with the tests."""
        before, files = [], []
        for file, tests in by_file.items():
            was = await self._undoing.before(self._homes.of(file))
            text = await asyncio.to_thread(merged, was.file, was.text, tests, staying)
            before.append(was)
            files.append(FileReady(str(was.file), text, created=was.shown is None))
        return before, files


def _all_of(puts: Sequence[Put]) -> Put:
    files = tuple(file for put in puts for file in put.files)
    refused = [put for put in puts if put.refused]
    accepted = sum(put.accepted for put in puts)
    reason = next((put.reason for put in refused), "")
    return Put(files, accepted, bool(refused), reason, any(put.was_asked for put in refused))


def _hindrance(files: Iterable[Path]) -> str:
    """Explain which of some files cannot be written, as not every editor says so; "" if all can be."""
    for file in files:
        place = file if file.exists() else next(folder for folder in file.parents if folder.exists())
        if not os.access(place, os.W_OK):
            return say("{0} cannot be written", place)
    return ""


def _as_in(text: str, tests: Sequence[OfferedTest]) -> list[OfferedTest]:
    """Return the tests as they are in a text, where names that they use may differ from the expected."""
    from testloom.writer import function_source

    return [replace(test, source=function_source(text, test.name) or test.source) for test in tests]
