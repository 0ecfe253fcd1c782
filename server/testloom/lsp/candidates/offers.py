"""The tests that wait for the user: candidates in the store, and the drafts of running jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from testloom.lsp.candidates.drafts import Drafts
from testloom.lsp.candidates.homes import known_tests
from testloom.lsp.translation import say
from testloom.model.errors import StoreError, UsageError
from testloom.model.progress.offers import OfferedTest
from testloom.model.suite import EmittedTest


class Offers:
    """The waiting tests; candidates are kept in the store, so that none is lost when the editor closes.

    `changed` is called when the drafts change.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self.drafts = Drafts(changed)

    async def all(self) -> list[OfferedTest]:
        """Collect all waiting tests, in any workspace."""
        stored = {test.id: test for test in await self.stored()}
        return [*stored.values(), *(test for test in self.drafts.all if test.id not in stored)]

    async def stored(self) -> list[OfferedTest]:
        """Read the stored tests that wait for a decision.

        Drafts are not stored: they end with their jobs.
        """
        return await asyncio.to_thread(_stored)

    async def chosen(self, ids: Collection[str]) -> list[OfferedTest]:
        """Find the waiting tests with these ids.

        Raises:
            UsageError: if none of them waits any more.
        """
        chosen = [test for test in await self.all() if test.id in ids]
        if not chosen:
            raise UsageError(say("These tests are no longer candidates."), say("Generate tests again."))
        return chosen

    async def staying(self, chosen: Collection[OfferedTest]) -> frozenset[str]:
        """Find generated tests that stay on acceptance, as other waiting tests are to replace them, too."""
        ids, files = {test.id for test in chosen}, {test.file for test in chosen}
        others = (test for test in await self.all() if test.id not in ids and test.file in files)
        return frozenset(name for test in others for name in test.replaces)

    async def keep(self, tests: Collection[OfferedTest], again: Collection[OfferedTest] = ()) -> None:
        """Store tests, which are no longer drafts; tests offered `again` are no longer discarded.

        Raises:
            StoreError: if the store cannot be written; then nothing has changed.
        """
        with self._decided([test.id for test in tests]):
            await asyncio.to_thread(_add, tests, again)

    async def forget(self, ids: Collection[str], unwanted: Collection[OfferedTest] = ()) -> None:
        """Forget tests that were decided on, and never offer the `unwanted` again as they were generated.

        Raises:
            StoreError: if the store cannot be written; then nothing has changed.
        """
        with self._decided(ids):
            await asyncio.to_thread(_remove, ids, unwanted)

    @contextmanager
    def _decided(self, ids: Collection[str]) -> Iterator[None]:
        """Remove drafts at once, as their jobs may end meanwhile; restore them if the store fails."""
        self.drafts.decide(ids)
        try:
            yield
        except StoreError:
            self.drafts.restore(ids)
            raise


def merged(
    path: Path, existing: str | None, chosen: Collection[OfferedTest], staying: Collection[str] = ()
) -> str:
    """Merge tests, perhaps of several jobs, into the text of the test file at `path`.

    The tests that they replace are removed, unless their names are among `staying` or the user has edited
    them.

    Raises:
        OutputError: if the file is no Python.
    """
    from testloom.model.subject import Subject
    from testloom.subject import find_project, find_root, module_name
    from testloom.writer import Document, project_style, with_chosen, without_tests

    text = existing
    if existing and existing.strip():
        Document.parse(existing, path)
    kept = {*staying, *(test.name for test in chosen)}
    if text and (gone := [test for test in replaced_in(text, chosen) if test.name not in kept]):
        text = without_tests(text, gone)
    for complete in dict.fromkeys(test.complete for test in chosen):
        own = [test for test in chosen if test.complete == complete]
        source = own[0].subject
        subject = Subject(module_name(find_root(source), source), str(source))
        style = project_style(find_project(source))
        names = {name for test in own for name in (test.name, *test.added)}
        text = with_chosen(text, complete, names, subject, style)
    return text or ""


def replaced_in(text: str, chosen: Collection[OfferedTest]) -> list[EmittedTest]:
    """Find generated, unedited tests in a text that others replace."""
    from testloom.writer import untouched

    names = {name for test in chosen for name in test.replaces}
    return untouched(text, known_tests(only_file(chosen)), names) if names else []


def only_file(tests: Collection[OfferedTest]) -> Path:
    """Find the one file that tests belong in.

    Raises:
        UsageError: if there are several.
    """
    files = {test.file for test in tests}
    if len(files) != 1:
        raise UsageError(
            say("These tests belong in different files."), say("Select tests for one file only.")
        )
    return files.pop()


def wanted(tests: Iterable[OfferedTest]) -> list[OfferedTest]:
    """Select the new tests that nobody has discarded.

    Tests that replace others are no longer discarded: the user has asked for them.

    Raises:
        StoreError: if the store cannot be used.
    """
    tests = list(tests)
    _add((), [test for test in tests if test.replaces])
    return without_discarded(tests)


def without_discarded(tests: Collection[OfferedTest]) -> list[OfferedTest]:
    """Select the tests that nobody has discarded.

    Raises:
        StoreError: if the store cannot be read.
    """
    from testloom.store import DiscardedTests, open_store

    with open_store() as database:
        known = {file: DiscardedTests(database).of(file) for file in {test.file for test in tests}}
    return [test for test in tests if _content(test) not in known[test.file]]


def remember_discarded(tests: Iterable[OfferedTest]) -> None:
    """Remember tests, as they were generated, as discarded.

    Raises:
        StoreError: if the store cannot be written.
    """
    _remove((), tests)


def _content(test: OfferedTest) -> str:
    """Return the fingerprint of a test as it was generated."""
    from testloom.writer import fingerprint

    return fingerprint(test.reset().source)


def _stored() -> list[OfferedTest]:
    from testloom.store import OfferedTests, open_store

    with open_store() as database:
        return OfferedTests(database).all()


def _add(tests: Collection[OfferedTest], again: Iterable[OfferedTest]) -> None:
    """Store candidates, and undo the discarding of the tests in `again`, in one transaction."""
    from testloom.store import DiscardedTests, OfferedTests, open_store

    with open_store() as database, database.transaction():
        for test in again:
            DiscardedTests(database).remove(test.file, _content(test))
        OfferedTests(database).add(tests)


def _remove(ids: Collection[str], unwanted: Iterable[OfferedTest]) -> None:
    """Remove candidates from the store, and register the `unwanted` ones as discarded, in one transaction."""
    from testloom.store import DiscardedTests, OfferedTests, open_store

    with open_store() as database, database.transaction():
        for test in unwanted:
            DiscardedTests(database).add(test.file, [_content(test)])
        OfferedTests(database).remove(ids)
