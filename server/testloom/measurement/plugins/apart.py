"""Runs each test in a process of its own, which is forked once the file is collected."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

FORK = sys.__dict__.pop("_testloom_fork", getattr(os, "fork", None))
"""Forks the process, also a guarded one: taken away before the project's code could find it."""


def pytest_addoption(parser: Any) -> None:
    """Add the plugin's option."""
    group = parser.getgroup("testloom")
    group.addoption("--testloom-apart", action="store_true", help="run each test in its own process")


def pytest_runtest_protocol(item: Any, nextitem: Any) -> bool | None:
    """Run a test in a fork, with all its fixtures, and report what came of it."""
    if FORK is None or not item.config.getoption("--testloom-apart"):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in _reports(item):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _reports(item: Any) -> list[Any]:
    reading, writing = os.pipe()
    child = FORK()
    if not child:
        os.close(reading)
        _run(item, writing)
    os.close(writing)
    with open(reading, "rb") as stream:
        told = stream.read()
    os.waitpid(child, 0)
    if not told:
        what = "it ended the process"
        return [pytest.TestReport(item.nodeid, item.location, {}, "failed", what, "call")]
    restore = item.config.hook.pytest_report_from_serializable
    return [restore(config=item.config, data=entry) for entry in json.loads(told)]


def _run(item: Any, writing: int) -> None:
    """Run the test, tell its reports and end."""
    reports = runtestprotocol(item, nextitem=None, log=False)
    told = [
        item.config.hook.pytest_report_to_serializable(config=item.config, report=report)
        for report in reports
    ]
    with open(writing, "w", encoding="utf-8") as stream:
        json.dump(told, stream, default=str)
    os._exit(0)
