"""What the kernel tells of the threads of this process."""

from __future__ import annotations

import sys
from io import FileIO  # subjects may replace `open`


def is_to_run(native_id: int | None) -> bool:
    """Whether a thread runs, or would if it had a processor; False where that is not told.

    Linux tells, in the third field of `stat` (proc(5)).
    """
    if sys.platform != "linux":
        return False
    try:
        with FileIO(f"/proc/self/task/{native_id}/stat") as status:
            return status.read().rpartition(b") ")[2].startswith(b"R")
    except OSError:  # it has just ended
        return False
