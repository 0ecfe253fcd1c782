"""A plugin that records the calls of tests, until there are enough of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import pytest

BEGIN: Callable[[], Mapping[str, int]] = sys.__dict__.pop("_testloom_record", dict)
"""The function that starts recording and returns the number of recorded calls by module.

It is removed before the project's code could find it.
"""

NICENESS = 5
"""The niceness of the tests, which leaves them a quarter of the time of a single core."""


class Counts:
    """The recorded calls of one module; enough once some tests in succession brought no new ones."""

    def __init__(self, kept: Mapping[str, int], module: str, enough: int, patience: int) -> None:
        self._kept = kept
        self._module = module
        self._enough = enough
        self._patience = patience
        self._last = 0
        self._idle = 0

    def is_enough(self) -> bool:
        """Check whether further tests are not worth their time; called after each test."""
        count = self._kept.get(self._module, 0)
        self._idle = 0 if count > self._last else self._idle + 1
        self._last = count
        return count >= self._enough or self._idle >= self._patience


def pytest_addoption(parser: Any) -> None:
    """Add the plugin's options."""
    group = parser.getgroup("testloom")
    group.addoption("--testloom-journal", default="", metavar="FILE", help="record calls into a file")
    group.addoption("--testloom-module", default="", metavar="NAME", help="the module that matters")
    group.addoption("--testloom-enough", type=int, default=0, metavar="N", help="calls of it are enough")
    group.addoption("--testloom-patience", type=int, default=0, metavar="N", help="end after N idle tests")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: Any) -> None:
    """Begin to record before any import of the project; a search at the same time has priority."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)  # the guard refuses `nice`
    given = early_config.known_args_namespace
    early_config.pluginmanager.register(
        Ending(Counts(BEGIN(), given.testloom_module, given.testloom_enough, given.testloom_patience))
    )


class Ending:
    """Ends the session once enough calls are recorded."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts

    def pytest_runtest_teardown(self, item: Any) -> None:
        """Check after each test whether enough calls are recorded."""
        if self._counts.is_enough():
            item.session.shouldstop = "enough calls are recorded"
