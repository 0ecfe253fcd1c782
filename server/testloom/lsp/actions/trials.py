"""Trial runs of candidates, before the user decides on them."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import answer
from testloom.lsp.candidates.homes import Homes, beside
from testloom.lsp.candidates.offers import Offers, merged, only_file, replaced_in
from testloom.lsp.documents import shown_or_none, uri_of
from testloom.lsp.jobs.generate import Generation
from testloom.lsp.protocol.candidates import RUN_CANDIDATES, TrialParams, TrialResult, TrialResults
from testloom.lsp.translation import say
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.progress.offers import OfferedTest

if TYPE_CHECKING:
    from testloom.measurement import CaseOutcome


class Trials:
    """Runs candidates as they would stand in their file: with the project's interpreter, under the guard."""

    def __init__(self, server: LanguageServer, offers: Offers, homes: Homes, generation: Generation) -> None:
        self._server = server
        self._offers = offers
        self._homes = homes
        self._generation = generation

    async def run(self, params: TrialParams) -> TrialResults:
        """Run chosen tests and report how each ended; cancelling the task ends the run.

        Raises:
            UsageError: if they are gone, or belong to different files.
            ProjectError: if the project's interpreter lacks what tests need.
        """
        return TrialResults(tuple(await self.results(await self._offers.chosen(params.ids))))

    async def results(self, tests: Collection[OfferedTest]) -> list[TrialResult]:
        """Run tests and report how each ended; a test without its source file is not run.

        Raises the same errors as `run`.
        """
        gone = [test for test in tests if not test.subject.is_file()]
        run = [test for test in tests if test not in gone]
        outcomes = await self._outcomes(run) if run else {}
        failed = (_without_source(test) for test in gone)
        return [*failed, *(_result(test, outcomes[test.name]) for test in run)]

    async def still_passing(self, tests: Collection[OfferedTest]) -> frozenset[str]:
        """Find the tests to be replaced that pass again, since the code has changed back."""
        file = self._homes.of(only_file(tests))
        existing = shown_or_none(self._server.workspace, file)
        replaced = await asyncio.to_thread(replaced_in, file, existing.text, tests) if existing else []
        if existing is None or not replaced:
            return frozenset()
        names = [test.name for test in replaced]
        outcomes = await self._run(next(iter(tests)).subject, file, existing.text, names)
        return frozenset(name for name, outcome in outcomes.items() if outcome.outcome == "passed")

    async def _outcomes(self, tests: Collection[OfferedTest]) -> Mapping[str, CaseOutcome]:
        """Run the tests, and return the outcome of each by its name."""
        file = self._homes.of(only_file(tests))
        existing = shown_or_none(self._server.workspace, file)
        text = await asyncio.to_thread(merged, file, existing.text if existing else None, tests)
        return await self._run(next(iter(tests)).subject, file, text, [test.name for test in tests])

    async def _run(
        self, subject: Path, file: Path, text: str, names: Collection[str]
    ) -> Mapping[str, CaseOutcome]:
        from testloom.generation.proving.trial import try_tests

        request = await self._request(subject)
        stop = threading.Event()
        try:
            return await asyncio.to_thread(try_tests, request, subject, file, text, names, stop.is_set)
        finally:
            stop.set()

    async def _request(self, subject: Path) -> GenerationRequest:
        options = await self._generation.options_of(uri_of(subject))
        return await self._generation.request_for([Target(subject)], options)


def register_trials(server: LanguageServer, offers: Offers, homes: Homes, generation: Generation) -> Trials:
    """Answer the request to run candidates."""
    trials = Trials(server, offers, homes, generation)
    answer(server, RUN_CANDIDATES, TrialParams, trials.run)
    return trials


def _without_source(test: OfferedTest) -> TrialResult:
    message = say("{0} does not exist", test.subject.name)
    return TrialResult(test.id, "failed", message, message, None)


def _result(test: OfferedTest, outcome: CaseOutcome) -> TrialResult:
    """Convert the outcome of a test; `line` is where it failed, in the text of its preview, from 0."""
    names = "|".join(re.escape(file.name) for file in (test.file, beside(test.file)))
    place = re.compile(rf"^(?:.*[/\\])?((?:{names}):(\d+): )", re.MULTILINE)
    found = place.search(outcome.report)
    line = int(found[2]) - 1 if found else None
    report = place.sub(r"\1", outcome.report)  # the test ran in a copy that no longer exists
    return TrialResult(test.id, outcome.outcome, outcome.message, report, line)
