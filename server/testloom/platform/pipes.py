"""Pipes to another process."""

from __future__ import annotations

import os
import select
from contextlib import suppress


def make_ready(descriptor: int, size: int) -> None:
    """Make a pipe non-blocking, with a capacity of `size` bytes if that can be set."""
    import fcntl

    os.set_blocking(descriptor, False)
    set_pipe_size = getattr(fcntl, "F_SETPIPE_SZ", None)
    if set_pipe_size is not None:
        with suppress(OSError):
            fcntl.fcntl(descriptor, set_pipe_size, size)


def wait(reading: int, writing: int | None, seconds: float) -> frozenset[int]:
    """Wait until there is something to read, or room to write; return the descriptors that are ready.

    A descriptor whose other end is closed counts as ready.
    """
    poll = select.poll()
    poll.register(reading, select.POLLIN)
    if writing is not None:
        poll.register(writing, select.POLLOUT)
    return frozenset(descriptor for descriptor, _ in poll.poll(seconds * 1_000))
