"""Where tests are measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from testloom.measurement.zygote import PytestZygote, pytest_zygote

PLUGINS = ("pytest_cov", "xdist", "pytest_asyncio", "pytest_mock")
"""The modules of pytest's plugins that matter to how tests are run and written."""


class GuardedCommand(Protocol):
    """The start of a command line that runs Python so that only below `sandbox` anything can be written.

    What follows it is what follows `python` on a command line: `-m MODULE ARGS`.
    """

    def __call__(self, python: Path, sandbox: Path) -> Sequence[str]:
        """The command line up to Python's own arguments."""
        ...


@dataclass(frozen=True, slots=True)
class Laboratory:
    """What all runs for one subject share.

    Attributes:
        python: the project's interpreter.
        project: the folder with the project's configuration and the outermost conftest.py.
        root: the folder that the subject is imported from.
        subject: the file whose coverage counts.
        guard: how a process is started that harms nothing.
        plugins: those of `PLUGINS` that the interpreter has; None: each run finds out for itself.
        ignored: files of the project that git ignores: reports of runs say nothing of what is in them.
        zygote: a process that has loaded pytest, for runs that need no fresh interpreter; None: all do.
    """

    python: Path
    project: Path
    root: Path
    subject: Path
    guard: GuardedCommand
    plugins: frozenset[str] | None = None
    ignored: tuple[str, ...] = ()
    zygote: PytestZygote | None = None


@contextmanager
def with_zygote(laboratory: Laboratory) -> Iterator[Laboratory]:
    """The same laboratory with a zygote, where the system can fork."""
    with pytest_zygote(partial(laboratory.guard, laboratory.python)) as zygote:
        yield replace(laboratory, zygote=zygote)
