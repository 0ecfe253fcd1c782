"""Discarding of candidates, and restoring of those that were discarded by mistake."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from testloom.lsp.candidates.offering import beside_waiting
from testloom.lsp.candidates.offers import Offers
from testloom.lsp.candidates.undoing import Undoing
from testloom.lsp.protocol.candidates import ChosenTests, RestoredTests
from testloom.lsp.protocol.wire import NoParams
from testloom.model.errors import StoreError
from testloom.model.progress.offers import OfferedTest


class Discarding:
    """Discards candidates, and restores them, the last first, while the server runs."""

    def __init__(self, offers: Offers, undoing: Undoing) -> None:
        self._offers = offers
        self._undoing = undoing
        self._discarded: list[list[OfferedTest]] = []

    @property
    def can_restore(self) -> bool:
        """Whether any discarded tests have not been restored."""
        return bool(self._discarded)

    def renamed(self, was: Path, now: Path) -> None:
        """Rename a file, or a folder with its contents.

        Discarded tests are restored under the new name.
        """
        for tests in self._discarded:
            tests[:] = [test.moved(was, now) for test in tests]

    def verified(self, tests: Iterable[OfferedTest]) -> None:
        """Replace discarded drafts by their verified versions, for when they are restored."""
        now = {test.id: test for test in tests}
        for discarded in self._discarded:
            discarded[:] = [now.get(test.id, test) for test in discarded]

    async def discard(self, wanted: ChosenTests) -> None:
        """Discard tests, which are not offered again unless they change.

        Raises:
            StoreError: if the store cannot be written; they go on waiting.
        """
        chosen = [test for test in await self._offers.all() if test.id in wanted.ids]
        self._offers.drafts.discard(wanted.ids)
        await self._undoing.discard(wanted.ids, chosen)
        if chosen:
            self._discarded.append(chosen)

    async def restore(self, _: NoParams) -> RestoredTests:
        """Restore the tests that were discarded last, in addition to tests that have taken their names since.

        Raises:
            StoreError: if the store cannot be used; they can be restored once it can.
        """
        if not self._discarded:
            return RestoredTests(())
        await self._undoing.settled()
        tests = self._discarded.pop()  # before any `await`: another request may arrive meanwhile
        try:
            drafts, kept = await self._restore(tests)
        except StoreError:
            self._offers.drafts.discard([test.id for test in tests])
            self._discarded.append(tests)
            raise
        await self._undoing.offered(kept)
        return RestoredTests((*(test.id for test in tests if test.id in drafts), *(test.id for test in kept)))

    async def _restore(self, tests: Sequence[OfferedTest]) -> tuple[Collection[str], list[OfferedTest]]:
        """Let tests wait again; return the ids of those that are still drafts, and the others."""
        drafts = self._offers.drafts.restore([test.id for test in tests])
        waiting = await self._offers.all()
        gone = [test for test in tests if test.id not in drafts]
        kept = await asyncio.to_thread(beside_waiting, gone, waiting)
        await self._offers.keep(kept, again=tests)
        return drafts, kept
