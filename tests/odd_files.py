"""Files that are none, and a time within which they have to be recognised."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TypeAlias

from testloom.repository import MOST_BYTES

SECONDS = 20
Kind: TypeAlias = Callable[[Path], None]


def pipe(path: Path) -> None:
    """Put a pipe there that nobody writes to."""
    os.mkfifo(path)


def device(path: Path) -> None:
    """Put a link there to a device that has no end."""
    path.symlink_to("/dev/zero")


def huge(path: Path) -> None:
    """Put a file there of which the memory has no room, and the disk nothing."""
    with path.open("wb") as stream:
        stream.truncate(20_000 * MOST_BYTES)


KINDS: tuple[Kind, ...] = (pipe, device, huge)


@contextmanager
def in_time() -> Iterator[None]:
    """Fail if it takes too long."""

    def fail(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"it takes longer than {SECONDS} s")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
