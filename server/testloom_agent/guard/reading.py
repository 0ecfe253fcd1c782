"""Stand-ins for the contents of private files, whichever way Python opens them.

Opening a file past these functions is refused by the audit hook.
"""

from __future__ import annotations

import builtins
import io
import os
import sys
from collections.abc import Callable
from itertools import count
from types import ModuleType
from typing import Any, TypeAlias

from testloom_agent.guard.policy import WRITING, Guard
from testloom_agent.kinds import is_a
from testloom_agent.likeness import like

Contents: TypeAlias = Callable[[Any], "bytes | None"]
"""Returns the stand-in for the contents of a file; None for a file that is read as it is."""
OURS = __name__.partition(".")[0]


def serve_readers(guard: Guard, folder: str, contents: Contents) -> None:
    """Wrap the functions that open files, wherever a loaded module keeps them.

    What stands in for a file lies in `folder` until it has been opened.
    """
    reader = _Reader(guard, folder, contents)
    wrappers = {
        id(builtins.open): _opening(builtins.open, reader),
        id(io.open_code): _opening_code(io.open_code, reader),
        id(os.open): _opening_descriptor(os.open, reader),
    }
    modules = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] != OURS]
    for module in modules:
        if is_a(module, ModuleType):
            for name, value in list(vars(module).items()):
                if id(value) in wrappers:
                    setattr(module, name, wrappers[id(value)])
    accessor: Any = getattr(sys.modules.get("pathlib"), "_NormalAccessor", None)
    if accessor is not None and hasattr(accessor, "open"):  # Python 3.10 has a copy
        accessor.open = builtins.open


class _Reader:
    """Opens stand-ins for files."""

    def __init__(self, guard: Guard, folder: str, contents: Contents) -> None:
        self.serving = guard.serving
        self._guard = guard
        self._contents = contents
        self._folder, self._numbers = folder, count()
        self._open, self._unlink, self._write, self._seek = os.open, os.unlink, os.write, os.lseek

    def contents(self, path: Any) -> bytes | None:
        """What stands in for a file; None if it may be read as it is, or by whom it is read now."""
        if isinstance(path, int) or self._guard.is_trusting:
            return None
        known = len(self._guard.paths)
        found = self._contents(path)
        del self._guard.paths[known:]
        return found

    def descriptor(self, contents: bytes) -> int:
        """A new descriptor for reading it."""
        with self._guard.unseen():
            place = os.path.join(self._folder, f"stand-in-{os.getpid()}-{next(self._numbers)}")
            descriptor = self._open(place, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            self._unlink(place)
        while contents:
            contents = contents[self._write(descriptor, contents) :]
        self._seek(descriptor, 0, os.SEEK_SET)
        return descriptor


def _opening(real: Callable[..., Any], reader: _Reader) -> Callable[..., Any]:
    def open(
        file: Any,
        mode: Any = "r",
        buffering: Any = -1,
        encoding: Any = None,
        errors: Any = None,
        newline: Any = None,
        closefd: Any = True,
        opener: Any = None,
    ) -> Any:
        is_reading = opener is None and isinstance(mode, str) and not set("wax+").intersection(mode)
        contents = reader.contents(file) if is_reading else None
        if contents is None:
            return real(file, mode, buffering, encoding, errors, newline, closefd, opener)
        descriptor = reader.descriptor(contents)
        with reader.serving():
            return real(file, mode, buffering, encoding, errors, newline, closefd, lambda *_: descriptor)

    return _named(open, real)


def _opening_code(real: Callable[..., Any], reader: _Reader) -> Callable[..., Any]:
    def open_code(path: Any) -> Any:
        contents = reader.contents(path)
        return real(path) if contents is None else io.BytesIO(contents)

    return _named(open_code, real)


def _opening_descriptor(real: Callable[..., Any], reader: _Reader) -> Callable[..., Any]:
    audit = sys.audit

    def opened(path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> Any:
        place = _from(path, dir_fd)
        contents = None if flags & WRITING else reader.contents(place)
        if contents is None:
            return real(path, flags, mode, dir_fd=dir_fd)
        with reader.serving():
            audit("open", place, None, flags)
        return reader.descriptor(contents)

    wrapper = _named(opened, real)
    if real in os.supports_dir_fd:
        os.supports_dir_fd.add(wrapper)
    return wrapper


def _from(path: Any, folder: int | None) -> Any:
    """Resolve a path that is relative to an open folder."""
    return path if folder is None else os.path.join(os.readlink(f"/proc/self/fd/{folder}"), os.fsdecode(path))


def _named(wrapper: Callable[..., Any], real: Callable[..., Any]) -> Callable[..., Any]:
    """Give a wrapper the name of the wrapped function; like a function in C, it never becomes a method."""
    return staticmethod(like(real, wrapper))
