"""Acceptance of candidates: they are put into their test files."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp.actions.trials import Trials
from testloom.lsp.answers import answer
from testloom.lsp.candidates.candidates import Candidates
from testloom.lsp.candidates.putting import Put
from testloom.lsp.documents import mark_of, shown_or_none
from testloom.lsp.protocol.candidates import ACCEPT, Accepted, AcceptParams, TrialResult
from testloom.lsp.translation import say, say_count
from testloom.model.progress.offers import OfferedTest


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Accepts candidates as one edit that the user can undo; if the editor refuses it, they go on waiting."""

    server: LanguageServer
    candidates: Candidates
    trials: Trials

    async def accept(self, params: AcceptParams) -> Accepted:
        """Insert tests into their files, or ask the user into which file they should go.

        Tests that were not verified for the present code are run first, and go on waiting if they fail.

        Raises:
            UsageError: if they are gone.
        """
        chosen = await self.candidates.offers.chosen(params.ids)
        by_file = {file: [test for test in chosen if test.file == file] for file in _files(chosen)}
        homes, where = self.candidates.homes, params.where
        for file in by_file:
            existing = shown_or_none(self.server.workspace, file)
            choices = await asyncio.to_thread(homes.choices, file, existing.text if existing else None)
            if choices and where is None:
                return Accepted(choices=choices)
            if choices:  # the answer applies only to the file of the question
                homes.choose(file, where)
                where = None
        results = [result for tests in by_file.values() for result in await self._tried(tests)]
        failed = {result.id: result for result in results if result.outcome != "passed"}
        passing = {file: [t for t in tests if t.id not in failed] for file, tests in by_file.items()}
        changed = {result.id for result in results}
        put = await self._put({file: tests for file, tests in passing.items() if tests}, changed)
        waiting = [test for test in chosen if test.id in failed]
        told = _told(put.accepted, waiting, failed) if waiting else ""
        said = " ".join(filter(None, [told, _refusal(put)]))
        return Accepted(put.files, failed=tuple(failed.values()), message=f"Testloom: {said}" if said else "")

    async def _tried(self, tests: Sequence[OfferedTest]) -> list[TrialResult]:
        """Run the tests that have not been verified, and return their results."""
        drafts = await asyncio.to_thread(_unverified, tests)
        return await self.trials.results(drafts) if drafts else []

    async def _put(self, by_file: Mapping[Path, Sequence[OfferedTest]], changed: Collection[str]) -> Put:
        """Insert tests into their files; the code of the tests with the `changed` ids has changed since."""
        if not by_file:
            return Put()
        chosen = [test for tests in by_file.values() for test in tests]
        staying = await self.candidates.offers.staying(chosen)
        for tests in by_file.values():
            if outdated := [test for test in tests if test.id in changed]:
                staying |= await self.trials.still_passing(outdated)
        asks = not self.candidates.were_previewed(chosen)
        put = self.candidates.putting.put
        return await put(say("Accept tests"), by_file, staying=staying, asks=asks)


def _told(accepted: int, failed: Sequence[OfferedTest], results: Mapping[str, TrialResult]) -> str:
    """Describe how many tests were accepted and how many wait; for the first failed one, why, with advice."""
    first = failed[0]
    why = say("{0} does not pass on its own: {1}.", first.name, results[first.id].message)
    said = f"{why} {_advice(first)}"
    if accepted or len(failed) > 1:
        put = say_count(accepted, "1 test was accepted", "{0} tests were accepted")
        left = say_count(len(failed), "1 goes on waiting", "{0} go on waiting")
        said = f"{say('{0}, {1}.', put, left)} {said}"
    return said


def _advice(test: OfferedTest) -> str:
    """Advise the user what to do about a test that does not pass."""
    if not test.subject.is_file():
        return say("Restore the file, or discard this test.")
    if test.is_verified:
        return say("The code has changed since; generate tests again, or discard this one.")
    return say("Edit or discard it; unverified tests are removed when the search ends.")


def _refusal(put: Put) -> str:
    """Explain why tests were not inserted, and where they are; "" if the editor has applied all edits."""
    if not put.refused:
        return ""
    if put.reason or not put.was_asked:
        what = say("The editor did not apply the edit{0}.", f" ({put.reason})" if put.reason else "")
        return f"{what} {say('The tests wait in the Generated Tests view.')}"
    return say(
        "A file stays as it is unless you select its checkbox in the Refactor Preview. "
        "Its tests wait in the Generated Tests view."
    )


def _unverified(tests: Collection[OfferedTest]) -> list[OfferedTest]:
    """Find the tests that were not verified for the present code; users run those that they have edited.

    If the code has been removed, its tests count as not verified.
    """
    marks = {test.subject: mark_of(test.subject) for test in tests}
    return [test for test in tests if not (test.generated or _is_verified(test, marks[test.subject]))]


def _is_verified(test: OfferedTest, mark: str) -> bool:
    return test.is_verified and bool(mark) and test.verified_for in ("", mark)


def _files(tests: Collection[OfferedTest]) -> list[Path]:
    return list(dict.fromkeys(test.file for test in tests))


def register_acceptance(server: LanguageServer, candidates: Candidates, trials: Trials) -> None:
    """Answer the request to accept candidates."""
    answer(server, ACCEPT, AcceptParams, Acceptance(server, candidates, trials).accept)
