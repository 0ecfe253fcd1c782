"""Statements about folders; those about files themselves the search knows, too (`model.statements`)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from testloom.model.checks import flag, path
from testloom.model.statements.environment import EnvironmentStatement, place
from testloom.model.statements.roles import plain, word

LOOKED_UP = ("file", "folder", "listing")
"""The parts of what a test touches that are about files and folders."""


class FolderStatement(EnvironmentStatement, frozen=True):
    """The test runs in an empty folder of its own; with `home`, it has an empty home."""

    tag: ClassVar[str] = "folder"
    gives_folder: ClassVar[bool] = True
    home: Annotated[bool, plain(flag)] = False


class PathStatement(EnvironmentStatement, frozen=True):
    """A constant that says where files lie, `module:Qual.NAME`, points to a place that begins with `@/`."""

    tag: ClassVar[str] = "path"
    named_by: ClassVar[str] = "path"
    gives_folder: ClassVar[bool] = True
    path: Annotated[str, word(path)]
    place: Annotated[str, word(place)]
