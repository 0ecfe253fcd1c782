"""Reading of the modules of a project."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from testloom.continuous.project.definitions import ModuleCode, code_of
from testloom.continuous.project.units import Unit, units_of
from testloom.source.modules import read_module
from testloom.subject import ImportNames, is_excluded, source_files

_GENERATED = re.compile(
    rb"^[ \t]*#.*(@generated|DO NOT EDIT|do not edit (by hand|manually)|(auto-?|automatically )generated)",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD = 1_000
"""The number of bytes at the start of a file that are searched for a remark that it is generated code."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The units of a project.

    Attributes:
        units: in the order of the files.
        left_out: the number of files without units, by reason.
        unseen: the names of the modules of these files, if they have any.
    """

    units: Sequence[Unit]
    left_out: Counter[str]
    unseen: frozenset[str] = frozenset()


def scan_project(folder: Path, exclude: Collection[str] = ()) -> Scan:
    """Find the units in the source files below a folder.

    Args:
        folder: an absolute path.
        exclude: patterns of files, relative to the folder, that are not part of it.
    """
    left_out: Counter[str] = Counter()
    modules: dict[str, ModuleCode] = {}
    files: dict[str, Path] = {}
    names, unseen = ImportNames(), set()
    for file in source_files(folder):
        name = names.of(file)
        reason = _reason(file, folder, exclude) or ("same-name" if name in modules else "")
        module = None if reason or name is None else read_module(name, file)
        if module is None or name is None:
            left_out[reason or "not-importable"] += 1
            unseen.add(name)
            continue
        modules[name] = code_of(module)
        files[name] = file
    return Scan(units_of(modules, files), left_out, frozenset(name for name in unseen if name))


def is_left_out(file: Path, folder: Path, exclude: Collection[str] = ()) -> bool:
    """Check whether a file has no units that tests are generated for, by the rules of `scan_project`.

    A file outside of the folder, in a hidden folder or in an environment is left out, too.
    """
    below = file.relative_to(folder).parents if file.is_relative_to(folder) else ()
    places = [folder / place for place in below]
    is_inside = bool(places) and not any(
        place.name.startswith(".") or (place / "pyvenv.cfg").exists() for place in places if place != folder
    )
    return not is_inside or not file.is_file() or bool(_reason(file, folder, exclude))


def _reason(file: Path, folder: Path, exclude: Collection[str]) -> str:
    path = file.relative_to(folder).as_posix()
    if is_excluded(path, exclude):
        return "excluded"
    with file.open("rb") as stream:
        return "generated" if _GENERATED.search(stream.read(_HEAD)) else ""
