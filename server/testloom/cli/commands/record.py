"""`testloom record`: runs a program normally and records its calls."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from testloom.cli.showing.output import complain, counted
from testloom.execution import recorded_command, recorded_environment
from testloom.model.errors import TestloomError, UsageError
from testloom.platform.interrupts import interrupts_ignored
from testloom.recording import list_ignored, number_of_calls, recorded_root, settle
from testloom.repository import MOST_BYTES, is_ignored
from testloom.subject import find_interpreter, find_project, importable_name


def run_record(options: argparse.Namespace) -> int:
    """Run the program and return its exit status.

    Raises:
        UsageError: if there is no such program, or it cannot be recorded there.
        InterpreterError: if the project has no interpreter that can be used.
    """
    program, journal = list(options.program), _journal(Path(options.journal))
    script = _script(program)
    project = find_project(script or Path.cwd() / "main.py")
    name = None if script is None else importable_name(script)
    python = find_interpreter(project, options.python)
    before = _number_of_calls(journal, project)
    ignored = list_ignored(project)
    command = recorded_command(python, journal, project, options.include, name, ignored)
    environment = recorded_environment(journal, project, options.include, ignored)
    status = _run([*command, *program], environment)
    if journal.exists():
        settle(journal)
    recorded = _number_of_calls(journal, project) - before
    complain(_told(recorded, None if options.in_editor else Path(options.journal)))
    return status


def _journal(named: Path) -> Path:
    """Return the path of the journal; links are refused, as they might lead to an unexpected file."""
    if named.is_symlink():
        raise UsageError(f"{named} is a link.", "Choose another file with -o; nothing was run.")
    folder = named.parent.resolve()
    if not folder.is_dir():
        raise UsageError(f"The folder {folder} does not exist.", "Choose another file with -o.")
    if not os.access(folder, os.W_OK):
        raise UsageError(
            f"Cannot write a recording to {folder}: it is read-only.", "Choose another file with -o."
        )
    return folder / named.name


def _script(program: list[str]) -> Path | None:
    """Return the script to run; None for a module."""
    if not program or program == ["-m"]:
        raise UsageError("No program to run.", "Use `testloom record -- SCRIPT ARGS`.")
    if program[0] == "-m":
        return None
    script = Path(program[0])
    if not script.is_file():
        raise UsageError(f"{script} does not exist.", "Use `testloom record -- SCRIPT` or `-- -m MODULE`.")
    with script.open("rb") as stream:
        if b"\0" in stream.read(MOST_BYTES):
            raise UsageError(f"{script} is not a Python program.", "Use `testloom record -- SCRIPT ARGS`.")
    return script.resolve()


def _run(command: list[str], environment: Mapping[str, str]) -> int:
    """Run a command to its end with additional variables; it handles Ctrl+C itself."""
    with subprocess.Popen(command, env={**os.environ, **environment}) as process, interrupts_ignored():
        status = process.wait()
    return status if status >= 0 else 128 - status


def _number_of_calls(journal: Path, project: Path) -> int:
    if not journal.exists():
        return 0
    try:
        number = number_of_calls(journal)
    except TestloomError:
        raise UsageError(
            f"{journal} exists, but is not a recording.", "Choose another file with -o; nothing was run."
        ) from None
    root = recorded_root(journal)
    if number and root is not None and root.resolve() != project.resolve():
        what = f"{journal} is a recording of {root}, and the program belongs to {project}."
        raise UsageError(what, "Choose another file with -o; nothing was run.")
    return number


def _told(recorded: int, journal: Path | None) -> str:
    """Describe the result and the use of the journal; an editor has its own journal and shows the calls."""
    if not recorded:
        nothing = "No calls recorded: the program called no public function of the project"
        return f"{nothing}." if journal is None else f"{nothing} (see also --include)."
    calls = counted(recorded, "call")
    if journal is None:
        return f"Recorded {calls}. The view Recorded Calls generates tests from them."
    told = f"Recorded {calls} in {journal}. `testloom carve {journal}` generates tests from them."
    if is_ignored(journal.absolute()) is False:
        told += (
            f" It contains the program's data, and git does not ignore it: add {journal.name} to .gitignore."
        )
    return told
