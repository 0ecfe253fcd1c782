"""The project's configuration files, as far as they concern tests and style."""

from __future__ import annotations

import configparser
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from testloom.repository import read_text

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Table = Mapping[str, Any]


def toml_table(file: Path, *keys: str) -> Table:
    """The table that `keys` lead to; empty if the file or the table is missing or cannot be read."""
    try:
        table: object = tomllib.loads(read_text(file))
    except (OSError, ValueError, RecursionError):
        return {}
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table if isinstance(table, dict) else {}


def ini_section(file: Path, section: str) -> Table:
    """A section of an ini file; empty if the file or the section is missing or cannot be read."""
    return ini_sections(file).get(section, {})


def ini_sections(file: Path) -> dict[str, Table]:
    """All sections of an ini file; none if it is missing or cannot be read."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(read_text(file))
    except (OSError, ValueError, configparser.Error):
        return {}
    return {name: dict(parser[name]) for name in parser.sections()}


def pytest_options(root: Path) -> Table:
    """The options of the first file that pytest would take its configuration from."""
    return next((table for table in _pytest_tables(root) if table), {})


def words(value: object) -> tuple[str, ...]:
    """An option that holds several words, whichever way its file format writes them."""
    if isinstance(value, str):
        return tuple(value.split())
    return tuple(entry for entry in value if isinstance(entry, str)) if isinstance(value, list) else ()


def _pytest_tables(root: Path) -> Iterator[Table]:
    for name in ("pytest.toml", ".pytest.toml"):
        yield toml_table(root / name, "pytest")
    for name in ("pytest.ini", ".pytest.ini"):
        yield ini_section(root / name, "pytest")
    native = toml_table(root / "pyproject.toml", "tool", "pytest")
    yield {key: value for key, value in native.items() if key != "ini_options"}
    yield toml_table(root / "pyproject.toml", "tool", "pytest", "ini_options")
    yield ini_section(root / "tox.ini", "pytest")
    yield ini_section(root / "setup.cfg", "tool:pytest")
