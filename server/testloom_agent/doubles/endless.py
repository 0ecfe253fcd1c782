"""Loops around doubles: code may ask a double again and again for an answer that never comes.

`while chunk := file.read()` has no end if `read` returns a double, as it does unless it is told what else;
`while node.parent: node = node.parent` finds another double at each step. Such a test ends with an
exception long before its time is over, and what was asked tells what it lacks. What ends it is no part of
the code, which may handle it, or have a thread that ends with it; so it is noted, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any
from unittest.mock import CallableMixin, NonCallableMock

from testloom_agent.doubles.making import Unanswered
from testloom_agent.likeness import like

MOST_CALLS = 500
"""How often a double can be called."""
MOST_WITHIN = 50
"""How deep doubles can be within one another: no code takes as many steps on purpose."""
INCREMENT, CHILD = "_increment_mock_call", "_get_child_mock"
ENDLESS = ("endless",)


def end_loops(note: Callable[[tuple[str, ...]], None]) -> None:
    """Have doubles raise an exception when they are called too often, or are too deep within one another.

    This is noted each time.
    """
    increment, child = getattr(CallableMixin, INCREMENT, None), getattr(NonCallableMock, CHILD, None)
    if increment is None or child is None:  # they are private: a later Python may lack them
        return

    def counted(double: Any, /, *args: Any, **kwargs: Any) -> None:
        increment(double, *args, **kwargs)
        if double.call_count > MOST_CALLS:
            note(ENDLESS)
            raise Unanswered("a MagicMock was called again and again")

    def nested(double: Any, /, **kwargs: Any) -> Any:
        if next(islice(_holders(double), MOST_WITHIN, None), None) is not None:
            note(ENDLESS)
            raise Unanswered("each MagicMock was asked for another one within it")
        return child(double, **kwargs)

    setattr(CallableMixin, INCREMENT, like(increment, counted))
    setattr(NonCallableMock, CHILD, like(child, nested))


def _holders(double: Any) -> Iterator[Any]:
    """Yield the doubles that a double is within, the nearest first."""
    while (double := double._mock_new_parent) is not None:
        yield double
