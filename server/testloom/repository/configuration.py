"""The project's configuration files, insofar as they concern tests and style."""

from __future__ import annotations

import configparser
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from testloom.repository.reading import read_text

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Table = Mapping[str, Any]
_INSTALLED_BY = (("build-system",), ("project",), ("tool", "poetry"))
"""The tables of a pyproject.toml that determine how the project is installed."""


def toml_table(file: Path, *keys: str) -> Table:
    """Read the table that `keys` lead to; empty if the file or table is missing or cannot be read."""
    try:
        table: object = tomllib.loads(read_text(file))
    except (OSError, ValueError, RecursionError):
        return {}
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table if isinstance(table, dict) else {}


def ini_section(file: Path, section: str) -> Table:
    """Read a section of an ini file; empty if the file or section is missing or cannot be read."""
    return ini_sections(file).get(section, {})


def ini_sections(file: Path) -> dict[str, Table]:
    """Read all sections of an ini file; none if it is missing or cannot be read."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(read_text(file))
    except (OSError, ValueError, configparser.Error):
        return {}
    return {name: dict(parser[name]) for name in parser.sections()}


def is_installable(root: Path) -> bool:
    """Check whether a folder contains the files or settings that pip needs to install a project."""
    if any((root / name).exists() for name in ("setup.py", "setup.cfg")):
        return True
    return any(toml_table(root / "pyproject.toml", *keys) for keys in _INSTALLED_BY)
