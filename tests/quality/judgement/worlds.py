"""Run tests in many worlds: other draws, dates and hours, variables set and unset, other machines.

python worlds.py ROOT TESTS RUNS

Prints a JSON object: for each test that failed, the numbers of the worlds in which it did. Each world is a
process of its own, forked before the tests and their subject are imported. It runs on the interpreter of the
project and imports nothing but pytest and the standard library.
"""

from __future__ import annotations

import datetime as clock
import json
import os
import platform
import random
import runpy
import shutil
import socket
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

PLUGIN = Path(__file__).parents[3] / "server" / "testloom" / "measurement" / "plugins" / "date.py"
"""Moves the clock of a process."""
VARIABLES = {
    "SHOP_LEVEL": "debug",
    "SHOP_CI": "1",
    "SHOP_HOME": "/home/shop",
    "SHOP_VERBOSE": "1",
    "SHOP_USER": "ann",
    "SHOP_PASSWORD": "pw",
}
DATES = 40
SPECIAL = (
    datetime(2028, 2, 29, 12),
    datetime(2032, 2, 29, 3),
    datetime(2031, 12, 31, 23, 42, 1),
    datetime(2027, 12, 25, 9, 42),
    datetime(2035, 1, 1, 0, 0, 1),
)
SYSTEMS = ("Linux", "Windows", "Darwin")
"""What `platform.system` says in turn."""


def main() -> None:
    """Run the tests in each world and print where they failed."""
    root, tests, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    seeds = telling_seeds(runs)
    failed: dict[str, list[int]] = {}
    for number in range(runs):
        for name in _run_apart(number, seeds[number], root, tests):
            failed.setdefault(name, []).append(number)
    print(json.dumps(failed))


def telling_seeds(count: int) -> list[int]:
    """Seeds with which the first draws are rare ones, filled up with others."""
    rare: tuple[Callable[[random.Random], bool], ...] = (
        lambda draw: draw.randint(1, 1000) == 500,
        lambda draw: draw.random() < 0.001,
        lambda draw: draw.random() < 0.02,
        lambda draw: draw.randint(1, 100) == draw.randint(1, 100),
        lambda draw: draw.randint(1, 6) == 6,
        lambda draw: draw.randrange(20) == 19,
    )
    found = [next(seed for seed in range(1, 10**6) if event(random.Random(seed))) for event in rare]
    return [*found, *range(10**6, 10**6 + count)][:count]


def moment(number: int) -> float:
    """The seconds since the epoch of one of forty dates, each month and hour among them, and leap days."""
    number %= DATES
    if number < len(SPECIAL):
        chosen = SPECIAL[number]
    else:
        chosen = datetime(2026, 1, 3) + timedelta(days=31 * number, hours=7 * number, seconds=11 * number)
    return chosen.replace(tzinfo=timezone.utc).timestamp()


class _Failures:
    """A plugin of pytest that keeps which tests failed."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.names.append(report.nodeid)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.names.append(report.nodeid or "collection")


def _run_apart(number: int, seed: int, root: str, tests: str) -> list[str]:
    """The tests that fail in a world."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.close(reading)
        _enter(number, seed)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.path.insert(0, root)
        failures = _Failures()
        options = [
            tests,
            "-q",
            "-p",
            "no:cacheprovider",
            f"--rootdir={tests}",
            "--import-mode=importlib",
            "-o",
            "addopts=",
        ]
        status = pytest.main(options, plugins=[failures])
        if status not in (0, 1):
            failures.names.append(f"pytest ended with {int(status)}")
        os.write(writing, json.dumps(failures.names).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as stream:
        told = stream.read()
    os.wait()
    return list(json.loads(told))


def _enter(number: int, seed: int) -> None:
    """Make this process such a world."""
    days, rest = divmod(moment(number) - time.time(), 86_400)
    now, now_ns = time.time, time.time_ns
    time.time = lambda: now() + rest
    time.time_ns = lambda: now_ns() + int(rest * 10**9)
    runpy.run_path(str(PLUGIN))["shift"](int(days))
    assert abs(vars(clock)["datetime"].now(timezone.utc).timestamp() - moment(number)) < 60
    for place, (name, value) in enumerate(sorted(VARIABLES.items())):
        os.environ.pop(name, None)
        if (number >> (place % 3)) & 1 or number % 7 == place:
            os.environ[name] = value
    system, count = SYSTEMS[number % 3], (1, 2, None, 64)[number % 4]
    platform.system = lambda: system
    os.cpu_count = lambda: count
    os.sched_getaffinity = lambda _: set(range(count or 1))
    os.getloadavg = lambda: (number / 50,) * 3
    free = (number % 5) * 1000
    os.statvfs = lambda path: os.statvfs_result((4096, 4096, 5000, free, free, 5000, 9, 9, 0, 255))
    os.getuid = lambda: 0 if number % 2 else 1000
    vars(shutil)["which"] = lambda *_args, **_kwargs: None if number % 2 else "/usr/bin/shop-editor"
    vars(socket)["gethostname"] = lambda: f"prod-{number}" if number % 3 else "laptop"
    random.seed(seed)


if __name__ == "__main__":
    main()
