"""Local times are those of the time zone that a test case says, and those of the machine again behind it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from testloom.capabilities.time_zone import ELSEWHERE, PLAIN, ZoneStatement
from testloom.execution import Agent
from testloom.model.statements import CallStatement, Statement, TestCase
from tests.agent.cases import call
from tests.values import plain

Agents = Callable[[str], Agent]


def seen(agent: Agent, function: str, *before: Statement) -> object:
    [[*_, last]] = agent.observe([TestCase((*before, CallStatement(1, f"local_times:{function}")))])
    return plain(last.value)


@pytest.mark.parametrize(("function", "values"), [("day", (31, 1)), ("hour", (0, 5))])
def test_local_times_are_those_of_the_zone(agent_of: Agents, function: str, values: tuple[int, int]) -> None:
    agent = agent_of("local_times")
    fixed, east = ZoneStatement(7, PLAIN), ZoneStatement(7, ELSEWHERE[0])
    before = seen(agent, function)

    assert (seen(agent, function, fixed), seen(agent, function, east)) == values
    assert seen(agent, function) == before


@pytest.mark.parametrize("function", ["day", "hour", "seconds"])
def test_what_depends_on_the_zone_is_told(agent_of: Agents, function: str) -> None:
    [result] = agent_of("local_times").execute([call(f"local_times:{function}")])

    assert ("zone",) in result.touched


def test_a_moment_in_a_zone_that_the_code_says_depends_on_no_other(agent_of: Agents) -> None:
    [result] = agent_of("local_times").execute([call("local_times:hour_somewhere")])

    assert ("zone",) not in result.touched
