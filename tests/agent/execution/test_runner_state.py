"""A test case leaves nothing behind in the modules of the project."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from testloom.execution import Agent
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from tests.agent.cases import call
from tests.values import listed, scalar

Agents = Callable[[str], Agent]

CHANGES = [
    call("stateful:increment"),
    call("stateful:append", 1),
    call("stateful:nest"),
    call("stateful:rotate"),
    call("stateful:enrol"),
    call("stateful:collect", 1),
    call("stateful:tally"),
    call("stateful:closed"),
    call("stateful:cached"),
    call("stateful:register", "n"),
    call("stateful:patch"),
    call("stateful:rebind"),
    call("stateful:plug", 1),
    call("stateful:set_variable"),
    call("stateful:draw"),
    call("stateful:redirect"),
]


def test_a_name_that_stands_for_an_equal_container_is_put_back(agent_of: Agents) -> None:
    unplug, plug = call("stateful:unplug"), call("stateful:plug", 1)
    revealed = reveal(plug, 0)

    [_, after] = agent_of("stateful").execute([unplug, revealed])

    assert after == agent_of("stateful").execute([revealed])[0]
    assert after.exception is not None
    assert after.exception.message == "1"


def reveal(test: TestCase, times: int) -> TestCase:
    """The test so that a difference in its last value shows as a KeyError with that value as message."""
    last = test.statements[-1].id
    repeats = tuple(CallStatement(last + 1 + n, _path(test), None, _arguments(test)) for n in range(times))
    end = repeats[-1].id if repeats else last
    empty, key = (
        CollectionStatement(end + 1, "dict", ()),
        CallStatement(end + 2, "stateful:dict.__getitem__", end + 1, (end,)),
    )
    return TestCase((*test.statements, *repeats, empty, key))


def _path(test: TestCase) -> str:
    statement = test.statements[-1]
    assert isinstance(statement, CallStatement)
    return statement.callable


def _arguments(test: TestCase) -> tuple[int, ...]:
    statement = test.statements[-1]
    assert isinstance(statement, CallStatement)
    return statement.args


def message(agent: Agent, tests: list[TestCase]) -> list[Any]:
    """What each test reveals."""
    return [result.exception and result.exception.message for result in agent.execute(tests)]


@pytest.mark.parametrize("test", CHANGES, ids=lambda test: _path(test).partition(":")[2])
def test_each_test_case_finds_the_state_of_the_import(agent_of: Agents, test: TestCase) -> None:
    agent = agent_of("stateful")

    [alone] = message(agent, [reveal(test, 0)])

    assert message(agent, [reveal(test, 2), *[reveal(test, 0)] * 3])[1:] == [alone] * 3


def test_state_changes_within_a_test_case(agent_of: Agents) -> None:
    once, thrice = message(
        agent_of("stateful"), [reveal(call("stateful:increment"), 0), reveal(call("stateful:increment"), 2)]
    )

    assert (once, thrice) == ("1", "3")


def test_large_containers_are_restored_after_a_batch(agent_of: Agents) -> None:
    agent = agent_of("stateful")
    test = reveal(call("stateful:overwrite_big"), 0)

    first = message(agent, [test])

    assert message(agent, [test]) == first == ["6"]
    assert message(agent, [test, test]) == ["6", "6"]


def test_files_and_the_working_directory_are_restored(agent_of: Agents) -> None:
    agent = agent_of("hazards")
    listing = TestCase((LiteralStatement(0, "f.txt"), CallStatement(1, "hazards:write", None, (0,))))

    written, shown = agent.observe([listing]), agent.observe([call("hazards:listing")])
    ran = agent.execute([listing, call("hazards:change_directory"), call("hazards:directory"), listing])

    assert written[0][1].value == listed(scalar("f.txt"))
    assert shown[0][0].value == listed()
    assert [result.end for result in ran] == ["passed"] * 4
