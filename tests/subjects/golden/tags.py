"""A generator that is a context manager."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def tag(name: str) -> Iterator[str]:
    if not name:
        raise ValueError("a tag has a name")
    yield f"<{name}>"
