"""Keep mutants within bounds, so that each function and each operator gets its share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")

MOST_A_FUNCTION = 60
MOST_A_MODULE = 1_000


def fair_share(sizes: Sequence[int], most: int) -> list[int]:
    """How many of each group to take: the same of all as long as they last, at most `most` together."""
    shares = [0] * len(sizes)
    left, open_ones = most, len(sizes)
    for place in sorted(range(len(sizes)), key=lambda place: (sizes[place], place)):
        shares[place] = min(sizes[place], left // open_ones)
        left, open_ones = left - shares[place], open_ones - 1
    return shares


def spread(items: Sequence[Item], count: int) -> list[Item]:
    """So many of the items, evenly from first to last."""
    return [items[place * len(items) // count] for place in range(count)]


def choose(
    items: Iterable[Item], function_of: Callable[[Item], str], operator_of: Callable[[Item], str]
) -> list[Item]:
    """A selection of the items, in their order, fair to functions, and in each function to operators."""
    items = list(items)
    functions = _grouped(items, function_of)
    sizes = [min(len(group), MOST_A_FUNCTION) for group in functions]
    chosen: set[int] = set()
    for group, count in zip(functions, fair_share(sizes, MOST_A_MODULE), strict=True):
        kinds = _grouped(group, operator_of)
        for kind, share in zip(kinds, fair_share([len(kind) for kind in kinds], count), strict=True):
            chosen.update(id(item) for item in spread(kind, share))
    return [item for item in items if id(item) in chosen]


def _grouped(items: Sequence[Item], key: Callable[[Item], str]) -> list[list[Item]]:
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return list(groups.values())
