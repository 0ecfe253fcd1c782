"""Lines of a text, counted as the editor and the parser count them."""

from __future__ import annotations

import bisect
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def split_lines(text: str) -> list[str]:
    """Split a text into lines as the editor and the parser count them, with their line ends."""
    return _LINE.findall(text)


def plain_lines(text: str) -> list[str]:
    """Split a text into lines without line ends, which the editor and the disk may write differently."""
    return [line.rstrip("\r\n") for line in split_lines(text)]


def shortened(text: str, longest: int) -> str:
    """Put a text on one line of at most `longest` characters, with an ellipsis where it is cut."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def unchanged_lines(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Map the lines (from 1) that are still there after changes to their line numbers then.

    As in a patience diff, lines that occur once in both texts and in the same order stay, and so do the
    equal lines next to these, and to the ends of the texts.
    """
    found: dict[int, int] = {}
    ends = _Gap(0, len(before), 0, len(after))
    outer = dict(_next_to(ends, before, after))
    found.update(outer)
    head = next((at for at in range(len(before)) if at not in outer), len(before))
    tail = len(outer) - head
    middle = _Gap(head, len(before) - tail, head, len(after) - tail)
    anchors = _anchors(middle, before, after)
    found.update(anchors)
    for (first, then), (last, until) in itertools.pairwise(
        [(middle.start - 1, middle.then - 1), *anchors, (middle.end, middle.until)]
    ):
        found.update(_next_to(_Gap(first + 1, last, then + 1, until), before, after))
    return {line + 1: now + 1 for line, now in sorted(found.items())}


class _Gap(NamedTuple):
    """The lines (from 0) between two that stay: `start` up to `end`, and now `then` up to `until`."""

    start: int
    end: int
    then: int
    until: int


def _next_to(gap: _Gap, before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the equal lines at the beginning of a gap, and those at its end."""
    start, end, then, until = gap
    while start < end and then < until and before[start] == after[then]:
        yield start, then
        start, then = start + 1, then + 1
    while start < end and then < until and before[end - 1] == after[until - 1]:
        end, until = end - 1, until - 1
        yield end, until


def _anchors(gap: _Gap, before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Find the longest sequence of lines that occur once in a gap, before and now, in the same order."""
    was, now = Counter(before[gap.start : gap.end]), Counter(after[gap.then : gap.until])
    places = {after[at]: at for at in range(gap.then, gap.until) if now[after[at]] == 1}
    once = [
        (at, places[before[at]])
        for at in range(gap.start, gap.end)
        if was[before[at]] == 1 and before[at] in places
    ]
    return _rising(once)


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Find a longest subsequence whose second numbers rise."""
    lowest: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for place, (_, value) in enumerate(pairs):
        length = bisect.bisect_left(lowest, value)
        previous.append(last[length - 1] if length else -1)
        if length == len(lowest):
            lowest.append(value)
            last.append(place)
        else:
            lowest[length], last[length] = value, place
    found = []
    place = last[-1] if last else -1
    while place >= 0:
        found.append(pairs[place])
        place = previous[place]
    return found[::-1]
