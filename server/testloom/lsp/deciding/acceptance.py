"""Puts tests that their user accepts into their files."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import answer
from testloom.lsp.asking import asked
from testloom.lsp.deciding.trials import Trials
from testloom.lsp.documents import read_open
from testloom.lsp.edits import build_edit
from testloom.lsp.protocol.candidates import ACCEPT, Accepted, AcceptParams
from testloom.lsp.translation import say
from testloom.lsp.waiting.candidates import Candidates
from testloom.lsp.waiting.homes import remember_accepted
from testloom.lsp.waiting.offers import merged
from testloom.model.errors import UsageError
from testloom.model.events.jobs import FileReady
from testloom.model.progress.offers import OfferedTest


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Accepting is one edit that the user can undo; what the editor refuses goes on waiting."""

    server: LanguageServer
    candidates: Candidates
    trials: Trials

    async def accept(self, params: AcceptParams) -> Accepted:
        """Put tests into their files, or ask which, if the user has to say so.

        What nobody has verified runs first.

        Raises:
            UsageError: if they are gone or one fails, or their file has unsaved changes.
        """
        chosen = await self.candidates.offers.chosen(params.ids)
        by_file = {file: [test for test in chosen if test.file == file] for file in _files(chosen)}
        for file in by_file:
            homes = self.candidates.homes
            homes.choose(file, params.where)
            existing = read_open(self.server.workspace, file)
            choices = await asyncio.to_thread(homes.choices, file, existing.text if existing else None)
            if choices:
                return Accepted(choices=choices)
        for tests in by_file.values():
            await self._must_pass([test for test in tests if not test.is_verified and not test.generated])
        return await self._put(by_file)

    async def _must_pass(self, drafts: Sequence[OfferedTest]) -> None:
        if not drafts:
            return
        outcomes = await self.trials.outcomes(drafts)
        for test in drafts:
            if outcomes[test.id].outcome != "passed":
                raise UsageError(
                    say("{0} does not pass on its own: {1}.", test.name, outcomes[test.id].message),
                    say("Edit or discard it; unverified tests are removed when the search ends."),
                )

    async def _put(self, by_file: dict[Path, list[OfferedTest]]) -> Accepted:
        files, before = [], []
        for file, tests in by_file.items():
            home = self.candidates.homes.of(file)
            existing = read_open(self.server.workspace, home)
            old = existing.text if existing else None
            before.append(await self.candidates.undoing.before(home, old))
            text = await asyncio.to_thread(merged, old, tests)
            files.append(FileReady(str(home), text, created=existing is None))
        sources = {test.subject for tests in by_file.values() for test in tests}
        edit, edited = await build_edit(self.server, files, sources)
        if edited:
            params = types.ApplyWorkspaceEditParams(edit, say("Accept tests"))
            if not (await asked(self.server.workspace_apply_edit_async(params))).applied:
                return Accepted()
        await self._leave(by_file)
        for was, now, tests in zip(before, files, by_file.values(), strict=True):
            await self.candidates.undoing.note(was, now.text, tests)
        return Accepted(edited)

    async def _leave(self, by_file: dict[Path, list[OfferedTest]]) -> None:
        """The tests wait no longer, and are known as ours where they are."""
        for file, tests in by_file.items():
            await asyncio.to_thread(remember_accepted, file, self.candidates.homes.of(file), tests)
        await self.candidates.offers.forget([test.id for tests in by_file.values() for test in tests])


def _files(tests: Collection[OfferedTest]) -> list[Path]:
    return list(dict.fromkeys(test.file for test in tests))


def register_acceptance(server: LanguageServer, candidates: Candidates, trials: Trials) -> None:
    """Answer the wish to accept candidates."""
    answer(server, ACCEPT, AcceptParams, Acceptance(server, candidates, trials).accept)
