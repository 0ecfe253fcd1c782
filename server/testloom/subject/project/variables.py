"""The environment variables that a user keeps in a file for the project's own tests.

The tests get them because they run as in the user's terminal, without the guard. Code that runs while
tests are generated does not get them: the file is private, and its values must not end up in tests.
"""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path

from testloom.model.errors import UsageError
from testloom.repository import read_text

_LISTS = ("PATH", "PYTHONPATH")
"""The variables that are search paths: a value from the file is added to an existing one."""


def read_variables(file: Path) -> dict[str, str]:
    """Read the variables in a file, which can refer to others; search paths come before the current ones.

    Raises:
        FileNotFoundError: if there is no such file.
        UsageError: if it cannot be read.
    """
    from dotenv import dotenv_values

    try:
        text = read_text(file)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read: {error}.", "Repair it, or choose another file.") from None
    found = dotenv_values(stream=io.StringIO(text))
    return joined({name: value for name, value in found.items() if value is not None}, os.environ)


def joined(found: Mapping[str, str], others: Mapping[str, str]) -> dict[str, str]:
    """Join the variables with the search paths of others, which come last."""
    both = {name: [found[name], others[name]] for name in _LISTS if name in found and name in others}
    return {**found, **{name: os.pathsep.join(paths) for name, paths in both.items()}}
