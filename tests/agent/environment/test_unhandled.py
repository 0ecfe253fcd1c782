"""Exceptions that end threads of the code are noted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

import pytest

from testloom_agent.environment.touches import Touch
from testloom_agent.environment.unhandled import watch_threads
from testloom_agent.limits import Timeout


def _fail(error: type[BaseException]) -> None:
    raise error


def _handle() -> None:
    with suppress(ValueError):
        _fail(ValueError)


@pytest.mark.parametrize(
    ("work", "expected"),
    [
        (lambda: _fail(ValueError), [("unhandled",)]),
        (lambda: _fail(SystemExit), [("unhandled",)]),
        (_handle, []),
        (lambda: _fail(Timeout), []),
    ],
    ids=["ended", "left", "handled", "ended by the agent"],
)
def test_only_what_nothing_in_a_thread_of_the_code_handles_is_noted(
    work: Callable[[], None], expected: list[Touch], monkeypatch: pytest.MonkeyPatch
) -> None:
    touches: list[Touch] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    watch_threads(touches.append)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert touches == expected
