"""Variants of a test run after each other, each in another environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from testloom.capabilities.randomness import ChanceStatement
from testloom.capabilities.variables import VariableStatement
from testloom.execution import Agent
from testloom.execution import agent as execution
from testloom.model.execution import Behaviour
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from tests.agent.cases import call
from tests.values import plain

Agents = Callable[[str], Agent]


def variants(name: str, *prepared: EnvironmentStatement) -> list[TestCase]:
    """A call of a function, once behind each of these statements."""
    return [TestCase((statement, CallStatement(1, f"touching:{name}"))) for statement in prepared]


def value_of(behaviour: Behaviour | None) -> Any:
    assert behaviour is not None
    return plain(behaviour.observations[-1].value)


def test_each_variant_produces_what_it_would_by_itself(agent_of: Agents) -> None:
    tests = variants("variable", *(VariableStatement(0, "TOUCHED", text) for text in ("a", "b", "a")))

    assert [value_of(one) for one in agent_of("touching").vary(tests)] == ["a", "b", "a"]


def test_each_variant_is_another_day_with_other_draws_unless_it_says_which(agent_of: Agents) -> None:
    agent = agent_of("touching")
    free = agent.vary([call("touching:today")] * 3), agent.vary([call("touching:draw")] * 3)
    seeded = agent.vary(variants("draw", *[ChanceStatement(0, 1)] * 3))

    for behaviours in free:
        assert len({str(one.observations) for one in behaviours if one is not None}) == 3
    assert len({value_of(one) for one in seeded}) == 1


def test_the_trace_of_a_variant_shows_how_near_it_came_to_another_branch(agent_of: Agents) -> None:
    [near, far] = agent_of("touching").vary([call("touching:is_small", 2), call("touching:is_small", 9)])

    assert near is not None and far is not None
    assert near.trace.hits == far.trace.hits
    assert near.trace.distances != far.trace.distances


def test_a_variant_that_ends_its_process_is_unknown_and_the_others_go_on(agent_of: Agents) -> None:
    agent = agent_of("hazards")

    [first, crashed, last] = agent.vary([call("hazards:fine"), call("hazards:crash"), call("hazards:fine")])

    assert crashed is None
    assert value_of(first) == value_of(last)


def test_variants_for_which_there_is_no_time_are_unknown(
    agent_of: Agents, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(execution, "VARYING_SECONDS", 0.001)

    *_, last = agent_of("hazards").vary([call("hazards:fine")] * 4)

    assert last is None


def test_variants_that_do_the_same_are_told_as_the_same(agent_of: Agents) -> None:
    first, second, third = agent_of("touching").vary([call("touching:nothing")] * 3)

    assert first is not None
    assert first == second == third
