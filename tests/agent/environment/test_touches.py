"""Touches: some are left out where there are many."""

from __future__ import annotations

from typing import Any

from testloom_agent.environment.touches import MOST_TOUCHES, Touches


def test_a_touch_that_is_only_a_kind_is_noted_after_any_number_of_others() -> None:
    guard: Any = type("Guard", (), {"paths": []})
    touches = Touches(guard, {}, ())
    for number in range(2 * MOST_TOUCHES):
        touches.note(("variable", str(number)))

    touches.note(("unhandled",))

    assert touches.take()[MOST_TOUCHES:] == [("unhandled",)]
