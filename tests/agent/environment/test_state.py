"""Variables of modules and classes: which are told, and which a test sets."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from testloom.execution import Agent
from testloom.model.statements import (
    CallStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import StateStatement
from testloom_agent.environment.state import State
from tests.agent.cases import call
from tests.values import plain

Agents = Callable[[str], Agent]


def test_a_container_of_a_type_of_its_own_is_no_state_to_set(agent_of: Agents) -> None:
    rotating = TestCase((CallStatement(1, "stateful:rotate"),))
    [[observation]] = agent_of("stateful").observe([rotating])

    assert not [touch for touch in observation.touched if touch[0] == "state"]


def test_of_a_container_that_no_test_can_show_it_is_told_what_it_is(agent_of: Agents) -> None:
    [[observation]] = agent_of("stateful").observe([TestCase((CallStatement(1, "stateful:handle"),))])

    [state] = [touch for touch in observation.touched if touch[0] == "state"]
    assert (state[1], json.loads(state[2])) == ("stateful:handlers", {"kind": "copied", "type": "list"})


def test_what_an_enum_keeps_of_its_values_is_no_state_to_set(agent_of: Agents) -> None:
    both = TestCase((LiteralStatement(1, 3), CallStatement(2, "stateful:rights", None, (1,))))
    [[*_, observation]] = agent_of("stateful").observe([both])

    assert observation.exception is None
    assert not [touch for touch in observation.touched if touch[0] == "state"]


def test_what_python_keeps_in_a_module_is_no_state_to_set(agent_of: Agents) -> None:
    [[observation]] = agent_of("stateful").observe([TestCase((CallStatement(1, "stateful:warned"),))])

    assert observation.exception is None
    assert not [touch for touch in observation.touched if touch[0] == "state"]


def test_attributes_of_a_class_that_a_decorator_defines_are_told_by_its_name(agent_of: Agents) -> None:
    [[observation]] = agent_of("stateful").observe([TestCase((CallStatement(1, "stateful:Ticket"),))])

    assert observation.exception is None
    assert [touch[1] for touch in observation.touched if touch[0] == "state"] == ["stateful:Ticket.made"]


def test_attributes_of_a_metaclass_are_told_like_those_of_other_classes(agent_of: Agents) -> None:
    [[observation]] = agent_of("stateful").observe([TestCase((CallStatement(1, "stateful:forget"),))])

    assert [touch[1] for touch in observation.touched if touch[0] == "state"] == ["stateful:Kind.known"]


def test_what_a_test_leaves_changed_is_told_with_what_it_was(agent_of: Agents) -> None:
    test = TestCase((CallStatement(1, "touching:change"),))

    [[observation]] = agent_of("touching").observe([test])

    states = {touch[1]: json.loads(touch[2])["value"] for touch in observation.touched if touch[0] == "state"}
    assert states == {"touching:LEVEL": 1, "touching:Kept.level": 2, "touching:kept.own": 3}


@pytest.mark.parametrize("change", [call("stateful:plug", 1), call("stateful:unplug")])
def test_a_container_that_is_left_changed_is_told_with_all_its_names(
    agent_of: Agents, change: TestCase
) -> None:
    [[*_, observation]] = agent_of("stateful").observe([change])

    [state] = [touch for touch in observation.touched if touch[0] == "state"]
    assert (state[1], json.loads(state[2])["items"], state[3:]) == (
        "stateful:plugins",
        [],
        ("stateful:_known",),
    )


def test_a_variable_of_a_module_is_set_for_one_test(agent_of: Agents) -> None:
    calls = CallStatement(1, "touching:levels")
    prepared: list[Statement] = [LiteralStatement(2, 7), StateStatement(3, "touching:LEVEL", 2)]
    prepared += [LiteralStatement(4, 8), StateStatement(5, "touching:Kept.level", 4)]

    [[*_, changed], [after]] = agent_of("touching").observe(
        [TestCase((*prepared, calls)), TestCase((calls,))]
    )

    values = [list(plain(entry.value)) for entry in (changed, after)]
    assert values == [[7, 8], [1, 2]]


def test_plain_variables_that_functions_read_are_described(agent_of: Agents) -> None:
    described = {entry["path"]: entry["value"] for entry in agent_of("touching").description["state"]}

    assert described == {
        "touching:FOLDER": "/var/lib/touching",
        "touching:LEVEL": 1,
        "touching:Kept.level": 2,
    }


def test_an_inherited_name_that_is_gone_already_is_not_taken_away_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Base:
        level = 1

    class Kept(Base):
        pass

    monkeypatch.setitem(sys.modules, "kept_here", SimpleNamespace(Kept=Kept))
    state = State()
    state.set("kept_here:Kept.level", 2)
    assert vars(Kept)["level"] == 2
    del Kept.level

    state.restore()

    assert "level" not in vars(Kept) and Kept.level == 1
