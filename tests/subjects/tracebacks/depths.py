"""Looks at where exceptions came from."""

from types import TracebackType
from typing import Optional


def depth(trace: Optional[TracebackType]) -> int:
    """Count the calls that an exception came through."""
    number = 0
    while trace is not None:
        number += 1
        trace = trace.tb_next
    return number
