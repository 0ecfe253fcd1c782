"""Waiting costs nothing, and ends as it would in reality."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from testloom.execution import Agent
from testloom.model.execution import ExecutionResult, Touch
from tests.agent.cases import call
from tests.values import plain

Agents = Callable[[str], Agent]
SERVER = Path(__file__).parents[3] / "server"
SLEEPING_LIBRARY = """
import sys, types
library = types.ModuleType("library")
exec("from time import sleep\\ndef rest(): sleep(1000)", vars(library))
sys.modules["library"] = library
from testloom_agent.environment.timing.clock import Clock
found = []
Clock(found.append).install([])
library.rest()
import time
time.sleep(1000)
print(found)
"""
LOOPS_WITHOUT_END = """
import asyncio, selectors
from testloom_agent.environment.pools import Pools
from testloom_agent.environment.timing.waiting import WaitsForNothing, skip_waiting
skip_waiting(print, print, [], Pools())
async def after_a_while(): return await asyncio.wait_for(asyncio.Event().wait(), 1000)
async def for_a_task(): await asyncio.gather(asyncio.sleep(5), asyncio.Queue().get())
for wait in (asyncio.Event().wait, for_a_task, after_a_while):
    try:
        asyncio.run(wait())
    except (WaitsForNothing, asyncio.TimeoutError) as error:
        print(type(error).__name__)
"""

LOOPS_THAT_POOLS_WAKE = """
import asyncio, concurrent.futures, time
from testloom_agent.environment.pools import Pools
from testloom_agent.environment.timing.waiting import skip_waiting
pools = Pools()
pools.watch()
skip_waiting(print, print, [], pools)
pool = concurrent.futures.ThreadPoolExecutor(1)
pool.submit(int).result()
async def work(): return await asyncio.wrap_future(pool.submit(time.sleep, 0.01))
async def limited(): return await asyncio.wait_for(work(), 1000)
print([asyncio.run(wait()) for wait in (work, limited) for _ in range(20)] == [None] * 40)
"""


def ran(agent_of: Agents, name: str) -> tuple[object, tuple[Touch, ...]]:
    test = call(f"waiting:{name}")
    [result] = agent_of("waiting").execute([test])
    assert result.end == "passed", result
    [[*_, last]] = agent_of("waiting").observe([test])
    return plain(last.value), clocks(result)


def clocks(result: ExecutionResult) -> tuple[Touch, ...]:
    return tuple(touch for touch in result.touched if touch[0] == "clock")


LIMIT = ("clock", "asyncio:BaseEventLoop", "loop")
ASYNCIO = (("clock", "asyncio:sleep", "pause"),)


@pytest.mark.parametrize(
    ("name", "value", "touched"),
    [
        ("rest", "rested", (("clock", "waiting:sleep", "pause"),)),
        ("blink", "awake", ()),
        ("late", "late", (*ASYNCIO, LIMIT)),
        ("race", [100, 200, 300], (*ASYNCIO, LIMIT)),
        ("work", 3, ()),
    ],
)
def test_an_event_loop_jumps_to_what_is_due(
    agent_of: Agents, name: str, value: object, touched: tuple[Touch, ...]
) -> None:
    assert ran(agent_of, name) == (value, touched)


def test_a_loop_that_the_code_starts_itself_jumps_too(agent_of: Agents) -> None:
    [result] = agent_of("waiting").execute([call("waiting:start")])

    assert (result.end, clocks(result)) == ("passed", ASYNCIO)


def test_libraries_sleep_at_no_cost() -> None:
    command = [sys.executable, "-c", SLEEPING_LIBRARY]
    told = subprocess.check_output(command, cwd=SERVER, text=True, timeout=60)

    assert told.strip() == str([("clock", "library:sleep", "sleep"), ("clock", "time:sleep", "sleep")])


def test_a_loop_that_nothing_can_wake_ends() -> None:
    command = [sys.executable, "-c", LOOPS_WITHOUT_END]
    told = subprocess.check_output(command, cwd=SERVER, text=True, timeout=60)

    ends = [line for line in told.splitlines() if line.endswith(("Nothing", "Error"))]
    assert ends == ["WaitsForNothing", "WaitsForNothing", "TimeoutError"]


def test_a_loop_waits_for_work_that_a_pool_is_about_to_do(python: Path) -> None:
    command = [str(python), "-c", LOOPS_THAT_POOLS_WAKE]

    assert subprocess.check_output(command, cwd=SERVER, text=True, timeout=60) == "True\n"


def test_what_waits_for_ever_ends_in_its_loop_and_the_next_test_runs(agent_of: Agents) -> None:
    results = agent_of("waiting").execute([call("waiting:never"), call("waiting:rest")] * 3)

    assert [result.end for result in results] == ["timeout", "passed"] * 3
