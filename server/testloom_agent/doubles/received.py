"""The calls that functions of a test have got, without those by whoever looks at other objects."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any
from unittest.mock import MagicMock, Mock

ANSWERS: tuple[type, ...] = (type(iter([])), type(iter(())))
"""The classes of what a function takes its next answer from, if it has several."""


class ReceivedCalls:
    """Remembers the calls that functions which only answer have got, and forgets those that come later.

    Properties of an object that is looked at may call what it holds; in a test, nobody looks. The answers
    to such calls are given again.
    """

    def __init__(self, doubles: Iterable[Any]) -> None:
        functions = (one for one in doubles if isinstance(one, Mock) and not isinstance(one, MagicMock))
        self._times = [(one, one.call_count, len(one.mock_calls), _left(one)) for one in functions]

    def forget_later(self) -> None:
        """Have each function as it was."""
        for function, times, number, left in self._times:
            if function.call_count > times:
                del function.call_args_list[times:]
                del function.mock_calls[number:]
                function.call_count, function.called = times, bool(times)
                function.call_args = function.call_args_list[-1] if times else None
                if left is not None:
                    function.side_effect = copy(left)


def _left(function: Any) -> Any:
    """Copy what a function takes its next answer from; None if it has only one."""
    answers = function.side_effect
    return copy(answers) if type(answers) in ANSWERS else None
