"""The calls that functions of a test have got, without those by whoever looks at other objects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from unittest.mock import MagicMock, Mock


class Heard:
    """Remembers how many calls functions that only answer have got, and forgets those that come later.

    Properties of an object that is looked at may call what it holds; in a test, nobody looks.
    """

    def __init__(self, doubles: Iterable[Any]) -> None:
        functions = (one for one in doubles if isinstance(one, Mock) and not isinstance(one, MagicMock))
        self._times = [(one, one.call_count, len(one.mock_calls)) for one in functions]

    def forget_later(self) -> None:
        """Have each function as it was."""
        for function, times, number in self._times:
            if function.call_count > times:
                del function.call_args_list[times:]
                del function.mock_calls[number:]
                function.call_count, function.called = times, bool(times)
                function.call_args = function.call_args_list[-1] if times else None
