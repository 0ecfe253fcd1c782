"""Locks, semaphores and queues for `multiprocessing`, although no file in /dev/shm may be made for them.

Since starting processes is refused, only threads share them, for which a semaphore of this process in
place of the one that the C extension would take from the system does the same.
"""

from __future__ import annotations

import threading
from importlib import import_module
from typing import Any

RECURSIVE = 0
"""The kind of a lock that its thread may acquire again."""


class Semaphore:
    """Replaces `_multiprocessing.SemLock` within one process."""

    SEM_VALUE_MAX = 2**31 - 1
    handle = 0

    def __init__(self, kind: int, value: int, maxvalue: int, name: str, unlink: bool) -> None:
        self.name = None if unlink else name
        self.kind = kind
        self.maxvalue = maxvalue
        self._left = value
        self._taken = 0
        self._thread = 0
        self._changed = threading.Condition(threading.Lock())

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        """Take one; whether there was one, in time if that is limited."""
        with self._changed:
            if self.kind == RECURSIVE and self._is_mine():
                self._taken += 1
                return True
            seconds = (None if timeout is None else max(timeout, 0.0)) if block else 0.0
            if not self._changed.wait_for(lambda: self._left > 0, seconds):
                return False
            self._left -= 1
            self._taken += 1
            self._thread = threading.get_ident()
            return True

    def release(self) -> None:
        """Give one back.

        Raises:
            AssertionError: if another thread holds the lock.
            ValueError: if there are all of them already.
        """
        with self._changed:
            if self.kind == RECURSIVE and not self._is_mine():
                raise AssertionError("attempt to release recursive lock not owned by thread")
            if self.kind != RECURSIVE and self._left >= self.maxvalue:
                raise ValueError("semaphore or lock released too many times")
            self._taken -= 1
            if self.kind != RECURSIVE or not self._taken:
                self._left += 1
                self._changed.notify()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()

    def _is_mine(self) -> bool:
        return self._taken > 0 and self._thread == threading.get_ident()

    def _count(self) -> int:
        return self._taken

    def _get_value(self) -> int:
        return self._left

    def _is_zero(self) -> bool:
        return self._left == 0

    def _after_fork(self) -> None:
        self._taken = 0


def within_process() -> None:
    """Replace the semaphores of `multiprocessing` by ones of this process, if the platform has any."""
    try:
        module: Any = import_module("_multiprocessing")
    except ImportError:
        return
    if hasattr(module, "SemLock"):
        module.SemLock = Semaphore
