"""Candidates: tests that a job has offered, shown as a difference, and edited by the user."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import answer, tell
from testloom.lsp.candidates.covered import beside_others
from testloom.lsp.candidates.discarding import Discarding
from testloom.lsp.candidates.homes import Homes
from testloom.lsp.candidates.offering import (
    beside_waiting,
    offered_tests,
    outdone,
    shown_offer,
)
from testloom.lsp.candidates.offers import (
    Offers,
    only_file,
    remember_discarded,
    wanted,
)
from testloom.lsp.candidates.previews import Previews
from testloom.lsp.candidates.putting import Putting
from testloom.lsp.candidates.undoing import Undoing
from testloom.lsp.documents import is_file, mark_of, path_of, shown_or_none, uri_of
from testloom.lsp.protocol.candidates import (
    CANDIDATES,
    CANDIDATES_CHANGED,
    DISCARD,
    EDIT,
    PREVIEW,
    RESET,
    RESTORE,
    ChosenTests,
    EditParams,
    Preview,
    WaitingTests,
)
from testloom.lsp.protocol.wire import NoParams
from testloom.model.events.jobs import Candidate, FileReady
from testloom.model.generation_request import GenerationRequest
from testloom.model.progress.offers import OfferedTest
from testloom.model.texts.lines import plain_lines

_ANY_FILE = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern("**"), scheme="file")]
)


class Candidates:
    """The candidates of all jobs, as the editor shows them."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self.offers = Offers(lambda: tell(server, CANDIDATES_CHANGED))
        self.drafts = self.offers.drafts
        self.homes = Homes()
        self.undoing = Undoing(server, self.offers)
        self.discarding = Discarding(self.offers, self.undoing)
        self.putting = Putting(server, self.homes, self.undoing)
        self._previews = Previews()
        self._previewed: set[tuple[str, str]] = set()

    async def offer(
        self,
        job: str,
        request: GenerationRequest,
        candidates: Iterable[Candidate],
        files: Iterable[FileReady],
        marks: Mapping[Path, str],
    ) -> list[str]:
        """Store the tests that a job found; return the ids of the test functions that are not decided on.

        Tests that the user has edited keep the edits; only their original source is renewed. Tests of
        recorded calls and tests for a line replace no waiting test; tests that the ones for a line make
        superfluous are forgotten.

        Raises:
            StoreError: if they cannot be kept.
        """
        texts = {file.path: file.text for file in files}
        offered = list(offered_tests(request, candidates, texts, marks))
        found = await asyncio.to_thread(wanted, offered)
        waiting = await self.offers.all()
        gone: list[OfferedTest] = []
        if request.adds and request.recording is None:
            gone = outdone(waiting, self.drafts.undecided(job, found))
        if request.adds or request.recording is not None:
            others = [test for test in waiting if test not in gone]
            found = await asyncio.to_thread(beside_waiting, found, others)
        edited = {test.id: test for test in waiting if test.generated}
        places = {test.id: test.place for test in waiting if test.is_verified}
        found = [replace(test, place=places.get(test.id, test.place)) for test in found]
        tests = [test for test in self.drafts.undecided(job, found) if test.id not in edited]
        renewed = [edited[test.id].generated_as(test) for test in found if test.id in edited]
        unwanted = [test for test in self.drafts.discarded(job, found) if test.id not in edited]
        await asyncio.to_thread(remember_discarded, unwanted)
        self.discarding.verified(unwanted)
        await self._keep([*tests, *renewed])
        kept = {test.id for test in tests}
        await self.undoing.discard({test.id for test in gone} - kept)
        return [test.id for test in tests]

    async def listed(self, _: NoParams) -> WaitingTests:
        """List all waiting tests whose source lies in a folder of this workspace."""
        await self.undoing.settled()
        folders = [path_of(folder.uri) for folder in self._server.workspace.folders.values()]
        tests = await self.offers.all()
        here = [test for test in tests if any(folder in test.subject.parents for folder in folders)]
        added = await asyncio.to_thread(beside_others, here)
        subjects = {test.subject for test in here}
        marks = await asyncio.to_thread(lambda: {subject: mark_of(subject) for subject in subjects})
        shown = (
            shown_offer(test, added=added.get(test.id, test.covers), mark=marks[test.subject])
            for test in here
        )
        return WaitingTests(
            tuple(shown), searching=bool(self.drafts.all), restorable=self.discarding.can_restore
        )

    async def preview(self, wanted: ChosenTests) -> Preview:
        """Render a test file with the chosen tests accepted, together with the URI that it has now.

        Raises:
            UsageError: if the tests are gone, or belong to different files.
        """
        chosen = await self.offers.chosen(wanted.ids)
        file = self.homes.of(only_file(chosen))
        existing = shown_or_none(self._server.workspace, file)
        staying = await self.offers.staying(chosen)
        text = await self._previews.text(file, existing.text if existing else None, chosen, staying)
        self._see(chosen)
        return Preview(uri_of(file), existing is not None, text, _first_line(text, chosen))

    def were_previewed(self, tests: Iterable[OfferedTest]) -> bool:
        """Check whether the user has previewed each of the tests in its current form."""
        return self._previewed.issuperset((test.id, test.source) for test in tests)

    def _see(self, tests: Iterable[OfferedTest]) -> None:
        self._previewed.update((test.id, test.source) for test in tests)

    async def edit(self, params: EditParams) -> None:
        """Store the user's edits of a preview.

        Raises:
            UsageError: if they are gone, the text is not valid Python, or something else was changed in it.
        """
        from testloom.writer import edited

        chosen = await self.offers.chosen(params.ids)
        shown = await self.preview(ChosenTests(params.ids))
        result = await asyncio.to_thread(edited, shown.text, params.text, [test.name for test in chosen])
        functions = {function.was: function for function in result.functions}
        changed = []
        for test in chosen:
            own = functions[test.name]
            added = tuple(dict.fromkeys((*test.added, *result.added)))
            changed.append(test.edited(own.name, own.source, params.text, added))
        await self._keep(changed)
        self._see(changed)

    async def reset(self, wanted: ChosenTests) -> None:
        """Reset tests to the versions that were generated."""
        await self._keep([test.reset() for test in await self.offers.chosen(wanted.ids)])

    def renamed(self, params: types.RenameFilesParams) -> None:
        """Follow the renaming of files or folders."""
        for file in params.files:
            if is_file(file.old_uri) and is_file(file.new_uri):
                was, now = path_of(file.old_uri), path_of(file.new_uri)
                self.homes.move(was, now)
                self.undoing.renamed(was, now)
                self.discarding.renamed(was, now)

    async def _keep(self, tests: Sequence[OfferedTest]) -> None:
        await self.offers.keep(tests)
        await self.undoing.offered(tests)


def _first_line(text: str, tests: Collection[OfferedTest]) -> int:
    """Find the line (from 0) where the first of the tests begins in the text of their file."""
    names = "|".join(re.escape(test.name) for test in tests)
    found = re.search(rf"^(?:async )?def (?:{names})\b", text, re.MULTILINE)
    return len(plain_lines(text[: found.start()])) if found else 0


def register_candidates(server: LanguageServer) -> Candidates:
    """Answer the editor's requests about candidates."""
    candidates = Candidates(server)
    answer(server, CANDIDATES, NoParams, candidates.listed)
    answer(server, PREVIEW, ChosenTests, candidates.preview)
    answer(server, EDIT, EditParams, candidates.edit)
    answer(server, RESET, ChosenTests, candidates.reset)
    answer(server, DISCARD, ChosenTests, candidates.discarding.discard)
    answer(server, RESTORE, NoParams, candidates.discarding.restore)

    @server.feature(types.WORKSPACE_DID_RENAME_FILES, _ANY_FILE)
    def renamed(params: types.RenameFilesParams) -> None:
        candidates.renamed(params)

    return candidates
