"""`testloom continuous --watch`: one run, and another whenever functions and classes have changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeAlias

from testloom.cli.interrupt import Interrupt
from testloom.cli.showing.output import complain
from testloom.continuous import Changes, Order
from testloom.model.events.units import ProjectSummary

SECONDS_BETWEEN_LOOKS = 0.2
Run: TypeAlias = Callable[[Order, Callable[[], bool]], ProjectSummary]
"""A function that runs an order until it is stopped, and reports the results."""
_CHANGED = "The code has changed: starting over."


def watch(order: Order, run: Run, changes: Changes, interrupt: Interrupt) -> list[str]:
    """Run an order, then what has changed, again and again, until there is an interrupt.

    A run under way is stopped when something changes; its units are added to those of the next run. Returns
    the files that were written.
    """
    written: dict[str, None] = {}
    asked = order.asked
    while True:
        changes.begin()
        summary = run(replace(order, asked=asked), lambda: interrupt.wanted or changes.are_there())
        written |= dict.fromkeys(summary.files)
        was_cut_short = changes.are_there()
        if not interrupt.wanted:
            complain(_CHANGED if was_cut_short else _watching(order))
        while not interrupt.wanted and not changes.are_there():
            time.sleep(SECONDS_BETWEEN_LOOKS)
        if interrupt.wanted:
            return list(written)
        asked = _joined(asked if was_cut_short else (), changes.names)


def _watching(order: Order) -> str:
    return f"Watching {order.folder}. Press Ctrl+C to stop."


def _joined(owed: Collection[str] | None, changed: frozenset[str]) -> Collection[str] | None:
    """Combine the units of an unfinished run, where None stands for all, with those that have changed."""
    return None if owed is None else changed.union(owed)
