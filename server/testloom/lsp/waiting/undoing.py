"""Follow undo: tests that it removes from a file become candidates again.

No editor says that a change is an undo. But undo leads from the very text after our edit to the one before
it, and redo back again. So which of our edits a file has follows from its texts. A test that is gone in any
other way was deleted by its user, and stays deleted. All this is forgotten with the editor's session, as is
what the editor can undo.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import tell
from testloom.lsp.documents import read_file, shown_or_none
from testloom.lsp.protocol.candidates import CANDIDATES_CHANGED
from testloom.lsp.waiting.homes import known_tests
from testloom.lsp.waiting.offers import Offers
from testloom.model.errors import ProjectError, StoreError
from testloom.model.progress.offers import OfferedTest
from testloom.model.suite import EmittedTest
from testloom.model.texts.lines import plain_lines

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Before:
    """A file before an edit of ours: its text, and what was known of its tests."""

    file: Path
    text: str | None
    known: tuple[EmittedTest, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """An edit of ours that can be undone.

    Attributes:
        before: the mark of the file's text before it; likewise `after`.
        was: what only the text before makes known of the file's tests; likewise `now`.
        offered: the tests that waited until this edit.
    """

    before: str
    after: str
    was: frozenset[EmittedTest] = frozenset()
    now: frozenset[EmittedTest] = frozenset()
    offered: tuple[OfferedTest, ...] = ()


@dataclass(slots=True)
class History:
    """Our edits of one file, as its editor can undo them.

    Attributes:
        steps: from the first to the last; a new one takes the place of those that were undone.
        done: so many of them are in the text.
        settled: so many of them are known to the store.
        last: the mark of the text.
    """

    steps: list[Step] = field(default_factory=list)
    done: int = 0
    settled: int = 0
    last: str = ""

    def add(self, step: Step) -> None:
        """An edit was made of the text before it."""
        self.follow(step.before)
        del self.steps[self.done :]
        self.steps.append(step)
        self.done = self.settled = len(self.steps)
        self.last = step.after

    def follow(self, mark: str, *, is_change: bool = False) -> bool:
        """See by the mark of its text where the file is; returns whether there is something to settle.

        Where the text is a change of the last one, it is an undo only of an edit that this came from: who
        deletes a test and has the rest formatted may come upon the text before, too.
        """
        places = [place for place, step in enumerate(self.steps, 1) if step.after == mark]
        for place, step in enumerate(self.steps):
            came_from = {later.after for later in self.steps[place:]}
            if step.before == mark and (not is_change or self.last in came_from):
                places.append(place)
        self.done = min(places, key=lambda place: abs(place - self.done), default=self.done)
        self.last = mark
        return self.done != self.settled

    def settle(self) -> Iterator[tuple[Step, bool]]:
        """The steps that have come about since the last time, each with whether it was done or undone."""
        while self.settled != self.done:
            is_redone = self.settled < self.done
            self.settled += 1 if is_redone else -1
            yield self.steps[self.settled - is_redone], is_redone


class Undoing:
    """Follows the editor's undo and redo of all our edits that bring tests."""

    def __init__(self, server: LanguageServer, offers: Offers) -> None:
        self._server = server
        self._offers = offers
        self._histories: dict[Path, History] = {}
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def before(self, file: Path, text: str | None) -> Before:
        """A file that is about to be edited; it has this text, or is not there.

        Raises:
            StoreError: if the store cannot be read.
        """
        return Before(file, text, tuple(await asyncio.to_thread(known_tests, file)))

    async def note(self, before: Before, text: str, offered: Collection[OfferedTest] = ()) -> None:
        """A file has got a new text, and the store knows of it.

        Raises:
            StoreError: if the store cannot be read.
        """
        await self._settle()
        was, now = {*before.known}, {*await asyncio.to_thread(known_tests, before.file)}
        step = Step(
            _mark(before.text), _mark(text), frozenset(was - now), frozenset(now - was), tuple(offered)
        )
        if step.before != step.after:
            self._histories.setdefault(before.file, History()).add(step)

    def look(self, file: Path, *, is_change: bool = False) -> None:
        """A file may have another text, which may be a change in the editor, or be gone."""
        history = self._histories.get(file)
        if history is None:
            return
        try:
            shown = shown_or_none(self._server.workspace, file)
        except ProjectError:  # nobody can read it now
            return
        if history.follow(_mark(shown.text if shown else None), is_change=is_change):
            task = asyncio.create_task(self._settle_and_tell())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """The editor goes; what it has not saved is not there."""
        for file, history in self._histories.items():
            history.follow(_mark(await asyncio.to_thread(read_file, file)))
        await self._settle()

    async def _settle_and_tell(self) -> None:
        await self._settle()
        tell(self._server, CANDIDATES_CHANGED)

    async def _settle(self) -> None:
        """Let the store know of what was undone and redone."""
        async with self._lock:
            try:
                for file, history in self._histories.items():
                    for step, is_redone in history.settle():
                        await (self._redo(file, step) if is_redone else self._undo(file, step))
            except StoreError as error:
                _log.warning("Tests that were undone do not wait again: %s", error)

    async def _undo(self, file: Path, step: Step) -> None:
        await asyncio.to_thread(_exchange, file, step.now, step.was)
        waiting = {test.id for test in await self._offers.all()}
        await self._offers.keep([test for test in step.offered if test.id not in waiting])

    async def _redo(self, file: Path, step: Step) -> None:
        await asyncio.to_thread(_exchange, file, step.was, step.now)
        await self._offers.forget([test.id for test in step.offered])


def _exchange(file: Path, gone: Collection[EmittedTest], come: Collection[EmittedTest]) -> None:
    """Know other tests of a file as ours."""
    from testloom.store import EmittedTests, open_store

    names = {test.name for test in (*gone, *come)}
    with open_store() as database:
        emitted = EmittedTests(database)
        emitted.remember(file, [*(test for test in emitted.of(file) if test.name not in names), *come])


def _mark(text: str | None) -> str:
    """Equal for texts that differ in the ends of their lines at most; a file without text is none."""
    return hashlib.sha256("\n".join(plain_lines(text or "")).encode()).hexdigest()
