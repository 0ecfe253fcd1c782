"""Print how long the lenses of a long file take after an edit, with what tests reach of it known.

python -m tests.quality.lenses [--lines N]
"""

from __future__ import annotations

import argparse
import statistics
import time
from itertools import islice

from testloom.lsp.code_lenses.lenses import code_lenses, resolved
from testloom.lsp.options import LENSES
from testloom.lsp.places.outlines import Outlines
from testloom.lsp.places.spots import Page
from testloom.model.progress.reach import Reach
from testloom.model.texts.lines import split_lines, unchanged_lines

MOST_MILLISECONDS = 150.0
SHOWN = 50
"""Lenses that a screen shows at once."""
ROUNDS = 20
URI = "file:///long.py"
FUNCTION = """\
def function_{0}(first, second):
    if first > second:
        raise ValueError(first)
    match first:
        case int():
            return second
        case str() if second:
            return first
    try:
        for number in range(second):
            first += number
    except (TypeError, OverflowError):
        return None
    return first


"""

HEIGHT = FUNCTION.count("\n")


def main() -> int:
    """Run the benchmark; exit 1 if an edit costs more than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=2_000)
    options = parser.parse_args()

    text = "".join(FUNCTION.format(number) for number in range(options.lines // HEIGHT))
    reach = half_reached(text)
    outlines = Outlines()
    outlines.of(URI, 0, text)
    times = [_milliseconds(text, reach, outlines, number) for number in range(1, ROUNDS + 1)]
    print(f"{len(split_lines(text))} lines: {statistics.median(times):.1f} ms, at most {max(times):.1f} ms")
    return 0 if statistics.median(times) <= MOST_MILLISECONDS else 1


def half_reached(text: str) -> Reach:
    """A reach: every function is entered, its first condition is false, and its loop is never left."""
    lines, branches = {}, {}
    test = frozenset({"test_all"})
    for start in range(1, len(split_lines(text)), HEIGHT):
        reached = {1, 2, 4, 5, 7, 9, 10, 11}
        lines.update({start - 1 + at: test if at in reached else frozenset() for at in range(1, 15)})
        for source, end in ((2, 3), (2, 4), (5, 6), (5, 7), (7, 8), (7, 9), (10, 11), (10, 14)):
            branches[start - 1 + source, start - 1 + end] = test if end in reached else frozenset()
    return Reach(lines, branches)


def _milliseconds(text: str, reach: Reach, outlines: Outlines, number: int) -> float:
    """From an edit at the end of the text to what is said by the lenses that a screen shows."""
    edited = f"{text}# {number}\n"
    start = time.perf_counter()
    moved = reach.moved(unchanged_lines(split_lines(text), split_lines(edited)))
    page = Page(URI, outlines.of(URI, number, edited), moved)
    shown = [resolved(lens, page) for lens in islice(code_lenses(page, LENSES), SHOWN)]
    seconds = time.perf_counter() - start
    assert all(lens.command is not None for lens in shown)
    return seconds * 1000


if __name__ == "__main__":
    raise SystemExit(main())
