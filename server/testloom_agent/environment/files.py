"""Files: the paths that the subject asks for, and the files that a test case creates."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import FrameType
from typing import Any

from testloom_agent.environment.timing.ages import Ages
from testloom_agent.guard import Guard
from testloom_agent.guard.policy import STANDARD_STREAMS
from testloom_agent.likeness import like

WORK, HOME, PLACE = "", "~/", "@/"
"""The prefixes of paths in the working folder, the home, and the folder constants are redirected to."""
MOST_FILES = 20
LONGEST_FILE = 1_000
"""The greatest size of a file, in bytes."""
OPEN = open
"""The built-in `open`, even if a test case replaces it."""
ASKING = ("stat", "lstat", "access")
"""Functions of `os` that inspect a path and raise no audit event."""
MOST_FRAMES = 3
"""The number of frames that `_is_ensuring` looks up: past `os.path` and wrappers of functions of `os`."""
UNTOLD = frozenset(
    function.__code__
    for function in (os.makedirs, os.path.realpath, getattr(os.path, "_joinrealpath", None))
    if function is not None
)
"""Code that checks folders for its own purposes, without reporting to its caller whether they exist."""


def watch_paths(guard: Guard) -> None:
    """Have the functions noted that look at a path without opening it."""
    for name in ASKING:
        real = getattr(os, name)
        noting = _noting(real, guard)
        for group in (os.supports_dir_fd, os.supports_follow_symlinks, os.supports_fd):
            if real in group:
                group.add(noting)
        setattr(os, name, noting)
    accessor: Any = getattr(sys.modules.get("pathlib"), "_NormalAccessor", None)
    if accessor is not None and hasattr(accessor, "stat"):  # Python 3.10 has a copy
        accessor.stat = staticmethod(os.stat)


def _noting(real: Callable[..., Any], guard: Guard) -> Callable[..., Any]:
    kind_of, number, paths, denials = isinstance, int, guard.paths, guard.denials
    is_ensured, frame_of, is_ensuring = guard.folders.is_ensured, sys._getframe, _is_ensuring

    def asked(path: Any, *args: Any, **kwargs: Any) -> Any:
        if not kind_of(path, number):
            paths.append(("file", path))
            if is_ensured(path) and not guard.is_trusting and not is_ensuring(frame_of(1)):
                denials.append(f"look at the folder {path!r}, which was to be made")
        elif path in STANDARD_STREAMS:
            denials.append(f"look at the open file {path!r}")
        return real(path, *args, **kwargs)

    return like(real, asked)


def _is_ensuring(frame: FrameType | None) -> bool:
    """Check whether a caller does not report what it sees: it creates what is missing, or resolves links.

    Such callers go through `os.path`, and through any wrappers of functions of `os`.
    """
    for _ in range(MOST_FRAMES):
        if frame is None or frame.f_code in UNTOLD:
            return frame is not None
        frame = frame.f_back
    return False


def packed(data: bytes, packing: str, member: str) -> bytes:
    """Data as a compressed file: `gzip`, `bz2`, `lzma`, or the only member of a `zip`."""
    if packing != "zip":
        compressed: bytes = import_module(packing).compress(data)
        return compressed
    import zipfile

    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        archive.writestr(member, data)
    return memory.getvalue()


def failing(error: str, text: str) -> Callable[..., Any]:
    """Create a function that always fails with an operating system error, named as in `errno`."""

    def fail(*_args: Any, **_kwargs: Any) -> Any:
        raise OSError(getattr(errno, error), text)

    return fail


class Files:
    """Creates files in folders of the scratch folder; each folder has the prefix of paths in it."""

    def __init__(self, guard: Guard, folders: Mapping[str, str]) -> None:
        self._guard = guard
        self._folders = folders
        self._ages = Ages()

    def begin(self) -> None:
        """Forget the ages that the test before has set; its files are cleared away with the sandbox."""
        self._ages.begin()

    def set_age(self, path: str, seconds: float) -> None:
        """Let a file be changed so many seconds after the epoch."""
        place = self.find(path)
        if place is not None:
            with self._guard.trusting():
                self._ages.set(place, seconds)

    def put(self, path: str, content: str | bytes | None, packing: str = "", member: str = "") -> None:
        """Write a file, or make a folder if there is no content; what is in the way stays there."""
        place = self.find(path)
        if place is None:
            return
        known = len(self._guard.paths)
        with self._guard.trusting(), contextlib.suppress(OSError, ValueError):
            self._guard.wrote = True
            if content is None:
                os.makedirs(place, exist_ok=True)
            else:
                data = content if isinstance(content, bytes) else content.encode("utf-8")
                _write(place, packed(data, packing, member) if packing else data)
            self._ages.apply(place)
        del self._guard.paths[known:]

    def find(self, path: str) -> str | None:
        """Find the place of a path in a test's notation; None, noted as denied, if outside of its folder."""
        prefix = path[:2] if path[:2] in self._folders else ""
        folder = self._folders[prefix]
        place = os.path.join(folder, path[len(prefix) :]).rstrip("/")
        known = len(self._guard.paths)
        with self._guard.trusting():
            real = os.path.realpath(place)
        del self._guard.paths[known:]
        if real == folder or real.startswith(folder + os.sep):
            return place
        self._guard.denials.append(f"prepare {path!r} outside of its folder")
        return None

    def left(self) -> dict[str, str | None]:
        """Collect the files in all folders but the home, by path; None as content if it is not short text.

        Also collect folders that hold nothing; their paths end with a slash.
        """
        known = len(self._guard.paths)
        found: dict[str, str | None] = {}
        with self._guard.trusting(), contextlib.suppress(OSError):
            for prefix, start in self._folders.items():
                for folder, inner, names in os.walk(start) if prefix != HOME else ():
                    if not (inner or names) and folder != start:
                        found[f"{prefix}{os.path.relpath(folder, start)}/"] = ""
                    for name in names[:MOST_FILES]:
                        place = os.path.join(folder, name)
                        found[prefix + os.path.relpath(place, start)] = _text(place)
        del self._guard.paths[known:]
        return dict(sorted(found.items())[:MOST_FILES])


def _write(place: str, data: bytes) -> None:
    """Write a file, into folders that are made if they are missing."""
    try:
        file = OPEN(place, "wb", buffering=0)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(place))
        file = OPEN(place, "wb", buffering=0)
    with file:
        file.write(data)


def _text(place: str) -> str | None:
    """Read the text of a file as Python does; None if it is long, or not a text."""
    try:
        if not os.path.isfile(place) or os.path.getsize(place) > LONGEST_FILE:
            return None
        with OPEN(place, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):
        return None
