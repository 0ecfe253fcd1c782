"""What the system tells of its processors and file systems as a structure, made of one number.

A test sets the number alone: few read a structure as a whole, and each of its parts follows from it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

MOST_PROCESSORS = 4096
"""More than any machine has: a set of as many numbers as someone wrote into a store would fill the memory."""
BLOCK, LONGEST_NAME = 4096, 255
"""The bytes of a block and of a name in most file systems."""


def _loads(number: float) -> tuple[float, float, float]:
    """Make the load averages of a machine that has been as busy for a quarter of an hour."""
    return (float(number),) * 3


def _file_system(blocks: int) -> Any:
    """Make the statistics of a file system with so many free blocks, half of all, and free nodes."""
    space, nodes = (2 * blocks, blocks, blocks), (2 * blocks, blocks, blocks)
    return os.statvfs_result((BLOCK, BLOCK, *space, *nodes, 0, LONGEST_NAME))


MEASURES: Mapping[str, Callable[[int], Any]] = {
    "os.sched_getaffinity": lambda processors: set(range(min(processors, MOST_PROCESSORS))),
    "os.getloadavg": _loads,
    "os.statvfs": _file_system,
}
"""How the result of each function is made of a number: of processors, of busy ones, of free blocks."""
