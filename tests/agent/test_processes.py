"""Functions are called in processes of their own."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType

import pytest

from testloom_agent.platform.processes import PIECE, apart, fork


def reap(number: int, frame: FrameType | None) -> None:
    """Take notice of a process that has ended."""
    with suppress(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # others may still run, and would be waited for


@pytest.fixture(params=[signal.SIG_DFL, signal.SIG_IGN, reap])
def _ended(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a module may do, once it is imported, about processes that end."""
    before = signal.signal(signal.SIGCHLD, request.param)
    yield
    signal.signal(signal.SIGCHLD, before)


def leave() -> bytes:
    os._exit(0)


def sleep() -> bytes:
    time.sleep(9)
    return b""


@pytest.mark.usefixtures("_ended")
@pytest.mark.parametrize("result", [b"", b"\0", b"a" * 2 * PIECE])
def test_the_result_is_read_whatever_is_done_about_processes_that_end(result: bytes) -> None:
    assert apart(lambda: result, fork) == result


@pytest.mark.usefixtures("_ended")
@pytest.mark.parametrize(
    "function",
    [
        pytest.param(lambda: b"%d" % (1 // 0), id="raises"),
        pytest.param(leave, id="ends its process"),
        pytest.param(sleep, id="takes long"),
    ],
)
def test_what_does_not_come_to_an_end_has_no_result(function: Callable[[], bytes]) -> None:
    assert apart(function, fork, 0.05) is None


def test_what_it_does_leaves_no_trace() -> None:
    done: list[int] = []

    def work() -> bytes:
        done.append(1)
        return bytes(done)

    assert apart(work, fork) == b"\1"
    assert done == []
