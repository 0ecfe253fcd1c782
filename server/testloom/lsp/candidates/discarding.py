"""Tests that their user has discarded are not offered again, unless what they do has changed."""

from __future__ import annotations

from collections.abc import Iterable

from testloom.model.progress.offers import OfferedTest


def without_discarded(tests: Iterable[OfferedTest]) -> list[OfferedTest]:
    """Those of the tests that nobody has discarded, and those that take the place of others.

    Raises:
        StoreError: if the store cannot be read.
    """
    from testloom.store import DiscardedTests, open_store
    from testloom.writer import fingerprint

    tests = list(tests)
    with open_store() as database:
        known = {file: DiscardedTests(database).of(file) for file in {test.file for test in tests}}
    return [test for test in tests if test.replaces or fingerprint(test.source) not in known[test.file]]


def remember_discarded(tests: Iterable[OfferedTest]) -> None:
    """Remember tests, as they were generated, as discarded.

    Raises:
        StoreError: if the store cannot be written.
    """
    from testloom.store import DiscardedTests, open_store
    from testloom.writer import fingerprint

    with open_store() as database:
        for test in tests:
            DiscardedTests(database).add(test.file, [fingerprint(test.reset().source)])
