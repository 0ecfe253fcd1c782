"""What lenses say of a class or function."""

from __future__ import annotations

from testloom.lsp.places.outline import outline_of
from testloom.lsp.places.spots import Page, Spot, title_of
from testloom.model.progress.reach import Reach

TEXT = """\
def f(a):
    if a:
        return 1
    return 2
    print(a)
"""
ANY = frozenset({"test"})
TAKEN = {(2, 3): ANY, (2, 4): ANY}


def test_a_function_counts_its_branches_while_some_are_missing_and_then_its_lines() -> None:
    none: frozenset[str] = frozenset()

    assert _title(Reach({2: ANY, 3: ANY, 4: none, 5: none}, {**TAKEN, (2, 4): none})).endswith(
        "1 of 2 branches"
    )
    assert _title(Reach({2: ANY, 3: ANY, 4: ANY, 5: none}, TAKEN)).endswith("3 of 4 lines")
    assert _title(Reach({5: none}, {})).endswith("0 of 1 line")
    assert _title(Reach({2: ANY, 3: ANY, 4: none}, {(2, 4): none})).endswith("0 of 1 branch")
    assert _title(Reach({2: ANY, 3: ANY, 4: ANY, 5: ANY}, TAKEN)) == "Generate tests"


def _title(reach: Reach) -> str:
    outline = outline_of(TEXT)
    assert outline is not None
    return title_of(Spot("functions", 0), Page("file:///f.py", outline, reach))
