"""Tests that are observed in one process, one after the other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from testloom.execution import Agent
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from tests.agent.cases import call
from tests.values import plain

Agents = Callable[[str], Agent]


def observed(agent: Agent, *tests: TestCase) -> list[object]:
    """What the last statement of each test produced; None of one that did not end."""
    seen = agent.observe(list(tests), together=True)
    return [plain(test[-1].value) if test and test[-1].value is not None else None for test in seen]


def test_what_a_test_changes_is_undone_before_the_next(agent_of: Agents) -> None:
    agent = agent_of("stateful")
    increments = [call("stateful:increment")] * 3

    assert observed(agent, *increments) == observed(agent, *increments[:1]) * 3


def test_one_that_ends_the_process_costs_no_other(agent_of: Agents) -> None:
    fine, crash = call("hazards:fine"), call("hazards:crash")
    [first, crashed, last] = observed(agent_of("hazards"), fine, crash, fine)

    assert (first == last, crashed) == (True, None)


def test_one_that_hangs_costs_no_other_and_is_not_looked_at_again(agent_of: Agents) -> None:
    fine = call("hazards:fine")
    hang = TestCase((LiteralStatement(0, 1), CallStatement(1, "hazards:never_return")))
    [first, hung, last] = observed(agent_of("hazards"), fine, hang, fine)

    assert (first == last, hung) == (True, None)


@pytest.mark.parametrize("together", [True, False])
def test_nothing_is_told_of_a_loop_that_waits_for_nothing(agent_of: Agents, together: bool) -> None:
    waits = TestCase((LiteralStatement(0, 1), CallStatement(1, "waiting:never")))
    [nothing, after] = agent_of("waiting").observe([waits, call("waiting:rest")], together=together)

    assert nothing == []
    assert plain(after[-1].value) == "rested"


def test_nothing_is_told_of_one_that_takes_too_long_alone(agent_of: Agents) -> None:
    late = TestCase((CallStatement(0, "threading:Event"), CallStatement(1, "threading:Event.wait", 0)))

    assert agent_of("hazards").observe([late]) == [[]]


def test_what_cannot_be_undone_is_not_seen_by_the_next(agent_of: Agents) -> None:
    replace, fine = call("hazards:replace_compile"), call("hazards:fine")
    [replaced, after] = agent_of("hazards").observe([replace, fine], together=True)

    assert any(entry.denied for entry in replaced)
    assert not any(entry.denied for entry in after)
