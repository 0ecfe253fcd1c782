"""The choice of the interpreter that runs the project's code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path

from testloom.model.errors import InterpreterError, TrackedInterpreterError
from testloom.repository import tracked_part
from testloom.subject.interpreters.environments import PLACE, FoundInterpreter, candidates

OLDEST = (3, 10)
SECONDS = 20.0
_ADVICE = "Choose another with --python."


def find_interpreter(
    root: Path,
    wanted: str | None,
    agreed: Callable[[Path], bool] | None = None,
    within: Path | None = None,
) -> Path:
    """Find an interpreter for the code in `root` that runs and is new enough (see `seek_interpreter`).

    Raises:
        InterpreterError: if there is none, or if the first that was found cannot be used.
        TrackedInterpreterError: if it comes with the repository and the user has not agreed.
    """
    return seek_interpreter(root, wanted, agreed, within).python


def seek_interpreter(
    root: Path,
    wanted: str | None,
    agreed: Callable[[Path], bool] | None = None,
    within: Path | None = None,
) -> FoundInterpreter:
    """Find an interpreter for the code in `root` that runs and is new enough, and how it was found.

    That is `wanted` (a path, or a command on PATH); else the active virtual environment; else one in
    `root` or above it (`environments.candidates`), at most in `within`, by default the current folder;
    else one that the project's own tools name; else python3 on PATH. Testloom's own environment counts as
    active only if the project has none.

    One that comes with the repository runs only if the user has `agreed` to it. Without that function,
    naming it as `wanted` is an agreement.

    Raises:
        InterpreterError: if there is none, or if the first in that order cannot be used.
        TrackedInterpreterError: if it comes with the repository and the user has not agreed.
    """
    if wanted:
        found: FoundInterpreter | None = FoundInterpreter(_named(wanted), "chosen by you")
    else:
        found = next(candidates(root, within or Path.cwd()), None)
    if found is None:
        raise InterpreterError(
            f"No Python interpreter was found for {root}.",
            f"Choose one with --python, or create a virtual environment in {root / '.venv'}.",
        )
    is_named_by_user = wanted is not None and agreed is None
    tracked = None if is_named_by_user else tracked_part(found.python, root)
    if tracked and not (agreed and agreed(found.python)):
        raise TrackedInterpreterError(found.python, tracked)
    read_version(found.python)
    return found


def find_recorded_interpreter(
    root: Path, recorded: Path, agreed: Callable[[Path], bool] | None = None
) -> Path:
    """Find the interpreter that made a recording of the project at `root`; it runs and is new enough.

    A recording is only data, so it cannot introduce a program: its interpreter has to be among the candidates
    of `find_interpreter`, or be Testloom's own. An interpreter that comes with the repository runs only if
    the user has `agreed` to it.

    Raises:
        InterpreterError: if it is none of them, or cannot be used.
        TrackedInterpreterError: if it comes with the repository and the user has not agreed.
    """
    known = chain((found.python for found in candidates(root, Path.cwd())), [Path(sys.executable)])
    parts = {python: tracked_part(python, root) for python in known if _is_same(python, recorded)}
    may_run = (python for python, part in parts.items() if part is None or (agreed and agreed(python)))
    python = next(may_run, None)
    for refused, part in parts.items():
        if python is None and part:
            raise TrackedInterpreterError(refused, part)
    if python is None:  # the one on PATH may start another, as a shim of pyenv does
        python = find_interpreter(root, None)
        if _is_same(Path(_ask(python, SECONDS, "sys.executable")), recorded):
            return python
        raise InterpreterError(
            f"The recording was made with {recorded}, which is not an interpreter of {root}.", _ADVICE
        )
    read_version(python)
    return python


def read_version(python: Path, seconds: float = SECONDS) -> tuple[int, int, int]:
    """Read the version that the interpreter at `python` reports of itself.

    Raises:
        InterpreterError: if it does not exist, cannot be run, crashes, takes longer than `seconds`, or is
            older than Python 3.10.
    """
    _check_file(python)
    answer = _ask(python, seconds, "'%d.%d.%d' % sys.version_info[:3]")
    try:
        major, minor, micro = (int(part) for part in answer.split("."))
    except ValueError:
        what = f"{python} is not a Python interpreter: it answers {answer[:80]!r}."
        raise InterpreterError(what, _ADVICE) from None
    if (major, minor) < OLDEST:
        raise InterpreterError(
            f"{python} is Python {answer}; Testloom needs {OLDEST[0]}.{OLDEST[1]} or newer.", _ADVICE
        )
    return major, minor, micro


def _is_same(one: Path, other: Path) -> bool:
    """Check whether two paths are names of one interpreter in the same folder, such as python and python3."""
    is_beside = other.is_absolute() and one.parent.resolve() == other.parent.resolve()
    return is_beside and one.resolve() == other.resolve()


def _named(wanted: str) -> Path:
    path = Path(wanted).expanduser()
    if path.name == wanted and not path.exists():
        found = shutil.which(wanted)
        if found is None:
            raise InterpreterError(f"There is no command {wanted!r} on PATH.", "Pass the interpreter's path.")
        path = Path(found)
    return path.absolute()


def _check_file(python: Path) -> None:
    """Raise an InterpreterError if there is no program at `python` that could be started."""
    if python.is_dir():
        inside = python.joinpath(*PLACE)
        advice = f"Pass the interpreter in it: {inside}." if inside.exists() else _ADVICE
        raise InterpreterError(f"{python} is a folder, not a Python interpreter.", advice)
    if not python.exists():
        what = "is a broken link" if python.is_symlink() else "does not exist"
        raise InterpreterError(f"The interpreter {python} {what}.", _ADVICE)
    if not os.access(python, os.X_OK):
        raise InterpreterError(f"{python} is not executable.", _ADVICE)


def _ask(python: Path, seconds: float, expression: str) -> str:
    """Evaluate an expression in the interpreter, and return what it prints."""
    command = [str(python), "-E", "-S", "-c", f"import sys; print({expression})"]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise InterpreterError(f"{python} did not answer within {seconds:g} s.", _ADVICE) from None
    except OSError as error:
        raise InterpreterError(f"{python} cannot be run: {error.strerror or error}.", _ADVICE) from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        is_traced = any(line.startswith("Traceback") for line in said)
        reason = f": {said[-1 if is_traced else 0][:200].rstrip('.')}" if said else ""
        raise InterpreterError(f"{python} exited with status {done.returncode}{reason}.", _ADVICE)
    return done.stdout.decode("utf-8", "replace").strip()
