"""Consents of users to requests of a repository."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from testloom.repository import fingerprint
from testloom.store.database import Database


class Consents:
    """Remembers the answer to each set of requests of a project; a different set has no answer."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def answer(self, project: Path, wishes: Iterable[str]) -> bool | None:
        """Read whether the user has agreed to exactly these requests; None without an answer."""
        query = "SELECT agreed FROM consent WHERE project = ? AND wishes = ?"
        rows = self._database.rows(query, str(project.resolve()), _key(wishes))
        return bool(rows[0][0]) if rows else None

    def may_run(self, project: Path, python: Path) -> bool:
        """Check whether the user has agreed to an interpreter of the project's repository, as it is now."""
        return self.answer(project, [_run(python)]) is True

    def let_run(self, project: Path, python: Path) -> None:
        """Remember that the user has agreed to this interpreter, as it is now."""
        self.remember(project, [_run(python)], agreed=True)

    def remember(self, project: Path, wishes: Iterable[str], *, agreed: bool) -> None:
        """Store an answer."""
        with self._database.transaction() as cursor:
            row = (str(project.resolve()), _key(wishes), agreed)
            cursor.execute("INSERT OR REPLACE INTO consent VALUES (?, ?, ?)", row)


def _run(python: Path) -> str:
    return f"python:{python} {fingerprint(python)}"


def _key(wishes: Iterable[str]) -> str:
    return json.dumps(sorted(set(wishes)))
