"""Tracking of the files of offered and inserted tests, so that exactly the missing tests wait."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Coroutine, Iterable
from dataclasses import dataclass
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import refresh_lenses, tell
from testloom.lsp.candidates.decisions import Decisions
from testloom.lsp.candidates.homes import known_tests
from testloom.lsp.candidates.offers import Offers, without_discarded
from testloom.lsp.documents import OpenText, read_file, shown_or_none
from testloom.lsp.messages import show_info
from testloom.lsp.protocol.candidates import CANDIDATES_CHANGED
from testloom.lsp.translation import say_count
from testloom.model.errors import ProjectError, StoreError
from testloom.model.progress.offers import OfferedTest
from testloom.model.suite import EmittedTest
from testloom.model.texts.paths import moved
from testloom.repository.pytest_settings import is_test_file

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Before:
    """A file before one of our edits: its text, and the known tests in it."""

    file: Path
    shown: OpenText | None
    known: tuple[EmittedTest, ...]

    @property
    def text(self) -> str | None:
        """The text of the file; None if it does not exist."""
        return self.shown.text if self.shown else None

    def is_over(self, shown: OpenText | None) -> bool:
        """Check whether the edit has arrived, or even been undone, given how the file is shown.

        Editors report an edit before they show it; some open the file, or create it, in between.
        """
        if shown is None or shown.text != (self.text or ""):
            return shown is not None
        was = self.shown.version if self.shown else None
        return was is not None and shown.version != was


class Undoing:
    """Keeps the store up to date with the contents of the files."""

    def __init__(self, server: LanguageServer, offers: Offers) -> None:
        self._server = server
        self._offers = offers
        self._files: dict[Path, Decisions] = {}
        self._edited: dict[Path, Before] = {}  # files with an edit of ours that has not arrived yet
        self._accepted: dict[tuple[Path, str], float] = {}  # the time, by source file and test name
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def before(self, file: Path) -> Before:
        """Read a file that is about to be edited, with the tests known in it.

        Raises:
            ProjectError: if it cannot be read.
            StoreError: if the store cannot be read.
        """
        shown = shown_or_none(self._server.workspace, file)
        return Before(file, shown, tuple(await asyncio.to_thread(known_tests, file)))

    async def note(self, before: Before, text: str, offered: Collection[OfferedTest] = ()) -> None:
        """Follow a file with a new text that the store already knows.

        Raises:
            StoreError: if the store cannot be used.
        """
        file = before.file
        self._accepted.update(((test.subject, test.name), time.time()) for test in offered)
        known = await asyncio.to_thread(known_tests, file)
        decisions = self._followed(file, offered)
        decisions.emit(before.known)
        decisions.keep(before.text)
        decisions.keep(_on_disk(file))
        decisions.emit(known)
        decisions.offer(offered)
        decisions.look(text, again=True)
        decisions.keep(text)
        self._edited[file] = before
        self.look(file)
        await self._settle([file])
        refresh_lenses(self._server)

    async def offered(self, tests: Iterable[OfferedTest], *, anew: bool = True) -> None:
        """Follow the files of waiting tests; unless these wait `anew`, other files may contain them by now.

        Raises:
            StoreError: if the store cannot be read.
        """
        by_file: dict[Path, list[OfferedTest]] = {}
        for test in tests:
            by_file.setdefault(test.file, []).append(test)
        for file, own in by_file.items():
            known = await asyncio.to_thread(known_tests, file)
            here = [test for test in own if anew or not self._is_decided_elsewhere(test, file)]
            is_new = file not in self._files
            decisions = self._followed(file, here)
            decisions.emit(known)
            if is_new:
                self._begin_with_disk(file, decisions)
            decisions.offer(here)
            self.look(file, again=True)

    def accepted(self, subject: Path, since: float) -> list[OfferedTest]:
        """Find the unedited tests of a source file that were accepted since a time."""
        tests = (test for decisions in self._files.values() for test in decisions.as_generated)
        own = (test for test in tests if test.subject == subject)
        return [test for test in own if self._accepted.get((subject, test.name), 0) > since]

    async def discard(self, ids: Collection[str], unwanted: Collection[OfferedTest] = ()) -> None:
        """Remove tests, some as `unwanted`, from the decisions on all files at once.

        Raises:
            StoreError: if the store cannot be used; then nothing has changed.
        """
        async with self._lock:
            await self._offers.forget(ids, unwanted)
            for decisions in self._files.values():
                decisions.discard(ids)

    async def forget(self, file: Path) -> bool:
        """Let tests wait again that the user has deleted; return whether there are any.

        Raises:
            StoreError: if the store cannot be used.
        """
        decisions = self._files.get(file)
        if decisions is None or not decisions.forget():
            return False
        await self._settle([file])
        tell(self._server, CANDIDATES_CHANGED)
        return True

    def renamed(self, was: Path, now: Path) -> None:
        """Rename a file, or a folder with its contents, and keep following its tests.

        Waiting tests that import renamed code by its old name wait no longer, and a message says so.
        """
        for decisions in self._files.values():
            decisions.move(was, now)
        for file in [file for file in self._files if file.is_relative_to(was)]:
            decisions, to = self._files.pop(file), moved(file, was, now)
            self._files[to] = decisions
            self._edited.pop(file, None)
            self.look(to, again=True)
        self._begin(self._rename(was, now))

    def opened(self, file: Path) -> None:
        """Follow the candidates of a file from now on, since it is open."""
        self.saved(file)
        if is_test_file(file):
            self._begin(self._follow(file))

    def saved(self, file: Path) -> None:
        """Record that the current decisions belong to the text on disk."""
        self.look(file)
        if decisions := self._files.get(file):
            decisions.keep(_on_disk(file))

    def look(self, file: Path, *, again: bool = False) -> None:
        """Update the decisions for a file whose text may have changed, or that may be gone."""
        decisions = self._files.get(file)
        if decisions is None:
            return
        try:
            shown = shown_or_none(self._server.workspace, file)
        except ProjectError:  # the file can no longer be read
            return
        if file in self._edited and not self._edited[file].is_over(shown):
            return
        self._edited.pop(file, None)
        if decisions.look(shown.text if shown else None, again=again):
            self._begin(self._settle_and_tell(file))

    def look_below(self, paths: Iterable[Path]) -> None:
        """Update the decisions for files that have changed on disk, alone or with a folder above them."""
        changed = frozenset(paths)
        for file in [*self._files]:
            if not changed.isdisjoint((file, *file.parents)):
                self.look(file)

    async def settled(self) -> None:
        """Wait until all that was opened, typed and saved so far has been followed."""
        while self._tasks:
            await asyncio.wait([*self._tasks])

    async def close(self) -> None:
        """Forget unsaved documents as the editor ends; the next session may bring them back.

        Tests that wait because of such a text go on waiting: in another text that is there instead, they are
        found again.
        """
        waiting = {test.id for decisions in self._files.values() for test in decisions.waiting}
        for file, decisions in self._files.items():
            decisions.look(await asyncio.to_thread(_on_disk, file))
        await self._settle(self._files, spared=waiting)

    def _begin_with_disk(self, file: Path, decisions: Decisions) -> None:
        """Look at the text on disk first.

        The editor may have restored a text that was not saved in its last session.
        """
        on_disk = _on_disk(file)
        decisions.look(on_disk, again=True)
        decisions.keep(on_disk)
        self.look(file, again=True)

    async def _follow(self, file: Path) -> None:
        try:
            async with self._lock:
                waiting = [test for test in await self._offers.stored() if test.file == file]
                await self.offered(waiting, anew=False)
        except StoreError as error:
            _log.warning("Tests that wait for %s are not followed: %s", file, error)

    async def _rename(self, was: Path, now: Path) -> None:
        try:
            async with self._lock:
                stored = await self._offers.stored()
                await asyncio.to_thread(_move_known, was, now)
            await self._settle([file for file in self._files if file.is_relative_to(now)])
            about = [test.moved(was, now) for test in stored if test.subject.is_relative_to(was)]
            await self._withdraw(await asyncio.to_thread(_named_otherwise, about), was, now)
        except StoreError as error:
            _log.warning("Tests of %s are not known as those of %s: %s", was, now, error)
        tell(self._server, CANDIDATES_CHANGED)

    async def _withdraw(self, tests: Collection[OfferedTest], was: Path, now: Path) -> None:
        """Stop offering tests that import code by the name that it had before it was renamed, and say so.

        Raises:
            StoreError: if the store cannot be used; then they go on waiting.
        """
        if tests:
            await self.discard({test.id for test in tests})
            gone = say_count(
                len(tests),
                "Testloom: 1 candidate for {1} was removed, as it imports the code by that name. "
                "Generate tests for {2}.",
                "Testloom: {0} candidates for {1} were removed, as they import the code by that name. "
                "Generate tests for {2}.",
                was.name,
                now.name,
            )
            show_info(self._server, gone)

    async def _settle_and_tell(self, file: Path) -> None:
        try:
            await self._settle([file])
        except StoreError as error:
            _log.warning("Tests that were undone do not wait again: %s", error)
        tell(self._server, CANDIDATES_CHANGED)
        refresh_lenses(self._server)

    async def _settle(self, files: Iterable[Path], spared: Collection[str] = ()) -> None:
        """Update the store with the decisions on some files, except for the tests with the `spared` ids.

        Raises:
            StoreError: if it cannot be used.
        """
        async with self._lock:
            for file in files:
                if (decisions := self._files.get(file)) is None:  # the file has been renamed
                    continue
                stored = await asyncio.to_thread(known_tests, file)
                known, waiting, decided = decisions.known(stored), decisions.waiting, decisions.decided
                if {*known} != {*stored}:
                    await asyncio.to_thread(_remember, file, known)
                waited = {test.id for test in await self._offers.all()}
                if again := [test for test in waiting if test.id not in waited]:
                    # Another window may have discarded some of them.
                    await self._offers.keep(await asyncio.to_thread(without_discarded, again))
                await self._offers.forget([id for id in decided if id in waited and id not in spared])

    def _followed(self, file: Path, tests: Collection[OfferedTest]) -> Decisions:
        """Return the decisions on a file, and remove these tests from those on other files."""
        for other, decisions in self._files.items():
            if other != file:
                decisions.discard([test.id for test in tests])
        return self._files.setdefault(file, Decisions())

    def _is_decided_elsewhere(self, test: OfferedTest, file: Path) -> bool:
        return any(decisions.knows(test.id) for other, decisions in self._files.items() if other != file)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _named_otherwise(tests: Collection[OfferedTest]) -> list[OfferedTest]:
    """Find the tests whose code is no longer imported by the name that they know."""
    from testloom.subject import importable_name

    names = {subject: importable_name(subject) for subject in {test.subject for test in tests}}
    return [test for test in tests if names[test.subject] != test.target.partition(":")[0]]


def _remember(file: Path, tests: Collection[EmittedTest]) -> None:
    """Register these tests of a file as generated by Testloom."""
    from testloom.store import EmittedTests, open_store

    with open_store() as database:
        EmittedTests(database).remember(file, tests)


def _move_known(was: Path, now: Path) -> None:
    """Register the tests of a renamed file under its new name."""
    from testloom.store import move_tests, open_store

    with open_store() as database:
        move_tests(database, was, now)


def _on_disk(file: Path) -> str | None:
    try:
        return read_file(file)
    except ProjectError:  # the file can no longer be read
        return None
