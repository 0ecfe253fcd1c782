"""What lenses cost, counted in what it costs to parse their file: tests/quality has the milliseconds."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable

from testloom.lsp.code_lenses.lenses import code_lenses
from testloom.lsp.options import LENSES
from testloom.lsp.places.outline import outline_of
from testloom.lsp.places.spots import Page

MOST = 10
"""How many times as long as parsing may finding the lenses of a file take, parsing included; 4 are usual."""
FUNCTION = """\
def f{0}(a, b):
    if a > b:
        return a
    for x in range(b):
        a += x
    return a


"""
TEXT = "".join(FUNCTION.format(number) for number in range(250))


def test_the_lenses_of_a_long_file_cost_a_few_times_what_parsing_it_costs() -> None:
    assert _seconds(_lenses) < MOST * _seconds(lambda: ast.parse(TEXT))


def _lenses() -> None:
    outline = outline_of(TEXT)
    assert outline is not None
    assert len(code_lenses(Page("file:///long.py", outline), LENSES)) == 250


def _seconds(act: Callable[[], object]) -> float:
    """Of this process alone, whatever else the machine does."""
    taken = []
    for _ in range(5):
        start = time.process_time()
        act()
        taken.append(time.process_time() - start)
    return min(taken)
