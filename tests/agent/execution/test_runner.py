"""The agent survives whatever a test case does, and the next test case finds everything as it was."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from testloom.execution import Agent
from testloom.model.execution import ExecutionResult
from tests.agent.cases import call

Agents = Callable[[str], Agent]

FINE = call("hazards:fine")

TIMED_OUT = [
    "loop",
    "branch_out",
    "swallow",
    "swallow_busily",
    "wait",
    "wait_for_lock",
    "match_for_ever",
]
KILLED = ["never_return", "exit_hard", "replace_alarm"]


def run_between(agent: Agent, name: str) -> ExecutionResult:
    """Run a hazard between two harmless test cases, and check those."""
    before, result, after = agent.execute([FINE, call(f"hazards:{name}"), FINE])
    assert (before.end, after.end) == ("passed", "passed")
    assert before.trace.hits == after.trace.hits != frozenset()
    return result


@pytest.mark.parametrize("name", TIMED_OUT)
def test_what_runs_too_long_is_interrupted(agent_of: Agents, name: str) -> None:
    assert run_between(agent_of("hazards"), name).end == "timeout"


@pytest.mark.parametrize("name", KILLED)
def test_what_cannot_be_interrupted_is_killed(agent_of: Agents, name: str) -> None:
    result = run_between(agent_of("hazards"), name)

    assert (result.end, result.statement) == ("killed", 0)


def test_a_fatal_signal_is_told(agent_of: Agents) -> None:
    result = run_between(agent_of("hazards"), "crash")

    assert (result.end, result.statement) == ("crashed", 0)
    assert result.exception is not None and result.exception.type.startswith("signal:SIG")


def test_endless_recursion_is_an_exception(agent_of: Agents) -> None:
    result = run_between(agent_of("hazards"), "recurse")

    assert result.exception is not None
    assert result.exception.type == "builtins:RecursionError"
    assert result.exception.in_subject and not result.exception.explicit


def test_memory_is_limited(agent_of: Agents) -> None:
    assert run_between(agent_of("hazards"), "ask_for_memory").end == "memory"
    assert run_between(agent_of("hazards"), "eat_memory").end in ("memory", "timeout", "killed")


@pytest.mark.parametrize(
    ("name", "kind"),
    [("leave", "SystemExit"), ("interrupt", "KeyboardInterrupt"), ("read_input", "EOFError")],
)
def test_exceptions_that_would_end_a_program_are_results(agent_of: Agents, name: str, kind: str) -> None:
    result = run_between(agent_of("hazards"), name)

    assert result.exception is not None and result.exception.type == f"builtins:{kind}"


def test_closed_descriptors_cost_a_runner_only(agent_of: Agents) -> None:
    assert run_between(agent_of("hazards"), "close_everything").end in ("passed", "killed")


def test_a_thread_left_behind_costs_a_runner_only(agent_of: Agents) -> None:
    assert run_between(agent_of("hazards"), "keep_thread").end == "passed"


def test_a_closed_stdout_is_open_again(agent_of: Agents) -> None:
    close = call("hazards:print_and_close")

    assert [result.end for result in agent_of("hazards").execute([close, close])] == ["passed", "passed"]


def test_the_standard_streams_have_descriptors(agent_of: Agents) -> None:
    assert run_between(agent_of("hazards"), "ask_for_descriptors").end == "passed"


def test_a_value_that_takes_for_ever_to_die_is_interrupted(agent_of: Agents) -> None:
    assert run_between(agent_of("hazards"), "Stubborn").end in ("passed", "timeout")


def test_many_hangs_do_not_add_up_beyond_their_deadlines(agent_of: Agents) -> None:
    start = time.monotonic()

    results = agent_of("hazards").execute([call("hazards:wait")] * 5)

    assert [result.end for result in results] == ["timeout"] * 5
    assert time.monotonic() - start < 30


def test_sleeping_costs_nothing(agent_of: Agents) -> None:
    assert run_between(agent_of("hazards"), "sleep").end == "passed"


def test_results_come_in_order_and_repeat_exactly(agent_of: Agents) -> None:
    agent = agent_of("versions")
    tests = [call("versions:Version.parse", text) for text in ("1.2.3", "x", "0.0.1-rc", "1.2", "1.2.3")]

    first, second = agent.execute(tests * 100), agent.execute(tests * 100)

    assert first == second
    assert [result.end for result in first[:5]] == ["passed", "raised", "passed", "raised", "passed"]
    assert first[0].trace is first[4].trace


def test_batches_are_collected_in_the_order_they_were_submitted(agent_of: Agents) -> None:
    agent = agent_of("versions")
    agent.submit([call("versions:Version.parse", "1.2.3")] * 300)
    agent.submit([call("versions:Version.parse", "x")] * 2)

    assert {result.end for result in agent.collect()} == {"passed"}
    assert [result.end for result in agent.collect()] == ["raised", "raised"]


def test_no_tests_have_no_results(agent_of: Agents) -> None:
    assert agent_of("versions").execute([]) == []
    assert agent_of("versions").observe([]) == []
