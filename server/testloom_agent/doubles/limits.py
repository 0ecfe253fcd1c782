"""A limit on the calls of a double.

Code that goes on until a double says otherwise never ends, and each of its calls takes long: without this
limit, such a test case takes as long as a test case may.
"""

from __future__ import annotations

from typing import Any
from unittest.mock import CallableMixin

from testloom_agent.instrumentation.tracing.fuel import OutOfFuel

MOST_CALLS = 300


def limit_calls() -> None:
    """End what calls one double more often than this, be it the test case itself or a thread of it.

    Truth tests and comparisons of a double are calls of its special methods.
    """
    mixin: Any = CallableMixin
    count = mixin._increment_mock_call

    def counted(double: Any, /, *args: Any, **kwargs: Any) -> None:
        count(double, *args, **kwargs)
        if double.call_count > MOST_CALLS:
            raise OutOfFuel("A double was called too often.")

    mixin._increment_mock_call = counted
