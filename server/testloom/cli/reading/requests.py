"""Conversion of a command line into a request."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from testloom.model.errors import OutputError, UsageError
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.model.statements import TestCase
from testloom.repository.pytest_settings import is_test_file
from testloom.subject import (
    find_interpreter,
    find_project,
    find_root,
    module_name,
    read_settings,
    read_variables,
)

COMPILED = frozenset({".so", ".pyd", ".pyc"})
_OTHER_FOLDER = "Choose another folder with --out."


def make_request(options: argparse.Namespace) -> GenerationRequest:
    """Build the request that the options of `generate` describe, with absolute paths.

    Raises:
        UsageError: if a target is not a Python file, or if targets lie in different import roots.
        InterpreterError: if the project has no interpreter that can be used.
        StoreError: if the recording cannot be read.
    """
    targets = tuple(_target(text) for text in options.targets)
    root = _root(targets, options.root)
    for target in targets:
        module_name(root, target.file)
    project = find_project(targets[0].file)
    settings = _settings(project, options)
    return GenerationRequest(
        targets=targets,
        python=find_interpreter(targets[0].file.parent, options.python),
        root=root,
        out=out_folder(options.out),
        settings=settings,
        seeds=_seeds(options.recording, targets),
    )


def _seeds(recording: str | None, targets: Sequence[Target]) -> tuple[TestCase, ...]:
    """Read the recorded calls of the files that contain the targets."""
    if recording is None:
        return ()
    from testloom.recording import read_recording, seeds_of

    return seeds_of(read_recording(Path(recording)), {target.file for target in targets})


def _target(text: str) -> Target:
    target = Target.parse(text)
    file = target.file
    if file.is_dir():
        raise UsageError(
            f"{file} is a folder.", "Pass files in it, or use `testloom continuous` for a whole project."
        )
    if not file.exists():
        raise _missing(file)
    if not file.is_file():
        raise UsageError(f"{file} is not a regular file.", "Pass a .py file.")
    if file.suffix in COMPILED:
        raise UsageError(
            f"{file} is compiled, so its branches cannot be measured.", "Pass Python source instead."
        )
    if file.suffix != ".py":
        raise UsageError(f"{file} is not a Python file.", "Pass a .py file.")
    if is_test_file(file.resolve()):
        raise UsageError(
            f"{file} holds tests, and none are written for tests.", "Pass the file that it tests."
        )
    return replace(target, file=file.resolve())


def _missing(file: Path) -> UsageError:
    """Explain why a path does not exist: perhaps the part after the file's name is wrong."""
    path, colon, rest = str(file).partition(".py:")
    if colon and Path(f"{path}.py").is_file():
        line, _, outcome = rest.partition(":")
        what = f"{rest!r} is not a line number." if rest else "The line number is missing."
        if line.isdecimal():
            what = f"{outcome!r} is neither true nor false." if outcome else "Nothing follows the last colon."
        return UsageError(f"{file}: {what}", "Use FILE:LINE, FILE:LINE:false or FILE::NAME.")
    return UsageError(f"{file} does not exist.", f"Relative paths start at {Path.cwd()}.")


def _root(targets: Sequence[Target], named: str | None) -> Path:
    if named is not None:
        root = Path(named).resolve()
        if not root.is_dir():
            raise UsageError(f"The root {named} is not a folder.", "Pass the project's import root.")
        return root
    first, *others = targets
    root = find_root(first.file)
    for other in others:
        if find_root(other.file) != root:
            raise UsageError(
                f"{first.file} is imported from {root}, {other.file} from {find_root(other.file)}.",
                "Generate their tests separately, or set a common root with --root.",
            )
    return root


def folder_and_project(named: str) -> tuple[Path, Path]:
    """Find the folder to work on, and the folder of the project that it lies in.

    Raises:
        UsageError: if it is not a folder.
    """
    folder = Path(named).resolve()
    if not folder.is_dir():
        raise UsageError(f"{named} is not a folder.", "Pass a project folder.")
    return folder, find_project(folder / "_")


def chosen_variables(options: argparse.Namespace) -> dict[str, str]:
    """Read the environment variables from the file that `--env-file` names; none without.

    Raises:
        UsageError: if it cannot be read.
    """
    if options.env_file is None:
        return {}
    try:
        return read_variables(Path(options.env_file).absolute())
    except FileNotFoundError:
        raise UsageError(f"{options.env_file} does not exist.", "Pass a file of NAME=value lines.") from None


def out_folder(named: str | None) -> Path | None:
    """Find the folder for tests that `--out` names; None without.

    Raises:
        OutputError: if nothing can be written there.
    """
    if named is None:
        return None
    out = Path(named).resolve()
    existing = next(folder for folder in (out, *out.parents) if folder.exists())
    if not existing.is_dir():
        raise OutputError(f"Cannot write tests to {named}: {existing} is a file.", _OTHER_FOLDER)
    if not os.access(existing, os.W_OK):
        raise OutputError(f"Cannot write tests to {named}: {existing} is read-only.", _OTHER_FOLDER)
    return out


def _settings(project: Path, options: argparse.Namespace) -> Settings:
    names = ("budget", "executions", "seed", "without", "findings")
    named = {name: getattr(options, name) for name in names}
    return Settings.decode(
        {**read_settings(project), **{name: value for name, value in named.items() if value is not None}}
    )
