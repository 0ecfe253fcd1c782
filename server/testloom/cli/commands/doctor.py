"""`testloom doctor`: checks whether Testloom can work here, and gives advice if it cannot."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from testloom.cli.showing.output import json_line, say
from testloom.model.errors import ProjectError, TestloomError
from testloom.model.texts.foreign import shown
from testloom.store import Consents, open_store
from testloom.subject import (
    find_project,
    find_root,
    module_name,
    read_settings,
    read_version,
    seek_interpreter,
    wanted_allowance,
)

_EXAMPLE = "def is_even(number: int) -> bool:\n    return number % 2 == 0\n"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check; `advice` says what to do if it failed."""

    name: str
    is_well: bool
    detail: str
    advice: str = ""


def run_doctor(options: argparse.Namespace) -> int:
    """Print the results, one per line, and return 0 if Testloom can work here, else 1."""
    is_well = True
    for finding in examine(Path.cwd(), options.python):
        is_well = is_well and finding.is_well
        if options.json:
            print(json_line(asdict(finding)), flush=True)
        else:
            say(in_words(finding))
    return 0 if is_well else 1


def in_words(finding: Finding) -> str:
    """Render a finding with its advice for people to read."""
    said = f"{'ok' if finding.is_well else 'fail':5}{finding.name}: {shown(finding.detail)}"
    return f"{said}\n     {shown(finding.advice)}" if finding.advice else said


def examine(folder: Path, wanted: str | None) -> Iterator[Finding]:
    """Check the project around `folder`, up to the first failure that later checks depend on."""
    project = find_project(folder / "_")
    yield _settings(project)
    try:
        found = seek_interpreter(folder, wanted, None if wanted else partial(_may_run, project))
    except ProjectError as error:
        yield Finding("interpreter", False, error.what, error.advice)
        return
    python = found.python
    version = ".".join(str(part) for part in read_version(python))
    yield Finding("interpreter", True, f"{python} (Python {version}; {found.how})")
    yield _tools(python, project)
    yield from _agent(python)
    yield _destination(project)


def _may_run(project: Path, python: Path) -> bool:
    """Check whether the user has agreed in the editor to an interpreter from the repository."""
    with open_store() as database:
        return Consents(database).may_run(project, python)


def _settings(project: Path) -> Finding:
    try:
        settings, wanted = read_settings(project), wanted_allowance(project)
    except TestloomError as error:
        return Finding("project", False, error.what, error.advice)
    named = ", ".join(f"{key} = {value}" for key, value in settings.items())
    asked = f"; asks for --allow {', '.join(wanted)}" if wanted else ""
    return Finding("project", True, f"{project}{f' ({named})' if named else ''}{asked}")


def _tools(python: Path, project: Path) -> Finding:
    from testloom.execution import guarded_command
    from testloom.measurement import check_tools

    try:
        check_tools(python, guarded_command, project)
    except ProjectError as error:
        return Finding("pytest and coverage", False, error.what, error.advice)
    return Finding("pytest and coverage", True, "installed")


def _agent(python: Path) -> Iterator[Finding]:
    """Load a small module with the interpreter, as a request would, and check the guard."""
    from testloom.execution import Agent

    with tempfile.TemporaryDirectory(prefix="testloom-doctor-") as folder:
        file = Path(folder, "example.py")
        file.write_text(_EXAMPLE, encoding="utf-8")
        try:
            with Agent.start(python, file, Path(folder)) as agent:
                description = agent.description
        except TestloomError as error:
            yield Finding("agent", False, error.what, error.advice)
            return
    yield Finding("agent", True, "starts and loads a module")
    guard = description.get("guard", {})
    yield _guard(guard.get("landlock", 0), has_filter=guard.get("seccomp", False))


def _guard(landlock: int, *, has_filter: bool) -> Finding:
    layers = "audit hook and resource limits" if os.name == "posix" else "audit hook"
    in_kernel = [f"Landlock (version {landlock})"] * bool(landlock) + ["seccomp"] * has_filter
    there = f", and {' and '.join(in_kernel)} in the kernel" if in_kernel else ""
    missing = "" if landlock else "; no Landlock, which needs Linux 5.13 or newer"
    return Finding("guard", True, f"{layers}{there}{missing}")


def _destination(project: Path) -> Finding:
    """Check where the tests of the project's first module would be written."""
    from testloom.writer import find_test_file, find_test_root, place_inside

    file = _first_module(project)
    root = find_root(file)
    try:
        path = find_test_file(project, file, module_name(root, file), None)
        place_inside(path, find_test_root(project, None))
    except TestloomError as error:
        return Finding("tests", False, error.what, error.advice)
    if not file.exists():
        return Finding("tests", True, f"written to {path.parent}")
    return Finding("tests", True, f"those for {file.relative_to(project)} are written to {path}")


def _first_module(project: Path) -> Path:
    """Find a module of the project that is worth testing; if there is none yet, make up a path.

    Folders that are not packages often contain scripts, such as benchmarks or examples.
    """
    found = [
        file
        for folder in (project / "src", project)
        for file in sorted(folder.glob("*.py")) + sorted(folder.glob("*/*.py"))
        if not file.name.startswith(("_", "test_", "conftest", "setup"))
        and {"tests", "test"}.isdisjoint(file.relative_to(project).parts)
    ]
    packaged = (file for file in found if file.with_name("__init__.py").exists())
    return next(packaged, found[0] if found else project / "module.py")
