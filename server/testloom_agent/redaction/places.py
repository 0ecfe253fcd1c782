"""Private files: hidden and git-ignored ones, and files outside both the project and Python."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.util import source_from_cache

MARKS = (".git", "pyproject.toml", "setup.py", "setup.cfg")
"""Files and folders that mark the root folder of a project."""
SHARED = ("/usr/", "/lib/", "/lib64/", "/dev/", "/sys/")
"""Folders that every system has, with public contents."""
UNSHARED = ("/usr/etc/", "/usr/local/etc/", "/dev/shm/", "/sys/devices/virtual/dmi/")
"""Folders below the shared ones that are configured on this machine, or contain its serial numbers."""
NAMES = ("/proc/sys/kernel/hostname", "/proc/sys/kernel/domainname")
"""Files in which the kernel gives the names of the machine, which are private."""
DEVICES, CARD = "/sys/devices/", "/net/"
"""Parts of the paths of files that contain the addresses of network cards."""
OF_TYPES = "mime.types"
AGENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMPILED = (".pyc", ".pyo")
BINARY = (".so", ".pyd", ".dylib")
METADATA = (".egg-info", ".dist-info")
"""The endings of folders with a package's metadata, which is derived from public files; pytest reads it."""
VERSION = "_version.py"
"""The name of the module that build backends write beside the sources, with the version of the package."""
SETTINGS = (".coveragerc", ".pytest.ini", ".pytest.toml")
"""Hidden files at the root of a project with settings for its tests: pytest's messages are about them."""
MOST_SOURCES, MOST_FOLDERS = 500, 1_000
"""How many files and folders of a project are inspected at most."""


class Places:
    """Decides by their real paths which files are private.

    Not private are files in `own`, for which tests are made, and files in folders of `ours`: the scratch
    folder, or the recorder itself. `is_guarded` says that links are made in these only.
    """

    def __init__(
        self,
        root: str,
        ours: Sequence[str],
        ignored: Iterable[str],
        own: Iterable[str],
        *,
        is_guarded: bool = True,
    ) -> None:
        self._is_guarded = is_guarded
        self._root = os.path.realpath(root)
        self._project = project = _folder(_project_of(self._root))
        # The whole project may be in a folder that the repository around it ignores.
        self._ignored = frozenset(path for path in ignored if not project.startswith(path))
        self._ignored_folders = tuple(path for path in self._ignored if path.endswith("/"))
        self._own = frozenset(map(os.path.realpath, own))
        searched = [folder for folder in sys.path if folder and self._is_elsewhere(folder)]
        mine = [place for place in (*ours, sys.prefix) if os.path.realpath(place).startswith(project)]
        others = [*ours, sys.prefix, sys.base_prefix, AGENT, *searched]
        self._inner = tuple(_folder(os.path.realpath(place)) for place in mine)
        self._outer = (*(_folder(os.path.realpath(place)) for place in others), *SHARED)
        self._ours = tuple(_folder(os.path.realpath(place)) for place in ours)
        self._soon = tuple(_folder(place) for place in (*searched, *mine) if place not in ours)
        self._linkless: set[str] = set()

    def of_project(self, file: str) -> bool:
        """Check whether a file belongs to the project and is not private."""
        place = os.path.realpath(file)
        return place.startswith(self._project) and not self._is_open(place) and self.private(place) is None

    def private(self, path: str) -> str | None:
        """Find the private file at a path, or the private source of a compiled module; else None."""
        if path.startswith(self._soon) and ".." not in path:
            return None  # most are modules of Python and of packages
        place = self._real(path)
        if place.endswith(COMPILED):
            with suppress(ValueError):  # a compiled module beside its source is treated like any other file
                place = source_from_cache(place)
        return place if self._is_private(place) else None

    def _real(self, path: str) -> str:
        """Resolve a path.

        Under the guard, folders without links on the way to them are remembered, so that a file in one takes
        one question to the system in place of one for each folder.
        """
        folder, name = os.path.split(path)
        is_plain = bool(name.strip(".")) and "//" not in path
        if is_plain and folder in self._linkless and not os.path.islink(path):
            return path
        place = os.path.realpath(path)
        if self._is_guarded and place == path and not place.startswith(self._ours):
            self._linkless.add(folder)
        return place

    def sources(self) -> Iterator[str]:
        """Python files of the project that are not private, from its import root down."""
        folders, found = [self._root], 0
        for folder in folders:
            try:
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
            except OSError:
                continue
            for entry in entries:
                if entry.name.endswith(".py") and found < MOST_SOURCES and self.of_project(entry.path):
                    found += 1
                    yield entry.path
                elif len(folders) < MOST_FOLDERS and self._is_folder(entry):
                    folders.append(entry.path)

    def _is_folder(self, entry: os.DirEntry[str]) -> bool:
        """Check whether an entry is a folder of the project, not all of whose files are private."""
        return entry.is_dir(follow_symlinks=False) and self.of_project(os.path.join(entry.path, "file"))

    def is_inside(self, place: str) -> bool:
        """Check whether a file, by its real path, lies in the project."""
        return place.startswith(self._project)

    def told(self, place: str) -> str:
        """Return a path as shown to users: relative to the project's folder if it lies there."""
        return place.removeprefix(self._project)

    def _is_open(self, place: str) -> bool:
        """Check whether a file belongs to Python, its packages or the sandbox, or to what systems share."""
        if place.startswith(self._project):
            return place.startswith(self._inner)
        if place.startswith(UNSHARED) or (place.startswith(DEVICES) and CARD in place):
            return place.startswith(self._ours)
        return place.startswith(self._outer)

    def _is_private(self, place: str) -> bool:
        if place in self._own or place.endswith(BINARY) or self._is_open(place):
            return False
        if not place.startswith(self._project):
            return not _is_of_kernel(place) and os.path.basename(place) != OF_TYPES
        inner = place[len(self._project) :]
        *folders, name = inner.split("/")
        if (inner.startswith(".") and inner not in SETTINGS) or "/." in inner:
            return True
        is_ignored = place in self._ignored or place.startswith(self._ignored_folders)
        is_public = name == VERSION or any(folder.endswith(METADATA) for folder in folders)
        return is_ignored and not is_public

    def _is_elsewhere(self, folder: str) -> bool:
        """Check whether a folder is unrelated to the project: neither in it nor around it."""
        place = _folder(os.path.realpath(folder))
        return not place.startswith(self._project) and not self._project.startswith(place)


def _is_of_kernel(place: str) -> bool:
    """Check whether the kernel describes the machine or this process; data about others may be secret."""
    is_told = re.match(rf"/proc/(?:\D|{os.getpid()}/)", place) is not None
    return is_told and place not in NAMES


def _folder(path: str) -> str:
    """Return the prefix of paths in a folder."""
    return os.path.join(path, "")


def _project_of(root: str) -> str:
    """Find the nearest project folder from an import root upwards; the root if there is none."""
    folder = root
    while not any(os.path.exists(os.path.join(folder, mark)) for mark in MARKS):
        folder, before = os.path.dirname(folder), folder
        if folder == before:
            return root
    return folder
