"""What all checkouts on this machine share: environments, commits that are checked out, measurements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

CACHE = platformdirs.user_cache_path("testloom-bench")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes from making the same folder meanwhile."""
    import fcntl  # which Windows lacks, where other measurements run

    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
