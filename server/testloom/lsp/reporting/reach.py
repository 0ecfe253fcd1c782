"""The coverage of the project's tests, mapped to the text that the editor shows."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path

from pygls.workspace import TextDocument

from testloom.model.errors import StoreError
from testloom.model.progress.reach import MeasuredFile, Reach
from testloom.model.texts.lines import split_lines, unchanged_lines

_log = logging.getLogger(__name__)


class ReachIndex:
    """The stored coverage, by file, without tests that are gone; each is read once until tests change."""

    def __init__(self) -> None:
        self._known: dict[Path, MeasuredFile | None] = {}
        self._moved: dict[Path, tuple[str, Reach]] = {}

    def of(self, document: TextDocument) -> Reach | None:
        """Find the coverage of a document's unchanged lines.

        None if it was never measured.
        """
        path = Path(document.path).resolve()
        measured = self.measured(path)
        if measured is None:
            return None
        text, reach = self._moved.get(path, ("", Reach()))
        if text != document.source:
            text = document.source
            reach = measured.reach.moved(unchanged_lines(split_lines(measured.text), split_lines(text)))
            self._moved[path] = (text, reach)
        return reach

    def changed_lines(self, document: TextDocument) -> list[int]:
        """Find the lines (from 0) that changed since they were measured; none if they never were."""
        measured = self.measured(Path(document.path))
        if measured is None:
            return []
        lines = split_lines(document.source)
        kept = {*unchanged_lines(split_lines(measured.text), lines).values()}
        is_code = (bool(text.strip()) and not text.lstrip().startswith("#") for text in lines)
        return [line for line, is_code in enumerate(is_code) if is_code and line + 1 not in kept]

    def measured(self, path: Path) -> MeasuredFile | None:
        """Read the measured coverage of a file, with the text that it was measured for."""
        path = path.resolve()  # coverage.py resolves symbolic links
        if path not in self._known:
            self._known[path] = _read(path)
        return self._known[path]

    def remember(
        self,
        project: Path,
        files: Iterable[MeasuredFile],
        tests: Collection[str] | None,
        at: float,
        broken: Collection[str],
    ) -> list[MeasuredFile]:
        """Store the coverage of a run of these tests (None: of all) begun `at` a time; return all coverage.

        That of the `broken` files and classes, which it could not collect, is kept.

        Raises:
            StoreError: if it cannot be kept.
        """
        from testloom.store import MeasuredFiles, open_store

        with open_store() as database:
            store = MeasuredFiles(database)
            store.remember(project, files, tests, at, broken)
            known = store.in_project(project)
        self.renew()
        return known

    def renew(self) -> bool:
        """Read all again, as tests have run, or their files have changed; return whether any was known."""
        was_known = any(self._known.values())
        self._moved.clear()
        self._known.clear()
        return was_known

    def forget(self, path: Path) -> None:
        """Drop a document that was closed."""
        self._known.pop(path.resolve(), None)
        self._moved.pop(path.resolve(), None)


def _read(path: Path) -> MeasuredFile | None:
    from testloom.measurement import gone_tests
    from testloom.store import MeasuredFiles, open_store
    from testloom.subject import find_project

    try:
        with open_store() as database:
            measured = MeasuredFiles(database).of(path)
    except StoreError as error:
        _log.warning("Coverage is unknown: %s", error)
        return None
    if measured is None:
        return None
    return replace(measured, reach=measured.reach.without(gone_tests(measured, find_project(path))))
