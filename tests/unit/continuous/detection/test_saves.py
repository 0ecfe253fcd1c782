from __future__ import annotations

from pathlib import Path

import pytest

from testloom.continuous.detection.saves import changed_names, dependants

SHOP = """\
LIMIT = 3

def price(n):
    return n + LIMIT

class Cart:
    def total(self):
        return price(1)
"""


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("n + LIMIT", "n - LIMIT", ["price"]),
        ("price(1)", "price(2)", ["Cart"]),
        ("LIMIT = 3", "LIMIT = 4", ["price"]),
        ("LIMIT = 3", "LIMIT  =  3  # three", []),
        ("LIMIT = 3", "LIMIT = 3\n\ndef added():\n    return 1", ["added"]),
        ("def price", "def price(", []),
    ],
)
def test_a_save_changes_what_reads_otherwise_and_formatting_changes_nothing(
    old: str, new: str, names: list[str]
) -> None:
    assert changed_names(SHOP, SHOP.replace(old, new)) == names


def test_dependants_are_found_in_the_whole_project(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "till.py").write_text("import shop\n\n\ndef ring():\n    return shop.Cart().total()\n")

    found = dependants(tmp_path, tmp_path / "shop.py", ["price"])

    assert found == {tmp_path / "shop.py": ["Cart"], tmp_path / "till.py": ["ring"]}
