"""Processes that were ended leave no pipe open when the event loop is closed."""

from __future__ import annotations

import asyncio
import gc
import sys
import warnings

import pytest

from testloom.execution.process_group import end, start

CHILD = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(9)"
)
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {CHILD!r}])"
"""A process that ends when it is asked to, with a child that keeps its pipes open until it is killed."""


async def _started_and_ended() -> int | None:
    process = await start([sys.executable, "-c", PARENT])
    assert process.stdout is not None
    await process.stdout.readline()
    await end(process)
    return process.returncode


@pytest.mark.process
def test_the_pipes_of_an_ended_process_are_closed() -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        for _ in range(5):
            assert asyncio.run(_started_and_ended()) != 0
        gc.collect()

    assert [str(warning.message) for warning in warned] == []
