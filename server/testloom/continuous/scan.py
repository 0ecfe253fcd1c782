"""Reads the modules of a project."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from testloom.continuous.definitions import ModuleCode, read_module
from testloom.continuous.units import Unit, units_of
from testloom.model.errors import UsageError
from testloom.subject import find_root, module_name, source_files

_GENERATED = re.compile(
    rb"^\s*#.*(@generated|DO NOT EDIT|do not edit (by hand|manually)|(auto-?|automatically )generated)",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD = 1_000
"""Bytes at the beginning of a file in which generated code says that it is."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The units of a project, and for files that were left out the reason and how many they are."""

    units: Sequence[Unit]
    left_out: Counter[str]


def scan_project(folder: Path, exclude: Collection[str] = ()) -> Scan:
    """Find the units in the source files below a folder.

    Args:
        folder: an absolute path.
        exclude: patterns of files, relative to the folder, that are no part of it.
    """
    left_out: Counter[str] = Counter()
    modules: dict[str, ModuleCode] = {}
    files: dict[str, Path] = {}
    for file in source_files(folder):
        reason = _reason(file, folder, exclude)
        module = None if reason else _read(file)
        if module is None or module.name in modules:
            left_out[reason or ("not-importable" if module is None else "same-name")] += 1
            continue
        modules[module.name] = module
        files[module.name] = file
    return Scan(units_of(modules, files), left_out)


def _reason(file: Path, folder: Path, exclude: Collection[str]) -> str:
    path = file.relative_to(folder).as_posix()
    if any(_matches(path, pattern) for pattern in exclude):
        return "excluded"
    with file.open("rb") as stream:
        return "generated" if _GENERATED.search(stream.read(_HEAD)) else ""


def _matches(path: str, pattern: str) -> bool:
    """Whether a pattern means the file, or a folder that it lies in."""
    return any(fnmatch(part, pattern.rstrip("/")) for part in _beginnings(path))


def _beginnings(path: str) -> Iterator[str]:
    parts = path.split("/")
    for length in range(1, len(parts) + 1):
        yield "/".join(parts[:length])


def _read(file: Path) -> ModuleCode | None:
    """The module in a file; None if it cannot be imported."""
    try:
        name = module_name(find_root(file), file)
        return read_module(name, file.read_bytes(), is_package=file.name == "__init__.py")
    except (UsageError, SyntaxError, ValueError, RecursionError):
        return None
