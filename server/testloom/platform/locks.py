"""Locks on files, which the system releases when their process ends."""

from __future__ import annotations

import sys
from typing import TextIO


def take_lock(file: TextIO) -> bool:
    """Take the lock of an open file; return False if another process holds it, or locks are not supported."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
