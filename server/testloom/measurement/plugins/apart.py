"""A plugin that runs each test in its own process, forked after collection, two at a time."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

FORK = sys.__dict__.pop("_testloom_fork", getattr(os, "fork", None))
"""The function that forks, even under the guard; removed before the project's code could find it."""


def pytest_addoption(parser: Any) -> None:
    """Add the plugin's option."""
    group = parser.getgroup("testloom")
    group.addoption("--testloom-apart", action="store_true", help="run each test in its own process")


def pytest_configure(config: Any) -> None:
    """Run tests apart if that is asked for, and possible."""
    if FORK is not None and config.getoption("--testloom-apart"):
        config.pluginmanager.register(TestsApart(FORK), "testloom-apart")


class TestsApart:
    """Runs two tests at once, to show whether they affect each other."""

    def __init__(self, fork: Callable[[], int]) -> None:
        self._fork = fork
        self._running: dict[str, tuple[int, int]] = {}

    def pytest_runtest_protocol(self, item: Any, nextitem: Any) -> bool:
        """Run a test in a fork, with all its fixtures, and report what came of it."""
        for each in (item, nextitem):
            if each is not None and each.nodeid not in self._running:
                self._running[each.nodeid] = self._start(each)
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for report in self._reports(item):
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    def _start(self, item: Any) -> tuple[int, int]:
        """Start a process that runs a test; return its id, and the pipe end for its reports."""
        reading, writing = os.pipe()
        child = self._fork()
        if not child:
            os.close(reading)
            _run(item, writing)
        os.close(writing)
        return child, reading

    def _reports(self, item: Any) -> list[Any]:
        child, reading = self._running.pop(item.nodeid)
        with open(reading, "rb") as stream:
            told = stream.read()
        os.waitpid(child, 0)
        if not told:
            what = "it ended the process"
            return [pytest.TestReport(item.nodeid, item.location, {}, "failed", what, "call")]
        restore = item.config.hook.pytest_report_from_serializable
        return [restore(config=item.config, data=entry) for entry in json.loads(told)]


def _run(item: Any, writing: int) -> None:
    """Run the test, send its reports and end the process."""
    reports = runtestprotocol(item, nextitem=None, log=False)
    told = [
        item.config.hook.pytest_report_to_serializable(config=item.config, report=report)
        for report in reports
    ]
    with open(writing, "w", encoding="utf-8") as stream:
        json.dump(told, stream, default=str)
    os._exit(0)
