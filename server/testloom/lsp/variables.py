"""The environment variables that the editor gives the project's own tests."""

from __future__ import annotations

from pathlib import Path


def variables_in(named: str | None, folder: Path) -> dict[str, str]:
    """The variables of the file that the editor's setting `python.envFile` names, by default `.env`.

    Args:
        named: the setting.
        folder: the workspace folder, where relative paths start. No file there means no variables.

    Raises:
        UsageError: if there is a file and it cannot be read.
    """
    from testloom.subject import read_variables

    written = (named or "${workspaceFolder}/.env").replace("${workspaceFolder}", str(folder))
    file = folder / Path(written.replace("${userHome}", str(Path.home()))).expanduser()
    try:
        return read_variables(file)
    except FileNotFoundError:
        return {}
