"""The agent itself may do what the subject may not, and nobody else while it does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from testloom_agent.guard.policy import Guard


def test_only_the_thread_in_which_the_agent_is_at_work_is_trusted() -> None:
    guard = Guard()

    with ThreadPoolExecutor(1) as other, guard.trusting():
        assert guard.is_trusting
        assert not other.submit(lambda: guard.is_trusting).result()

    assert not guard.is_trusting
