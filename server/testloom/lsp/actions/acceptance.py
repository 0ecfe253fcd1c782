"""Puts tests that their user accepts into their files."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp.actions.trials import Trials
from testloom.lsp.answers import answer
from testloom.lsp.candidates.candidates import Candidates
from testloom.lsp.documents import mark_of, shown_or_none
from testloom.lsp.protocol.candidates import ACCEPT, Accepted, AcceptParams
from testloom.lsp.translation import say
from testloom.model.errors import UsageError
from testloom.model.progress.offers import OfferedTest


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Accepting is one edit that the user can undo; what the editor refuses goes on waiting."""

    server: LanguageServer
    candidates: Candidates
    trials: Trials

    async def accept(self, params: AcceptParams) -> Accepted:
        """Put tests into their files, or ask which, file by file, if the user has to say so.

        What nobody has verified for the code as it is runs first.

        Raises:
            UsageError: if they are gone or one fails.
        """
        chosen = await self.candidates.offers.chosen(params.ids)
        by_file = {file: [test for test in chosen if test.file == file] for file in _files(chosen)}
        homes, where = self.candidates.homes, params.where
        for file in by_file:
            existing = shown_or_none(self.server.workspace, file)
            choices = await asyncio.to_thread(homes.choices, file, existing.text if existing else None)
            if choices and where is None:
                return Accepted(choices=choices)
            if choices:  # the answer is about the file that was asked about, and no other
                homes.choose(file, where)
                where = None
        for tests in by_file.values():
            await self._must_pass(await asyncio.to_thread(_unverified, tests))
        asks = not self.candidates.were_previewed(chosen)
        put = await self.candidates.putting.put(say("Accept tests"), by_file, asks=asks)
        return Accepted(put.files)

    async def _must_pass(self, drafts: Sequence[OfferedTest]) -> None:
        if not drafts:
            return
        outcomes = await self.trials.outcomes(drafts)
        for test in drafts:
            if outcomes[test.id].outcome != "passed":
                advice = say("Edit or discard it; unverified tests are removed when the search ends.")
                if test.is_verified:
                    advice = say("The code has changed since; generate tests again, or discard this one.")
                raise UsageError(
                    say("{0} does not pass on its own: {1}.", test.name, outcomes[test.id].message), advice
                )


def _unverified(tests: Collection[OfferedTest]) -> list[OfferedTest]:
    """Those that were not verified for the code as it is; what their user has edited is for them to run."""
    marks = {test.subject: mark_of(test.subject) for test in tests}
    own = [test for test in tests if not test.generated]
    return [t for t in own if not (t.is_verified and t.verified_for in ("", marks[t.subject]))]


def _files(tests: Collection[OfferedTest]) -> list[Path]:
    return list(dict.fromkeys(test.file for test in tests))


def register_acceptance(server: LanguageServer, candidates: Candidates, trials: Trials) -> None:
    """Answer the request to accept candidates."""
    answer(server, ACCEPT, AcceptParams, Acceptance(server, candidates, trials).accept)
