"""Digests of the data files of projects, so that only files that have changed are read again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from testloom.model.progress.records import StampedDigest
from testloom.store.database import Database


class FileDigests:
    """Remembers the digests of the files of a project, by their paths in it."""

    def __init__(self, database: Database, project: Path) -> None:
        self._database = database
        self._project = str(project)

    def all(self) -> dict[str, StampedDigest]:
        """Read the digests of all files."""
        query = "SELECT path, stamp, digest FROM file_digest WHERE project = ?"
        rows = self._database.rows(query, self._project)
        return {str(path): StampedDigest(str(stamp), str(digest)) for path, stamp, digest in rows}

    def remember(self, digests: Mapping[str, StampedDigest]) -> None:
        """Store the digests of all files, in place of those known before.

        A file whose name is not UTF-8 is left out, as SQLite cannot hold it: it is read again each time.
        """
        known = self.all()
        new = {path: each for path, each in digests.items() if known.get(path) != each and _is_text(path)}
        rows = [(self._project, path, *each) for path, each in new.items()]
        gone = [(self._project, path) for path in known if path not in digests]
        if not rows and not gone:
            return
        with self._database.transaction() as cursor:
            cursor.executemany("DELETE FROM file_digest WHERE project = ? AND path = ?", gone)
            cursor.executemany("INSERT OR REPLACE INTO file_digest VALUES (?, ?, ?, ?)", rows)


def _is_text(path: str) -> bool:
    """Whether the name of a file is UTF-8; Python keeps other bytes as surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in path)
