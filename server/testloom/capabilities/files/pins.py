"""Pinning of files and folders: a test that looks at files gets folders of its own."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.capabilities.files.statement import LOOKED_UP, FolderStatement, PathStatement
from testloom.capabilities.variables import VariableStatement
from testloom.model.statements.environment import FileStatement
from testloom.oracle.pinning.pins import EnvironmentUse, Pin, Pinning

HOME, HOMES = "HOME", ("/root", "/home/user", "/Users/user", "/")


class PathPins(Pinning[PathStatement]):
    """Pins path constants through which a test looks at files outside of its project."""

    kinds = (PathStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield an empty folder for each constant with a path where the test looked for files."""
        known = {statement.path for statement in use.of_kind(PathStatement)}
        for name, constant in use.subject.paths.items():
            places = (constant.place(touch[1]) for touch in use.touches_of(*LOOKED_UP))
            place = next((place for place in places if place is not None), None)
            if place is not None and name not in known and not constant.is_shipped:
                yield Pin((PathStatement(next(use.names), name, place),), sure=True)


class FolderPins(Pinning[FolderStatement]):
    """Pins an own folder for a test that looks at files in its working folder or its home."""

    kinds = (FolderStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield an empty working folder, or an empty home, unless the test puts files there."""
        names, paths = use.names, use.subject.paths
        looked_at = {touch[1] for touch in use.touches_of(*LOOKED_UP) if touch[1][:1] not in ("@", "/")}
        free = [path for path in looked_at if all(known.place(path) is None for known in paths.values())]
        asked = {path.startswith("~") for path in free}
        files = use.of_kind(FileStatement)
        given = {file.path.startswith("~") for file in files if file.path[:1] != "@"}
        for home in sorted(asked - given):
            yield Pin((FolderStatement(next(names), home),), sure=True)
        is_told = any(statement.name == HOME for statement in use.of_kind(VariableStatement))
        if ("home",) in use.touched and True not in asked | given and not is_told:
            drives = tuple((VariableStatement(next(names), HOME, place),) for place in HOMES)
            yield Pin((FolderStatement(next(names), True),), drives)
