"""Unit tests start no process: that is what makes them quick, and alike on every machine.

The few that cannot do without one are marked `process`; tests/system has whole packages with processes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

STARTS = frozenset({"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"})


class Watch:
    """Notes which processes a test starts; an audit hook stays for good, so there is one for the session."""

    def __init__(self) -> None:
        self.started: list[str] = []

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in STARTS:
            self.started.append(f"{event} {arguments[:2]}")


@pytest.fixture(scope="session")
def watch() -> Watch:
    watch = Watch()
    sys.addaudithook(watch)
    return watch


@pytest.fixture(autouse=True)
def _no_process(watch: Watch, request: pytest.FixtureRequest) -> Iterator[None]:
    watch.started.clear()
    yield
    if request.node.get_closest_marker("process") is None:
        assert watch.started == [], "mark the test `process`, or move it to tests/system"
