"""A generator is drained."""

from collections.abc import Iterator


def batches(items: list[int], size: int) -> Iterator[list[int]]:
    if size < 1:
        raise ValueError("a batch holds at least one item")
    for start in range(0, len(items), size):
        yield items[start : start + size]
