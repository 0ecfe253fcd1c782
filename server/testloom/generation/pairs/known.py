"""The unit tests that caller and callee have already."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress

from testloom.capabilities import KINDS
from testloom.generation.earlier.recalling import seeds_for
from testloom.generation.suites.known import KnownTest
from testloom.integration import Coupling
from testloom.model.errors import StoreError
from testloom.model.statements import TestCase
from testloom.model.wish import Wish
from testloom.store import EmittedTests, UnitHistory, open_store
from testloom.subject import find_project

log = logging.getLogger(__name__)

MOST = 200


def unit_tests(wish: Wish, coupling: Coupling, emitted: EmittedTests | None) -> list[KnownTest]:
    """Tests of what is in the files of a pair: of earlier runs, of recorded calls, and those of users."""
    files = dict.fromkeys([coupling.caller.module.file, coupling.callee.module.file])
    begun = (test for file in files for test in seeds_for(wish, file, emitted).tests)
    kept = dict.fromkeys(_kept(wish, coupling))
    theirs = (case for case in dict.fromkeys(begun) if case not in kept)
    tests = [*map(KnownTest, kept), *(KnownTest(case, asserts_all=True) for case in theirs)]
    return tests[:MOST]


def _kept(wish: Wish, coupling: Coupling) -> Iterator[TestCase]:
    """The suites that runs over the project have kept of caller and callee."""
    names = {
        f"{function.module.name}:{function.qualname.partition('.')[0]}"
        for unit in (coupling.caller, coupling.callee)
        for function in unit.functions
    }
    project = "" if wish.state else str(find_project(coupling.caller.module.file))
    try:
        with open_store(wish.state) as database:
            records = UnitHistory(database, project).some(sorted(names))
    except StoreError as error:
        log.warning("The existing unit tests are unknown: %s", error)
        return
    for record in records.values():
        for test in record.tests:
            with suppress(ValueError):  # a newer Testloom has written it
                yield test.case(KINDS)
