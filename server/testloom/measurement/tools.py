"""Which tools the project's interpreter has."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from testloom.model.errors import InterpreterError, MissingToolError

REQUIRED = {"pytest": "pytest", "coverage": "coverage"}
PROBE_SECONDS = 30.0
# Python is started without its packages, since these may put the project on the path, whose `sitecustomize`
# would run then. What PYTHONPATH names is searched, but nothing is imported from there.
_PROBE = """
import importlib.util, json, site, sys
sys.modules["sitecustomize"] = sys.modules["usercustomize"] = None
site.main()
folders, names = json.loads(sys.argv[1])
sys.path[:0] = folders
print(json.dumps([name for name in names if importlib.util.find_spec(name) is not None]))
"""


def check_tools(python: Path) -> None:
    """Make sure that the interpreter has what runs and measures tests.

    Raises:
        InterpreterError: if it does not run.
        MissingToolError: if pytest or coverage.py is not installed in it.
    """
    found = installed(python, REQUIRED)
    missing = [tool for tool in REQUIRED if tool not in found]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        names = " and ".join("coverage.py" if tool == "coverage" else tool for tool in missing)
        raise MissingToolError(
            f"{names} {verb} not installed for {python}.", f"Run: {python} -m pip install pytest coverage"
        )


def installed(python: Path, modules: Iterable[str]) -> frozenset[str]:
    """Those of the modules that the interpreter could import; none of them is imported.

    Raises:
        InterpreterError: if the interpreter does not run.
    """
    with tempfile.TemporaryDirectory(prefix="testloom-") as empty:
        asked = json.dumps([search_path(), list(modules)])
        command = [str(python), "-E", "-S", "-B", "-c", _PROBE, asked]
        try:
            done = subprocess.run(
                command,
                check=False,
                cwd=empty,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=PROBE_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _unusable(python, str(error)) from None
    try:
        return frozenset(json.loads(done.stdout.splitlines()[-1]))
    except (ValueError, IndexError):
        said = done.stderr.strip().splitlines()
        raise _unusable(python, said[-1] if said else f"it exited with status {done.returncode}") from None


def search_path() -> list[str]:
    """The folders that the user's PYTHONPATH names; no process may start with it (`CoveredTests` apart)."""
    folders = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [str(Path(folder).absolute()) for folder in folders if folder]


def _unusable(python: Path, reason: str) -> InterpreterError:
    return InterpreterError(
        f"{python} cannot run: {reason}.", "Choose another interpreter with --python, or in the editor."
    )
