"""Reads the project's pyproject.toml."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from testloom.model.errors import UsageError
from testloom.model.settings import Settings
from testloom.repository import read_text

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def read_pyproject(project: Path) -> dict[str, Any]:
    """Read the tables of the project's pyproject.toml; empty if it has none.

    Raises:
        UsageError: if the file cannot be read or is not TOML.
    """
    file = project / "pyproject.toml"
    try:
        tables: dict[str, Any] = tomllib.loads(read_text(file))
        return tables
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise UsageError(
            f"{file} cannot be read: {error.strerror}.", "Fix the file, then try again."
        ) from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} cannot be read: {error}.", "Fix the file, then try again.") from None


def read_settings(project: Path) -> dict[str, Any]:
    """Read the settings in `[tool.testloom]`, each valid by itself.

    Without `allow`: a repository does not open the guard, its user does (`wanted_allowance`).

    Raises:
        UsageError: if there is an unknown one or one of the wrong type; it names file and key.
    """
    return {key: value for key, value in _table(project).items() if key != "allow"}


def wanted_allowance(project: Path) -> tuple[str, ...]:
    """Read what the project asks the guard to allow (`[tool.testloom] allow`).

    A path that is a link is replaced by its target: if the link changes, it is another request.

    Raises:
        UsageError: as of `read_settings`.
    """
    return tuple(_followed(entry, project) for entry in _table(project).get("allow", ()))


def _followed(entry: str, project: Path) -> str:
    kind, _, what = entry.partition(":")
    if kind != "write":
        return entry
    for root in (project, project / "src"):  # the folders that relative paths may start from
        place = os.path.normpath(root.resolve() / Path(what).expanduser())
        if os.path.realpath(place) != place:
            return f"{kind}:{os.path.realpath(place)}"
    return entry


def _table(project: Path) -> dict[str, Any]:
    """Read the table `[tool.testloom]` and check each of its settings."""
    file = project / "pyproject.toml"
    tool = read_pyproject(project).get("tool", {})
    table: object = tool.get("testloom", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise UsageError(f"{file}: tool.testloom is {table!r}.", "Make it a table: [tool.testloom].")
    for key, value in table.items():
        try:
            Settings.decode({key: value})
        except UsageError as error:
            raise UsageError(f"{file}, [tool.testloom] {key}: {error.what}", error.advice) from None
    return table
