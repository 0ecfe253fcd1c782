"""The test tools that the project's interpreter has."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from testloom.measurement.environment import PLUGINS, GuardedCommand
from testloom.model.errors import InterpreterError, MissingToolError
from testloom.model.variables import inherited

REQUIRED = {"pytest": "pytest", "coverage": "coverage.py"}
"""The tools that run and measure tests: their modules, each with its usual name."""
PROBE_SECONDS = 30.0
ANSWER = "answer.json"
# The folders of PYTHONPATH are searched, but nothing is imported from them. The answer is not printed, as
# packages may print something when Python starts.
_PROBE = f"""
import importlib.util, json, sys
folders, names = json.loads(sys.argv[1])
sys.path[:0] = folders
found = [name for name in names if importlib.util.find_spec(name) is not None]
with open({ANSWER!r}, "w") as answer:
    json.dump(found, answer)
"""


def check_tools(python: Path, guard: GuardedCommand, project: Path | None = None) -> frozenset[str]:
    """Check that the interpreter, under the guard, has the tools that run and measure a project's tests.

    Returns the entries of `PLUGINS` that it has.

    Raises:
        InterpreterError: if it does not run.
        MissingToolError: if pytest or coverage.py is not installed in it.
    """
    return _checked(python, guard, project, tuple(REQUIRED))


def check_pytest(python: Path, guard: GuardedCommand, project: Path | None = None) -> frozenset[str]:
    """Check for pytest alone, which is enough where nothing is measured.

    Returns the entries of `PLUGINS` that the interpreter has.

    Raises:
        InterpreterError: if it does not run.
        MissingToolError: if pytest is not installed in it.
    """
    return _checked(python, guard, project, ("pytest",))


def _checked(
    python: Path, guard: GuardedCommand, project: Path | None, required: Sequence[str]
) -> frozenset[str]:
    found = installed(python, (*required, "pip", *PLUGINS), guard)
    missing = [tool for tool in required if tool not in found]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        names = " and ".join(REQUIRED[tool] for tool in missing)
        advice = how_to_install(python, "pip" in found, missing, project)
        raise MissingToolError(f"{names} {verb} not installed for {python}.", advice)
    return found.intersection(PLUGINS)


def installed(python: Path, modules: Iterable[str], guard: GuardedCommand) -> frozenset[str]:
    """Find the modules that the interpreter could import, without importing them.

    Code of installed packages that runs when Python starts is run under the guard.

    Raises:
        InterpreterError: if the interpreter does not run.
    """
    with tempfile.TemporaryDirectory(prefix="testloom-") as folder:
        sandbox = Path(folder).resolve()
        probe = sandbox / "probe.py"
        probe.write_text(_PROBE, encoding="utf-8")
        asked = json.dumps([search_path(), list(modules)])
        try:
            done = subprocess.run(
                [*guard(python, sandbox), str(probe), asked],
                check=False,
                cwd=sandbox,
                env=_environment(os.environ),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=PROBE_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise unusable(python, str(error)) from None
        try:
            return frozenset(json.loads((sandbox / ANSWER).read_text(encoding="utf-8")))
        except (OSError, ValueError):
            said = done.stderr.strip().splitlines()
            raise unusable(python, said[-1] if said else f"it exited with status {done.returncode}") from None


def _environment(own: Mapping[str, str]) -> dict[str, str]:
    """Keep few of our variables; HOME tells where the user's own packages are."""
    home = {"HOME": own["HOME"]} if "HOME" in own else {}
    return {**inherited(own), **home}


def search_path() -> list[str]:
    """List the folders in the user's PYTHONPATH.

    No process may start with it (`CoveredTests` apart).
    """
    folders = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [str(Path(folder).absolute()) for folder in folders if folder]


def unusable(python: Path, reason: str) -> InterpreterError:
    """Create an error for an interpreter that does not run, with the reason."""
    return InterpreterError(
        f"{python} cannot run: {reason}.", "Choose another interpreter with --python, or in the editor."
    )


def how_to_install(
    python: Path, has_pip: bool, missing: Iterable[str] = REQUIRED, project: Path | None = None
) -> str:
    """Explain how to install the packages that an interpreter lacks.

    Where a distribution or a tool manages its packages (PEP 668), pip refuses to install any: the advice is
    then to create an environment in the folder of the project.
    """
    named, packages = shlex.quote(str(python)), " ".join(missing)
    environment = python.parent.parent
    settings = environment / "pyvenv.cfg"
    if not settings.exists() and _is_managed(python):
        own = Path(".venv") if project is None else project.absolute() / ".venv"
        where = ", in its folder" if project is None else ""
        return (
            f"Create an environment for the project{where}: {named} -m venv {shlex.quote(str(own))} && "
            f"{shlex.quote(str(own / 'bin' / 'python'))} -m pip install {' '.join(REQUIRED)}"
        )
    if has_pip:
        return f"Run: {named} -m pip install {packages}"
    if settings.exists() and "\nuv = " in "\n" + settings.read_text(encoding="utf-8", errors="replace"):
        return f"Run: uv pip install --python {named} {packages}"
    return f"Run: {named} -m ensurepip && {named} -m pip install {packages}"


def _is_managed(python: Path) -> bool:
    """Check whether something other than pip manages packages of an interpreter outside an environment."""
    return any((python.resolve().parent.parent / "lib").glob("python3*/EXTERNALLY-MANAGED"))
