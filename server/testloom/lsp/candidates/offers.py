"""The tests that wait for the user: candidates in the store, and the drafts of running jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from testloom.lsp.candidates.drafts import Drafts
from testloom.lsp.candidates.homes import known_tests
from testloom.lsp.translation import say
from testloom.model.errors import StoreError, UsageError
from testloom.model.progress.offers import OfferedTest
from testloom.model.suite import EmittedTest

if TYPE_CHECKING:
    from testloom.model.subject import Subject
    from testloom.writer import ProjectStyle


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
        OutputError: if the file is not valid Python.
    """
    return Merging.of(path, existing, chosen, staying).text()


@dataclass(frozen=True, slots=True)
class Merging:
    """Everything that the text of a test file with chosen tests depends on.

    Attributes:
        path: of the test file.
        existing: its text, if there is such a file.
        chosen: the tests.
        gone: the tests that they replace.
        places: the module and the style of the project, by the file that tests are for.
    """

    path: Path
    existing: str | None
    chosen: tuple[OfferedTest, ...]
    gone: tuple[EmittedTest, ...]
    places: Mapping[Path, tuple[Subject, ProjectStyle]]

    @classmethod
    def of(
        cls, path: Path, existing: str | None, chosen: Collection[OfferedTest], staying: Collection[str]
    ) -> Merging:
        """Look up what `merged` has to know.

        Raises:
            OutputError: if the file is not valid Python.
        """
        kept = {*staying, *(test.name for test in chosen)}
        replaced = replaced_in(path, existing, chosen) if existing and existing.strip() else []
        gone = tuple(test for test in replaced if test.name not in kept)
        places = {source: _place(source) for source in {test.subject for test in chosen}}
        return cls(path, existing, tuple(chosen), gone, places)

    def text(self) -> str:
        """Merge the tests.

        Raises:
            OutputError: if the file is not valid Python.
        """
        from testloom.writer import with_chosen, without_tests

        text = without_tests(self.existing, self.gone) if self.existing and self.gone else self.existing
        for complete in dict.fromkeys(test.complete for test in self.chosen):
            own = [test for test in self.chosen if test.complete == complete]
            names = {name for test in own for name in (test.name, *test.added)}
            text = with_chosen(text, complete, names, *self.places[own[0].subject], self.path)
        return text or ""


def _place(source: Path) -> tuple[Subject, ProjectStyle]:
    from testloom.model.subject import Subject
    from testloom.subject import find_project, find_root, module_name
    from testloom.writer import project_style

    return Subject(module_name(find_root(source), source), str(source)), project_style(find_project(source))


def replaced_in(path: Path, text: str, chosen: Collection[OfferedTest]) -> list[EmittedTest]:
    """Find generated, unedited tests in the text of the test file at `path` that others replace.

    Raises:
        OutputError: if the file is not valid Python.
    """
    from testloom.writer import Document, untouched

    if not (names := {name for test in chosen for name in test.replaces}):
        return []
    Document.parse(text, path)
    return untouched(text, known_tests(only_file(chosen)), names)


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
