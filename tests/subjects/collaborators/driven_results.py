"""Functions whose results are driven to an end in some cases only."""

import asyncio
from contextlib import nullcontext
from itertools import count, pairwise


def windows(items, size):
    """Overlapping parts of a list: pairs from the library, or a generator of longer ones."""
    if size == 2:
        return pairwise(items)
    return _longer(items, size)


def _longer(items, size):
    for start in range(len(items) - size + 1):
        yield items[start : start + size]


def numbered(items):
    return enumerate(items)


def endless(first):
    return count(first)


def arriving(names, at_once):
    """Names in a list, or one after the other."""
    return list(names) if at_once else _one_by_one(names)


async def _one_by_one(names):
    for name in names:
        yield name


async def in_thread(text):
    return await asyncio.to_thread(text.upper)


class Gate:
    """Open as long as somebody is within."""

    async def __aenter__(self):
        return "within"

    async def __aexit__(self, *raised):
        return None


def gate(later):
    """Something to enter, at once or asynchronously."""
    return Gate() if later else nullcontext("within")
