"""Whether work grows with its input as it should: by ratios of times, not by times."""

from __future__ import annotations

import time
from collections.abc import Callable

FACTOR = 16
LENIENT = 5
"""So many times the ratio that is expected still passes; that of the square is 16 times as much."""
ROUNDS = 7


def is_linear(work: Callable[[str], object], head: str, part: str, parts: int) -> bool:
    """Whether a text of 16 times as many parts takes hardly more than 16 times as long."""
    short, long = head + part * parts, head + part * parts * FACTOR
    rounds = [(_seconds(work, short), _seconds(work, long)) for _ in range(ROUNDS)]
    few, many = min(few for few, _ in rounds), min(many for _, many in rounds)
    return many < LENIENT * FACTOR * few


def _seconds(work: Callable[[str], object], text: str) -> float:
    """The processor's time; what else the machine does at best makes it longer, hence the shortest counts."""
    started = time.thread_time()
    work(text)
    return time.thread_time() - started
