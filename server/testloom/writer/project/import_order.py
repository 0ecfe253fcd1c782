"""Whether the project's isort or ruff keeps imports in order, and in which."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testloom.writer.project.configuration import Table, ini_section, toml_table, words

SORTED_BY_RUFF = ("ALL", "I", "I0", "I00", "I001")
RUFF_SECTIONS = {
    "future": "FUTURE",
    "standard-library": "STDLIB",
    "third-party": "THIRDPARTY",
    "first-party": "FIRSTPARTY",
    "local-folder": "LOCALFOLDER",
}
"""What ruff calls the sections of isort."""
AS_IN_ISORT = (
    "case-sensitive",
    "combine-as-imports",
    "extra-standard-library",
    "force-single-line",
    "force-sort-within-sections",
    "force-to-top",
    "from-first",
    "known-local-folder",
    "known-third-party",
    "length-sort",
    "length-sort-straight",
    "lines-after-imports",
    "lines-between-types",
    "no-lines-before",
    "no-sections",
    "order-by-type",
    "single-line-exclusions",
)
"""The options of ruff that isort has under the same name."""


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """The settings for isort: its own file of the project, or options by name."""

    file: Path | None = None
    options: tuple[tuple[str, Any], ...] = ()


def import_order(
    root: Path, ruff: Table, line_length: int, first_party: Collection[str]
) -> ImportOrder | None:
    """The order that the project's tools keep; None if they keep none."""
    for file in _files_of_isort(root):
        return ImportOrder(file)
    lint = ruff.get("lint")
    tables = [ruff, lint] if isinstance(lint, dict) else [ruff]
    selected = {
        rule for table in tables for key in ("select", "extend-select") for rule in words(table.get(key))
    }
    if selected.isdisjoint(SORTED_BY_RUFF):
        return None
    options: dict[str, Any] = {}
    for table in tables:
        found = table.get("isort")
        options |= found if isinstance(found, dict) else {}
    return ImportOrder(options=tuple(_of_ruff(options, line_length, first_party)))


def _files_of_isort(root: Path) -> Iterator[Path]:
    if toml_table(root / "pyproject.toml", "tool", "isort"):
        yield root / "pyproject.toml"
    for name, section in ((".isort.cfg", "settings"), ("setup.cfg", "isort"), ("tox.ini", "isort")):
        if ini_section(root / name, section):
            yield root / name


def _of_ruff(
    options: Mapping[str, Any], line_length: int, first_party: Collection[str]
) -> Iterator[tuple[str, Any]]:
    yield "profile", "black"
    yield "line_length", line_length
    yield "known_first_party", tuple(sorted({*first_party, *words(options.get("known-first-party"))}))
    for name in AS_IN_ISORT:
        if name in options:
            value = options[name]
            yield name.replace("-", "_"), tuple(value) if isinstance(value, list) else value
    if sections := words(options.get("section-order")):
        yield "sections", tuple(RUFF_SECTIONS.get(section, section) for section in sections)
    if required := words(options.get("required-imports")):
        yield "add_imports", required
