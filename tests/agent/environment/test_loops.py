"""A test may run within an event loop."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from testloom.capabilities.event_loop import LoopStatement
from testloom.execution import Agent
from testloom.model.statements import CallStatement, LiteralStatement, Statement, TestCase
from testloom_agent.environment.timing.loops import loop_missed
from tests.values import plain

MODULE = "collaborators.within_loop"
POLLER = (LiteralStatement(0, 2), CallStatement(1, f"{MODULE}:Poller", None, (0,)))
START = CallStatement(2, f"{MODULE}:Poller.start", 1)
ENDED = CallStatement(3, f"{MODULE}:Poller.ended", 1)
Agents = Callable[[str], Agent]


def test_a_test_that_asks_for_a_loop_outside_of_one_is_told_of(agent_of: Agents) -> None:
    [result] = _agent(agent_of).execute([TestCase(POLLER)])

    assert result.exception is not None and result.exception.message == "no running event loop"
    assert ("loop",) in result.touched


@pytest.mark.parametrize(
    ("error", "is_missed"),
    [
        (RuntimeError("no running event loop"), True),
        (RuntimeError("no running event loop: a"), False),
        (ValueError("no running event loop"), False),
    ],
)
def test_an_error_of_a_library_that_asked_for_a_loop_tells_it(error: Exception, is_missed: bool) -> None:
    assert loop_missed(error) == (("loop",) if is_missed else None)


def test_tasks_go_on_within_the_loop_of_a_test(agent_of: Agents) -> None:
    case = TestCase((LoopStatement(9), *POLLER, START, ENDED))
    [result] = _agent(agent_of).execute([case])
    [seen] = _agent(agent_of).observe([case])

    assert result.end == "passed"
    assert plain(seen[-1].value) == "asked 2 times"
    assert seen[-1].denied == ()


def test_a_loop_ends_with_its_test(agent_of: Agents) -> None:
    where: tuple[Statement, ...] = (CallStatement(4, f"{MODULE}:where"),)
    within, without = TestCase((LoopStatement(9), *POLLER, START, *where)), TestCase(where)

    seen = _agent(agent_of).observe([within, without], together=True)

    assert [plain(entry[-1].value) for entry in seen] == ["inside", "outside"]


def test_a_loop_that_a_test_enters_twice_ends_with_it(agent_of: Agents) -> None:
    where: tuple[Statement, ...] = (CallStatement(4, f"{MODULE}:where"),)
    within = TestCase((LoopStatement(8), LoopStatement(9), *POLLER, START, *where))

    seen = _agent(agent_of).observe([within, TestCase(where)], together=True)

    assert [plain(entry[-1].value) for entry in seen] == ["inside", "outside"]


def test_threads_that_end_with_the_loop_are_not_waited_for_within_it(agent_of: Agents) -> None:
    asked = (LiteralStatement(0, "abc"), CallStatement(1, f"{MODULE}:measured", None, (0,)))

    [seen] = _agent(agent_of).observe([TestCase((LoopStatement(9), *asked))])

    assert plain(seen[-1].value) == 3
    assert ("threads",) not in seen[-1].touched
    assert seen[-1].denied == ()


def _agent(agent_of: Agents) -> Agent:
    return agent_of("collaborators/within_loop")
