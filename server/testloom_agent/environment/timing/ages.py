"""The times of files: which times the project asks for, and the times that a test case sets."""

from __future__ import annotations

import contextlib
import os
import pathlib
import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from testloom_agent.guard import Guard
from testloom_agent.likeness import like

TIME = b"mtime"
ASKING: tuple[tuple[Any, str], ...] = (
    (os.path, "getmtime"),
    (os.path, "getctime"),
    (os, "stat"),
    (pathlib.Path, "stat"),
)


def watch_ages(guard: Guard, modules: Iterable[ModuleType], folders: Iterable[str]) -> None:
    """Have calls noted that tell when a file was changed, of modules that mention that they want to know.

    Outside of the `folders` that a test may fill, a file is as old as the machine will have it.
    """
    inside = tuple(os.path.join(folder, "") for folder in folders)
    modules = [module for module in modules if _mentions(module)]
    owned = frozenset(id(vars(module)) for module in modules)
    for owner, name in ASKING:
        real = getattr(owner, name)
        noting = _noting(real, guard, owned, inside)
        for group in (os.supports_dir_fd, os.supports_follow_symlinks, os.supports_fd):
            if real in group:
                group.add(noting)
        setattr(owner, name, noting)
        for module in modules:
            for own, value in list(vars(module).items()):
                if value is real:
                    vars(module)[own] = noting


def _mentions(module: ModuleType) -> bool:
    try:
        with open(str(module.__file__), "rb") as source:
            return TIME in source.read()
    except OSError:
        return False


def _noting(
    real: Callable[..., Any], guard: Guard, owned: frozenset[int], inside: tuple[str, ...]
) -> Callable[..., Any]:
    caller, kind_of, number, resolve = sys._getframe, isinstance, int, os.path.realpath
    paths, denials = guard.paths, guard.denials

    def asked(path: Any, *args: Any, **kwargs: Any) -> Any:
        answer = real(path, *args, **kwargs)
        if id(caller(1).f_globals) in owned and not kind_of(path, number):
            paths.append(("age", path))
            with guard.unseen():
                place = f"{os.fsdecode(resolve(path))}/"
            if not place.startswith(inside):
                denials.append(f"look at the age of {path!r}")
        return answer

    return like(real, asked)


class Ages:
    """The modification times of files that a test case has created or will create."""

    def __init__(self) -> None:
        self._of: dict[str, float] = {}

    def begin(self) -> None:
        """Forget what was set."""
        self._of.clear()

    def set(self, place: str, seconds: float) -> None:
        """Let a file be changed so many seconds after the epoch, now or when it is put there."""
        self._of[place] = seconds
        self.apply(place)

    def apply(self, place: str) -> None:
        """Set the time of a file, if it is there and has one."""
        if place in self._of:
            with contextlib.suppress(OSError, OverflowError, ValueError):
                os.utime(place, (self._of[place], self._of[place]))
