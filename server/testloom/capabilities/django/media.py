"""Files that Django tests store, such as uploads, in a temporary folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from testloom.model.statements.environment import EnvironmentStatement
from testloom.oracle.pinning.pins import EnvironmentUse, Pin, Pinning
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope

FOLDER = "media"
"""The folder, below the working folder, in which tests store files during the search."""


class MediaStatement(EnvironmentStatement, frozen=True):
    """Has the files of the test stored in a temporary folder."""

    tag: ClassVar[str] = "media"


class MediaPins(Pinning[MediaStatement]):
    """Pins the folder for tests that store files, or look for stored ones."""

    kinds = (MediaStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin for the folder if a storage was used: without it, the project's own files are."""
        if use.is_left(MediaStatement.tag):
            yield Pin((MediaStatement(next(use.names)),), sure=True)


class MediaLines(Written[MediaStatement]):
    """Writes the line that sets the folder, by the plugin's fixture for settings."""

    kinds = (MediaStatement,)

    def lines(self, statement: MediaStatement, scope: CaseScope) -> str:
        """`settings.MEDIA_ROOT = tmp_path / "media"`."""
        settings, folder = scope.fixture("settings"), scope.fixture("tmp_path")
        return f"{settings}.MEDIA_ROOT = {folder} / {scope.literal(FOLDER)}"
