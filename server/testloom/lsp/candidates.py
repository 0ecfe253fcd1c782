"""Tests that wait for the user: offered by a job, shown as a difference, accepted or discarded."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine, Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.lsp.documents import path_of, read_open, uri_of
from testloom.lsp.drafts import Drafts
from testloom.lsp.edits import build_edit
from testloom.lsp.offering import encode_offer, offered_tests
from testloom.lsp.protocol import ACCEPT, CANDIDATES, CANDIDATES_CHANGED, DISCARD, PREVIEW, decode_ids
from testloom.model.errors import TestloomError, UsageError
from testloom.model.events import Candidate, FileReady
from testloom.model.offers import OfferedTest
from testloom.model.wish import Wish


class Candidates:
    """The candidates of all jobs; they live in the store, so that nothing is lost when the editor closes.

    The `drafts` of jobs that are running stand beside them.
    """

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self.drafts = Drafts(lambda: server.protocol.notify(CANDIDATES_CHANGED, {}))

    async def offer(
        self, job: str, wish: Wish, candidates: Iterable[Candidate], files: Iterable[FileReady]
    ) -> list[str]:
        """Keep what a job found; returns the ids, one for each test function.

        Raises:
            StoreError: if they cannot be kept.
        """
        texts = {file.path: file.text for file in files}
        tests = self.drafts.undecided(job, offered_tests(wish, candidates, texts))
        await asyncio.to_thread(_add, tests)
        return [test.id for test in tests]

    async def listed(self) -> list[dict[str, Any]]:
        """All that wait and whose source lies in a folder of this workspace."""
        folders = [path_of(folder.uri) for folder in self._server.workspace.folders.values()]
        tests = (await self._known()).values()
        return [
            encode_offer(test) for test in tests if any(folder in test.subject.parents for folder in folders)
        ]

    async def preview(self, ids: Collection[str]) -> dict[str, Any]:
        """The text of a test file as it will be once these are accepted, beside its URI now.

        Raises:
            UsageError: if they are gone, or belong to different files, or their file has unsaved changes.
        """
        chosen = await self._chosen(ids)
        if len({test.file for test in chosen}) != 1:
            raise UsageError("A preview shows the tests of one file.", "Choose tests of one file.")
        file = chosen[0].file
        existing = read_open(self._server.workspace, file)
        text = await asyncio.to_thread(_merged, file, existing.text if existing else None, chosen)
        return {"uri": uri_of(file), "exists": existing is not None, "text": text}

    async def accept(self, ids: Collection[str]) -> dict[str, Any]:
        """Put tests into their files, as one edit that the user can undo; what the editor refuses stays.

        Raises:
            UsageError: if they are gone, or their file has unsaved changes.
        """
        chosen = await self._chosen(ids)
        files = []
        for file in dict.fromkeys(test.file for test in chosen):
            existing = read_open(self._server.workspace, file)
            own = [test for test in chosen if test.file == file]
            text = await asyncio.to_thread(_merged, file, existing.text if existing else None, own)
            files.append(FileReady(str(file), text, created=existing is None))
        edit, edited = build_edit(self._server, files)
        if edited:
            params = types.ApplyWorkspaceEditParams(edit, "Accept tests")
            if not (await self._server.workspace_apply_edit_async(params)).applied:
                return {"files": []}
        await self._forget([test.id for test in chosen])
        return {"files": [{"uri": file.uri, "created": file.created, "line": file.line} for file in edited]}

    async def discard(self, ids: Collection[str]) -> dict[str, Any]:
        """Forget tests."""
        await self._forget(ids)
        return {"files": []}

    async def _chosen(self, ids: Collection[str]) -> list[OfferedTest]:
        chosen = [test for id, test in (await self._known()).items() if id in ids]
        if not chosen:
            raise UsageError("These tests are no candidates any more.", "Generate tests again.")
        return chosen

    async def _known(self) -> dict[str, OfferedTest]:
        """All that wait, by id, and the drafts of others."""
        stored = {test.id: test for test in await asyncio.to_thread(_all)}
        return stored | {test.id: test for test in self.drafts.all if test.id not in stored}

    async def _forget(self, ids: Collection[str]) -> None:
        self.drafts.decide(ids)
        await asyncio.to_thread(_remove, ids)


def register_candidates(server: LanguageServer) -> Candidates:
    """Answer what the editor asks about candidates; an error comes as `{error}`."""
    candidates = Candidates(server)

    @server.feature(CANDIDATES)
    async def listed(_: Any) -> dict[str, Any]:
        return await _or_error(_as_tests(candidates))

    @server.feature(PREVIEW)
    async def preview(params: Any) -> dict[str, Any]:
        return await _or_error(candidates.preview(decode_ids(params)))

    @server.feature(ACCEPT)
    async def accept(params: Any) -> dict[str, Any]:
        return await _or_error(candidates.accept(decode_ids(params)))

    @server.feature(DISCARD)
    async def discard(params: Any) -> dict[str, Any]:
        return await _or_error(candidates.discard(decode_ids(params)))

    return candidates


async def _as_tests(candidates: Candidates) -> dict[str, Any]:
    return {"tests": await candidates.listed()}


async def _or_error(answer: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    try:
        return await answer
    except TestloomError as error:
        return {"error": str(error)}


def _merged(file: Path, existing: str | None, chosen: Collection[OfferedTest]) -> str:
    """The text of the file with tests that may come from several jobs."""
    from testloom.model.subject import Subject
    from testloom.subject import find_project, find_root, module_name
    from testloom.writer import project_style, with_chosen

    text = existing
    for complete in dict.fromkeys(test.complete for test in chosen):
        own = [test for test in chosen if test.complete == complete]
        source = own[0].subject
        subject = Subject(module_name(find_root(source), source), str(source))
        style = project_style(find_project(source))
        text = with_chosen(text, complete, {test.name for test in own}, subject, style)
    return text or ""


def _all() -> list[OfferedTest]:
    from testloom.store import OfferedTests, open_store

    with open_store() as database:
        return OfferedTests(database).all()


def _add(tests: Collection[OfferedTest]) -> None:
    from testloom.store import OfferedTests, open_store

    with open_store() as database:
        OfferedTests(database).add(tests)


def _remove(ids: Collection[str]) -> None:
    from testloom.store import OfferedTests, open_store

    with open_store() as database:
        OfferedTests(database).remove(ids)
