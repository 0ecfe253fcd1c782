"""The environment that tests run in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from testloom.measurement.interpreters.zygote import PytestZygote, pytest_zygote
from testloom.model.properties import PLUGIN as HYPOTHESIS

SECONDS_A_TEST = 5.0
LEAST_SECONDS_A_TEST, TIMES_NOTHING = 2.0, 2.0
"""The time limit of a test: a minimum in seconds, and a multiple of pytest's time for an empty test."""
PATIENCE = 6.0
"""The minimum time for a proof, as a multiple of the time that pytest takes for an empty test."""
PYTEST_SECONDS = 0.5
"""The default for the seconds that pytest takes for an empty test, if they have not been measured."""
PLUGINS = ("pytest_cov", "xdist", "pytest_asyncio", "pytest_mock", HYPOTHESIS)
"""The modules of pytest's plugins that affect how tests are run and written."""
QUIET = {"pytest_cov": "--no-cov", "xdist": "-n0"}
"""The options that keep plugins from measuring coverage, and from running tests in other processes."""


class GuardedCommand(Protocol):
    """The start of a command line that runs Python so that it can write only below `sandbox`.

    It is followed by the arguments for `python`: `-m MODULE ARGS`.
    """

    def __call__(self, python: Path, sandbox: Path) -> Sequence[str]:
        """Return the command line up to Python's own arguments."""
        ...


@dataclass(frozen=True, slots=True)
class TestEnvironment:
    """The environment shared by all runs for one subject.

    Attributes:
        python: the project's interpreter.
        project: the folder with the project's configuration and the outermost conftest.py.
        root: the folder that the subject is imported from.
        subject: the file whose coverage counts.
        guard: starts a process under the guard.
        plugins: the entries of `PLUGINS` that the interpreter has; None: each run determines them itself.
        ignored: the files of the project that git ignores: reports of runs contain nothing of their contents.
        zygote: a process that has loaded pytest, for runs that need no fresh interpreter; None: each run
            starts one.
        seconds_a_test: the time limit of a test; a test that takes longer fails.
        pytest_seconds: the time that pytest takes for an empty test on this machine under its present load.
        in_background: whether runs have low priority.
    """

    __test__ = False

    python: Path
    project: Path
    root: Path
    subject: Path
    guard: GuardedCommand
    plugins: frozenset[str] | None = None
    ignored: tuple[str, ...] = ()
    zygote: PytestZygote | None = None
    seconds_a_test: float = SECONDS_A_TEST
    pytest_seconds: float = PYTEST_SECONDS
    in_background: bool = False

    def prepare(self) -> None:
        """Start the interpreter that runs in changed conditions will need, such as those of a proof."""
        if self.zygote is not None:
            self.zygote.prepare()

    @property
    def patience(self) -> float:
        """The minimum seconds for a proof: a busy machine is no reason to reject tests."""
        return PATIENCE * self.pytest_seconds

    def paced(self, pytest_seconds: float) -> TestEnvironment:
        """Adapt the time limits to the time that pytest takes for an empty test on this machine."""
        seconds = max(LEAST_SECONDS_A_TEST, TIMES_NOTHING * pytest_seconds)
        of_a_test = min(SECONDS_A_TEST, seconds)
        return replace(self, seconds_a_test=of_a_test, pytest_seconds=pytest_seconds)


@contextmanager
def with_zygote(environment: TestEnvironment) -> Iterator[TestEnvironment]:
    """Provide the environment with a zygote, if the system can fork."""
    with pytest_zygote(partial(environment.guard, environment.python)) as zygote:
        yield replace(environment, zygote=zygote)
