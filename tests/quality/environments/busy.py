"""A machine that has other things to do."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager

_BETWEEN_LOOKS = 1_000_000


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Have so many processes do nothing as fast as they can; they end with this one, however it ends."""
    crew = [multiprocessing.Process(target=_spin, args=(os.getpid(),), daemon=True) for _ in range(loops)]
    for worker in crew:
        worker.start()
    try:
        yield
    finally:
        for worker in crew:
            worker.terminate()
        for worker in crew:
            worker.join()


def _spin(parent: int) -> None:
    while os.getppid() == parent:
        for _ in range(_BETWEEN_LOOKS):
            pass
