"""Writes what coverage.py has measured when all tests have ended, which spares another process."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest


def pytest_addoption(parser: Any) -> None:
    """Add the plugin's option."""
    group = parser.getgroup("testloom")
    group.addoption("--testloom-reach", default="", metavar="FILE", help="write what was covered, as JSON")


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: Any) -> None:
    """Write the report of the measurement that goes on, if there is one."""
    file = config.getoption("--testloom-reach")
    if not file:
        return
    import coverage

    measured = coverage.Coverage.current()
    if measured is not None:
        measured.stop()
        with suppress(coverage.CoverageException):  # nothing of the subject ran
            measured.json_report(outfile=file)
