"""The databases that the subject may open."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Protocol


class Guarded(Protocol):
    """The part of the guard that records which files are written."""

    paths: list[tuple[str, Any]]
    wrote: bool


def make_sqlite_rule(
    guard: Guarded, inside: Callable[[str], bool]
) -> Callable[[tuple[Any, ...]], str | None]:
    """Make the rule: SQLite opens files by itself, and who connects may write, whatever `open` hears."""
    decode, paths, size = os.fsdecode, guard.paths, len

    def is_in_memory(name: str) -> bool:
        """Whether a name is that of no file; of several modes in an address, SQLite takes the last."""
        if not name.startswith("file:"):
            return name in ("", ":memory:")
        path, _, query = name.removeprefix("file:").partition("#")[0].partition("?")
        modes = [option for option in query.split("&") if option.startswith("mode=")]
        is_plain = "%" not in query and modes[-1:] == ["mode=memory"]
        return path == ":memory:" or is_plain

    def rule(arguments: tuple[Any, ...]) -> str | None:
        name = decode(arguments[0])
        if is_in_memory(name):
            return None
        path = name.removeprefix("file:").partition("?")[0] if name.startswith("file:") else name
        known = size(paths)
        is_inside = inside(path)
        paths[known:] = [("folder", path)]
        guard.wrote = guard.wrote or is_inside
        return None if is_inside else f"open the database {name!r}"

    return rule
