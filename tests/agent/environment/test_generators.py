"""Generators other than the shared one are foretold, told, and replaced by a test."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from testloom.capabilities.machine.statement import FactStatement
from testloom.execution import Agent
from testloom.model.statements import CallStatement, TestCase
from tests.agent.cases import call
from tests.values import plain

Agents = Callable[[str], Agent]


def values(agent_of: Agents, name: str, *facts: FactStatement) -> list[object]:
    """What a function returns in two observations, which show other draws."""
    test = TestCase((*facts, CallStatement(1, f"touching:{name}")))
    agent = agent_of("touching")
    observed = [observations[-1] for _ in range(2) for observations in agent.observe([test])]
    assert all(entry.exception is None for entry in observed), observed
    return [plain(entry.value) for entry in observed if entry.value is not None]


@pytest.mark.parametrize(
    ("name", "path", "fact"),
    [
        ("draw_of_a_fresh_generator", "random:Random", "random.Random"),
        ("draw_of_a_fresh_system_generator", "random:SystemRandom", "random.SystemRandom"),
        ("draw_of_a_held_generator", "touching:GENERATOR", "generator"),
        ("draw_of_a_held_system_generator", "touching:OF_SYSTEM", "generator"),
    ],
)
def test_draws_are_told_and_a_test_foretells_them(agent_of: Agents, name: str, path: str, fact: str) -> None:
    [result] = agent_of("touching").execute([call(f"touching:{name}")])
    first, second = values(agent_of, name)
    seeded = values(agent_of, name, FactStatement(9, path, fact, (3,)))

    assert ("fact", path, fact, "[0, 0]") in result.touched
    assert first != second
    drawn = Random(3).random() if name == "draw_of_a_fresh_generator" else Random(3).randrange(10**6)
    assert seeded == [drawn, drawn]


def test_a_generator_with_a_seed_of_its_own_is_left_alone(agent_of: Agents) -> None:
    [result] = agent_of("touching").execute([call("touching:draw_of_a_seeded_generator")])

    assert result.touched == ()
    assert values(agent_of, "draw_of_a_seeded_generator") == [Random(5).random()] * 2


@pytest.mark.parametrize(("name", "value"), [("is_a_generator", True), ("draw_of_a_derived_generator", 0.5)])
def test_the_classes_stay_what_they_are(agent_of: Agents, name: str, value: object) -> None:
    assert values(agent_of, name) == [value, value]
