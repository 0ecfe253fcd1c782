"""The seeds of a search: tests of earlier runs, recorded calls, and calls in the user's tests."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from pathlib import Path

from testloom.generation.suite_run import RunningSuite
from testloom.model.errors import StoreError
from testloom.model.generation_request import GenerationRequest
from testloom.model.progress.suites import SuiteCalls
from testloom.model.statements import TestCase
from testloom.recording import read_recording, recording_of, seeds_of
from testloom.search import Seeds
from testloom.subject import find_project

log = logging.getLogger(__name__)


def seeds_for(request: GenerationRequest, file: Path, calls: SuiteCalls | None = None) -> Seeds:
    """Collect the test cases that a search for a file may begin with, and those that may be lent to it.

    `calls` are those that the project's tests make, if they are known.
    """
    if not request.settings.has("seeds"):
        return Seeds()
    earlier = [test for entry in request.earlier for test in entry.tests]
    recorded = _recorded(request, file)
    known = Seeds([*earlier, *recorded], [request.lent, recorded], recorded)
    return known if calls is None else known.joined(_seeds(calls))


def seeds_beside(suite_run: RunningSuite, request: GenerationRequest, file: Path) -> Seeds:
    """Collect the seeds for a file, to which a run of the project's tests adds its recorded calls.

    The search does not wait for these calls unless it is limited by a number of executions, so that its
    result can be reproduced.
    """
    calls = suite_run.calls_by_now if request.settings.executions is None else suite_run.calls
    known = seeds_for(request, file, calls)
    return known if calls is not None else replace(known, later=partial(_by_now, suite_run))


def _by_now(suite_run: RunningSuite) -> Seeds | None:
    calls = suite_run.calls_by_now
    return None if calls is None else _seeds(calls)


def _seeds(calls: SuiteCalls) -> Seeds:
    return Seeds(calls.own, [[*calls.own, *calls.lent]], calls.own)


def _recorded(request: GenerationRequest, file: Path) -> tuple[TestCase, ...]:
    """The test cases that a request starts with, or else those of the recorded calls of a file, if any."""
    if request.seeds or request.is_seeded:
        return request.seeds
    recording = recording_of(find_project(file))
    if not recording.is_file():
        return ()
    try:
        return seeds_of(read_recording(recording), {file})
    except StoreError as error:
        log.warning("Recorded calls are ignored: %s", error)
        return ()
