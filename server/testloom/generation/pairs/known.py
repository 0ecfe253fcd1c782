"""The existing unit tests of a caller and a callee."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

from testloom.capabilities import KINDS
from testloom.generation.earlier.recalling import seeds_for
from testloom.generation.mutants.known import KnownTest
from testloom.generation.proving.trial import environment_for
from testloom.generation.suite_run import running_suite
from testloom.integration import Coupling
from testloom.measurement import never
from testloom.model.errors import StoreError
from testloom.model.generation_request import GenerationRequest
from testloom.model.statements import TestCase
from testloom.store import EmittedTests, UnitHistory, open_store
from testloom.subject import find_project

log = logging.getLogger(__name__)

MOST = 200


def unit_tests(
    request: GenerationRequest,
    coupling: Coupling,
    emitted: EmittedTests | None,
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
) -> list[KnownTest]:
    """Collect known tests for the files of a pair: from earlier runs, recordings and the users' tests.

    The users' tests run for `seconds` at most; None: for a fixed time.
    """
    files = dict.fromkeys([coupling.caller.module.file, coupling.callee.module.file])
    with ExitStack() as stack:
        runs = {
            file: stack.enter_context(
                running_suite(request, environment_for(request, file), emitted, seconds, cancelled)
            )
            for file in files
        }
        begun = [test for file, run in runs.items() for test in seeds_for(request, file, run.calls).tests]
    kept = dict.fromkeys(_kept(request, coupling))
    theirs = (case for case in dict.fromkeys(begun) if case not in kept)
    tests = [*map(KnownTest, kept), *(KnownTest(case, asserts_all=True) for case in theirs)]
    return tests[:MOST]


def _kept(request: GenerationRequest, coupling: Coupling) -> Iterator[TestCase]:
    """The test cases of caller and callee that runs over the project have stored."""
    names = {
        f"{function.module.name}:{function.qualname.partition('.')[0]}"
        for unit in (coupling.caller, coupling.callee)
        for function in unit.functions
    }
    project = "" if request.state else str(find_project(coupling.caller.module.file))
    try:
        with open_store(request.state) as database:
            records = UnitHistory(database, project).some(sorted(names))
    except StoreError as error:
        log.warning("The existing unit tests are unknown: %s", error)
        return
    for record in records.values():
        for test in record.tests:
            with suppress(ValueError):  # a newer Testloom has written it
                yield test.case(KINDS)
