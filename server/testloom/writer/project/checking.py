"""Whether the project's mypy configuration requires typed tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from testloom.repository.configuration import Table, ini_sections, toml_table


def wants_types(root: Path, folder: Path, *, unless_named: bool) -> bool:
    """Check whether mypy checks the tests in a folder and requires their functions to be annotated.

    Args:
        root: the project's folder.
        folder: where the tests are.
        unless_named: whether mypy checks the tests if its settings do not name the files to check.
    """
    if not folder.is_relative_to(root):
        return False
    settings, overrides = _settings(root)
    place = folder.relative_to(root)
    if not settings or not _covers(settings, place, unless_named):
        return False
    modules = ("test_x", ".".join((*place.parts, "test_x")))
    merged = dict(settings)
    for pattern, override in overrides:
        if any(fnmatchcase(module, pattern) for module in modules):
            merged |= override
    is_strict = _is_on(merged.get("strict"))
    return _is_on(merged.get("disallow_untyped_defs", is_strict)) and not _is_on(merged.get("ignore_errors"))


def _settings(root: Path) -> tuple[Table, list[tuple[str, Table]]]:
    """Mypy's settings, and its overrides by module pattern, from the first file that has any."""
    for name in ("mypy.ini", ".mypy.ini"):
        if sections := ini_sections(root / name):
            return _of_ini(sections)
    if table := toml_table(root / "pyproject.toml", "tool", "mypy"):
        entries = table.get("overrides")
        found = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
        return table, [(pattern, entry) for entry in found for pattern in _listed(entry.get("module"))]
    return _of_ini(ini_sections(root / "setup.cfg"))


def _of_ini(sections: dict[str, Table]) -> tuple[Table, list[tuple[str, Table]]]:
    of_modules = [(name.removeprefix("mypy-"), name) for name in sections if name.startswith("mypy-")]
    overrides = [(pattern, sections[name]) for names, name in of_modules for pattern in _listed(names)]
    return sections.get("mypy", {}), overrides


def _covers(settings: Table, place: Path, unless_named: bool) -> bool:
    """Whether mypy checks a folder of the project; `unless_named` if its settings name nothing to check."""
    for pattern in _listed(settings.get("exclude")):
        with suppress(re.error):
            if re.search(pattern, f"{place.as_posix()}/test_x.py"):
                return False
    files = list(_listed(settings.get("files")))
    if not files and not any(settings.get(name) for name in ("packages", "modules")):
        return unless_named
    named = [Path(entry.partition("*")[0]) for entry in files]
    return any(place.is_relative_to(entry) for entry in named)


def _listed(value: Any) -> Iterator[str]:
    """The entries of a setting that is a list, or a string separated by commas or line ends."""
    entries = re.split(r"[,\n]", value) if isinstance(value, str) else value
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, str) and entry.strip():
            yield entry.strip()


def _is_on(value: Any) -> bool:
    return value is True or (isinstance(value, str) and value.strip().lower() in ("true", "yes", "on", "1"))
