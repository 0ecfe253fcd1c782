"""Statements about folders and path constants; statements about files are in `model.statements`.

The search knows the latter, too.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from testloom.model.checks import flag, path
from testloom.model.statements.environment import EnvironmentStatement, place
from testloom.model.statements.roles import plain, word

LOOKED_UP = ("file", "folder", "listing")
"""The kinds of touches that are about files and folders."""


class FolderStatement(EnvironmentStatement, frozen=True):
    """Makes the test run in an empty folder of its own; with `home`, gives it an empty home."""

    tag: ClassVar[str] = "folder"
    gives_folder: ClassVar[bool] = True
    home: Annotated[bool, plain(flag)] = False


class PathStatement(EnvironmentStatement, frozen=True):
    """Redirects a path constant, `module:Qual.NAME`, to a place that begins with `@/`."""

    tag: ClassVar[str] = "path"
    named_by: ClassVar[str] = "path"
    gives_folder: ClassVar[bool] = True
    path: Annotated[str, word(path)]
    place: Annotated[str, word(place)]
