"""Values that code under test computes once and then keeps: a compiled schema, a table that was read in.

They belong to the state of modules, which is restored after each test case. Where it takes long to compute
such a value, a search would do little else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from testloom_agent.execution.isolation.module_state import Watched
from testloom_agent.kinds import is_a

LONG = 0.01
"""The least processor time in seconds of a test case whose values are kept."""
ABSENT = object()


class Memo(NamedTuple):
    """A value, where it is kept, and what was there at first: nothing, or None."""

    holder: Watched
    name: Any
    value: Any
    before: Any


class Memos:
    """The values that stay for later test cases: those that two long ones have computed by the same name."""

    def __init__(self) -> None:
        self._computed: set[tuple[int, Any]] = set()
        self._kept: list[Memo] = []

    def keep(self, changed: Iterable[Watched]) -> None:
        """Note what a long test case has computed, and keep what one before it has computed, too."""
        for holder in changed:
            for memo in list(_memos(holder)):
                place = id(holder.live), memo.name
                if place in self._computed:
                    holder.saved[memo.name] = memo.value
                    self._kept.append(memo)
                self._computed.add(place)

    def forget(self) -> None:
        """Have all computed again."""
        for memo in self._kept:
            if memo.before is ABSENT:
                memo.holder.saved.pop(memo.name, None)
            else:
                memo.holder.saved[memo.name] = memo.before
        for memo in self._kept:
            memo.holder.restore(memo.holder.live, memo.holder.saved)
        self._kept.clear()


def _memos(holder: Watched) -> Iterator[Memo]:
    """Yield what was added by name, or put in the place of None; nothing if anything else has changed."""
    if not is_a(holder.saved, dict):
        return
    new = [
        (name, value) for name, value in holder.live.items() if holder.saved.get(name, ABSENT) is not value
    ]
    memos = [Memo(holder, name, value, holder.saved.get(name, ABSENT)) for name, value in new]
    is_kept = holder.saved.keys() <= holder.live.keys()
    if is_kept and all(memo.before is ABSENT or memo.before is None for memo in memos):
        yield from memos
