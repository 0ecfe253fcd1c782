"""The units that a save has changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from testloom.continuous.project.definitions import Definition, ModuleCode, code_of
from testloom.continuous.project.scan import scan_project
from testloom.continuous.project.units import Unit
from testloom.model.texts.trees import parsed
from testloom.source.modules import ModuleSource


def changed_names(before: str, after: str) -> list[str]:
    """Find the functions and classes of a module that are new or changed, or that read a changed value.

    Empty while one of the texts is not valid Python.
    """
    old, new = (_code(text) for text in (before, after))
    if old is None or new is None:
        return []
    changed = {name for name, known in new.definitions.items() if known.content != _content(old, name)}
    return [name for name, known in new.definitions.items() if _is_affected(known, changed, new)]


def _code(text: str) -> ModuleCode | None:
    tree = parsed(text)
    return None if tree is None else code_of(ModuleSource("module", Path("module.py"), tree))


def _is_affected(known: Definition, changed: Collection[str], module: ModuleCode) -> bool:
    if known.kind == "value" or not known.size:
        return False
    read = {use.partition(".")[0] for use in known.uses}
    values = {name for name in changed if module.definitions[name].kind == "value"}
    return known.name in changed or bool(read & values)


def _content(module: ModuleCode, name: str) -> str:
    known = module.definitions.get(name)
    return known.content if known else ""


def dependants(
    folder: Path, file: Path, names: Collection[str], exclude: Collection[str] = ()
) -> dict[Path, list[str]]:
    """Find the units of a project that use some units of a file, directly or indirectly, by their file.

    The used units themselves are left out.
    """
    units = scan_project(folder, exclude).units
    found = {unit.id for unit in units if unit.file == file and unit.name in names}
    start = frozenset(found)
    while more := [unit.id for unit in units if unit.id not in found and unit.uses & found]:
        found.update(more)
    return _by_file(unit for unit in units if unit.id in found - start)


def _by_file(units: Iterable[Unit]) -> dict[Path, list[str]]:
    files: dict[Path, list[str]] = {}
    for unit in units:
        files.setdefault(unit.file, []).append(unit.name)
    return files
