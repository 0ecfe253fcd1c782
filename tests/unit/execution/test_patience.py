"""How long an agent is waited for until it counts as dead."""

from __future__ import annotations

from testloom.execution import agent
from testloom_agent import limits


def test_an_agent_is_waited_for_longer_than_it_lets_each_test_run() -> None:
    assert agent.TEST_SECONDS > limits.HARD_SECONDS
    assert agent.PATIENT_TEST_SECONDS > limits.PATIENT_SECONDS
