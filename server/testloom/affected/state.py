"""The state of a project at one time: digests of its parts, each computed when it is first needed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from testloom.affected.blocks import MODULE, Blocks, blocks_of
from testloom.model.errors import ProjectError
from testloom.model.progress.records import StampedDigest
from testloom.repository import MOST_BYTES, ignored_files, read_bytes, read_text
from testloom.repository.pytest_settings import FILES, is_called_as_test, pytest_settings

WHOLE = "*"
"""The part that is a whole file: a data file, or a code file whose functions are not distinguished."""
DATA = "data"
"""The part that consists of all data files in a folder with code, and in its subfolders without code."""
CODE = "code"
"""The part that consists of all Python files of the project."""
SETTINGS = "settings"
"""The part that consists of the project's pytest configuration."""

_UNKNOWN = "unknown"
"""The digest of a file that has changed in the meantime; no stored digest equals it."""
SET_IN = frozenset(FILES)
"""The files that pytest reads its settings from."""
_NO_DATA = (".pyc", ".pyo", ".so", ".pyd")
_SKIPPED = frozenset({"__pycache__", "node_modules"})


_SECONDS_TO_SETTLE = 2.0
"""A file that changes twice within this time may have the same times afterwards."""

Digests: TypeAlias = Mapping[str, StampedDigest]
"""Digests of files by their paths; each counts while the file has the same stamp."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """When an observation of a project begins, and digests of its files other than Python code then."""

    at: float
    data: Digests = field(default_factory=dict)

    def settled(self) -> Digests:
        """Select the digests that will hold for as long as the files have the same stamps."""
        latest = int((self.at - _SECONDS_TO_SETTLE) * 1e9)
        return {path: each for path, each in self.data.items() if _changed_at(each.stamp) < latest}


@dataclass(frozen=True)
class State:
    """The parts of a project, by path and name.

    Attributes:
        paths: of the project's files.
        read: reads the contents of a file; raises an OSError if it cannot be read.
        known: the digests of files that need not be read.
        settings: a digest of the configuration of pytest.
        unsettled: files that have changed since another observation of the project was made.
    """

    paths: Collection[str]
    read: Callable[[str], bytes]
    settings: str = ""
    unsettled: Collection[str] = ()
    known: Mapping[str, str] = field(default_factory=dict)
    _blocks: dict[str, Blocks | None] = field(default_factory=dict)
    _digests: dict[tuple[str, str], str] = field(default_factory=dict)

    def has(self, path: str) -> bool:
        """Check whether the project has a file at this path."""
        return path in self._there

    @cached_property
    def _there(self) -> frozenset[str]:
        return frozenset(self.paths)

    def digest(self, path: str, name: str) -> str:
        """Compute the digest of a part, once; "" if there is no such part."""
        key = path, name
        if key not in self._digests:
            self._digests[key] = self._made(path, name)
        return self._digests[key]

    def blocks(self, path: str) -> Blocks | None:
        """Split a Python file into its parts; None if it cannot be read or parsed."""
        if path not in self._blocks:
            try:
                self._blocks[path] = blocks_of(
                    self.read(path).decode("utf-8-sig"), is_test=is_called_as_test(PurePosixPath(path))
                )
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
                self._blocks[path] = None
        return self._blocks[path]

    def _made(self, path: str, name: str) -> str:
        match name:
            case _ if name == WHOLE:
                return self._whole(path)
            case _ if name == DATA:
                return _joined(f"{data} {self._whole(data)}" for data in self._data.get(path, ()))
            case _ if name == CODE and not path:
                return _joined(f"{file} {self._whole(file)}" for file in self.paths if file.endswith(".py"))
            case _ if name == SETTINGS and not path:
                return self.settings
        if path in self.unsettled:
            return _UNKNOWN
        blocks = self.blocks(path)
        return "" if blocks is None else blocks.digests.get(name, "")

    def _whole(self, path: str) -> str:
        if path in self.unsettled:
            return _UNKNOWN
        return self.known[path] if path in self.known else _digest(self.read, path)

    @cached_property
    def _data(self) -> dict[str, list[str]]:
        """The files other than Python code, by the nearest folder above them that contains code."""
        having = {str(PurePosixPath(path).parent) for path in self.paths if path.endswith(".py")}
        found: dict[str, list[str]] = {}
        for path in self.paths:
            if not path.endswith(".py"):
                folder = next((str(each) for each in PurePosixPath(path).parents if str(each) in having), "")
                found.setdefault(folder, []).append(path)
        return found


def named_part(file: str, name: str) -> str:
    """Describe a part of a project in words for messages."""
    match name:
        case _ if name == SETTINGS:
            return "the settings of pytest"
        case _ if name == CODE:
            return "code, and the test starts programs:"
        case _ if name == DATA:
            return f"a file in {file}"
        case _ if name in (WHOLE, MODULE):
            return file
    return f"{name} in {file}"


def present_state(project: Path, since: Beginning | None = None, digests: Digests | None = None) -> State:
    """Read the project as it is on disk, without the files that git ignores.

    Files that have changed `since` an observation has begun are unsettled, unless they contain what they
    contained then: some tests put back what they write. Files with one of the `digests` are not read.
    """
    return _present(project, digests or {}, since)[0]


def _present(
    project: Path, digests: Digests, since: Beginning | None = None
) -> tuple[State, Mapping[str, str]]:
    """Read the project as it is on disk; also return the stamps of its files."""
    try:
        ignored = set(ignored_files(project))
    except ProjectError:  # git fails or is too slow: with more files, more tests are affected
        ignored = set()
    files = dict(_files(project, ignored))
    paths = {file.relative_to(project).as_posix(): entry for file, entry in files.items()}

    def read(path: str) -> bytes:
        seen = paths.get(path)
        if seen is not None and seen.st_size > MOST_BYTES:
            return f"{seen.st_size} {seen.st_mtime_ns}".encode()
        return read_bytes(project / path)

    stamps = {path: _stamp(seen) for path, seen in paths.items()}
    known = {path: each.digest for path, each in digests.items() if stamps.get(path) == each.stamp}
    late = [] if since is None else [path for path, seen in paths.items() if seen.st_mtime >= since.at]
    before = {path: each.digest for path, each in since.data.items()} if since else {}
    unsettled = frozenset(path for path in late if before.get(path) != _digest(read, path))
    return State(sorted(paths), read, _settings(project), unsettled, known), stamps


def begin(project: Path, at: float, digests: Digests | None = None) -> Beginning:
    """Note that an observation of a project begins at a time.

    Files with one of the `digests` are not read.
    """
    now, stamps = _present(project, digests or {})
    data = [path for path in now.paths if not path.endswith(".py")]
    return Beginning(at, {path: StampedDigest(stamps[path], now.digest(path, WHOLE)) for path in data})


def _stamp(seen: os.stat_result) -> str:
    return f"{seen.st_size} {seen.st_mtime_ns} {seen.st_ctime_ns}"


def _changed_at(stamp: str) -> int:
    """Return the time in nanoseconds of the last change that a stamp knows of."""
    _, *times = stamp.split()
    return max(map(int, times))


def environment_of(python: Path) -> str:
    """Compute a digest of an interpreter and of the packages that are installed for it."""
    installed = sorted(
        place.name for place in python.parent.parent.glob("lib/python3*/site-packages/*.dist-info")
    )
    return _joined([str(python), os.path.realpath(python), *installed])


def is_part(path: str) -> bool:
    """Check by its names whether a path is a part of the project: neither hidden nor compiled."""
    parts = PurePosixPath(path).parts
    return not any(part.startswith(".") or part in _SKIPPED for part in parts) and not path.endswith(_NO_DATA)


def _files(folder: Path, ignored: Collection[str]) -> Iterator[tuple[Path, os.stat_result]]:
    for entry in os.scandir(folder):
        path = Path(entry.path)
        if not is_part(entry.name) or str(path) in ignored or f"{path}/" in ignored:
            continue
        if entry.is_file():
            yield path, entry.stat()
        elif entry.is_dir(follow_symlinks=False) and not _is_made(path):
            yield from _files(path, ignored)


def _is_made(folder: Path) -> bool:
    """Check whether a folder is an environment, or the metadata of an installed package."""
    return folder.suffix in (".egg-info", ".dist-info") or (folder / "pyvenv.cfg").exists()


def _settings(project: Path) -> str:
    """Return a digest of pytest's settings.

    The text of its own files is included, as pytest runs no tests if it cannot read them.
    """
    texts = [repr(pytest_settings(project).options)]
    for name in FILES:
        with suppress(OSError, UnicodeDecodeError):
            texts += [read_text(project / name)] if "pytest." in name else []
    return _joined(texts)


def _digest(read: Callable[[str], bytes], path: str) -> str:
    try:
        return hashlib.sha256(read(path)).hexdigest()[:24]
    except OSError:
        return ""


def _joined(parts: Iterator[str] | Collection[str]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()[:24]
