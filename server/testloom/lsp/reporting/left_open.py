"""Uncovered goals and findings of runs in the files that the editor shows."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from pygls.workspace import TextDocument

from testloom.model.errors import StoreError
from testloom.model.progress.outcome import FileOutcome

_log = logging.getLogger(__name__)


class LeftOpen:
    """The stored outcomes of runs, by file; each is read once until a run renews it."""

    def __init__(self) -> None:
        self._known: dict[Path, FileOutcome | None] = {}

    async def of(self, document: TextDocument) -> FileOutcome | None:
        """Read the open goals and findings of a document, without those on changed lines.

        None if they are unknown.
        """
        path = Path(document.path).resolve()
        if path not in self._known:
            self._known[path] = await asyncio.to_thread(_read, path)
        known = self._known[path]
        return None if known is None else known.shown_in(document.source)

    async def expect(self, path: Path, callable_id: str, exception: str) -> None:
        """Remove an expected exception from the findings.

        Raises:
            StoreError: if it cannot be remembered.
        """
        await asyncio.to_thread(_expect, path.resolve(), callable_id, exception)
        self.forget(path)

    def forget(self, path: Path | None = None) -> None:
        """Drop the outcome of a file that was closed; without a path, of all files."""
        if path is None:
            self._known.clear()
        else:
            self._known.pop(path.resolve(), None)


def _read(path: Path) -> FileOutcome | None:
    from testloom.store import ExpectedExceptions, FileOutcomes, open_store

    try:
        with open_store() as database:
            outcome = FileOutcomes(database).of(path)
            expected = frozenset(ExpectedExceptions(database).of(path))
    except StoreError as error:
        _log.warning("Uncovered goals and findings are unknown: %s", error)
        return None
    return None if outcome is None else outcome.without_findings(expected)


def _expect(path: Path, callable_id: str, exception: str) -> None:
    from testloom.store import ExpectedExceptions, open_store

    with open_store() as database:
        ExpectedExceptions(database).add(path, callable_id, exception)
