"""What a search for tests of a pair may replace."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.generation.pairs.pairing import is_foreign
from tests.unit.integration.projects import Project

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": """
        from time import sleep
        from shop.stock import Stock, level

        class Cart:
            def add(self, stock: Stock):
                sleep(1)
                return stock.take(level())
        """,
    "shop/stock.py": """
        def level():
            return 1

        class Stock:
            def take(self, count):
                return count
        """,
}


@pytest.mark.parametrize(
    ("name", "expected"),
    [("sleep", True), ("Stock", False), ("level", False), ("Cart.add", False)],
)
def test_only_what_comes_from_beyond_the_project_may_be_replaced(
    tmp_path: Path, name: str, expected: bool
) -> None:
    caller = Project(tmp_path, FILES).coupling("shop.cart:Cart", "shop.stock:Stock").caller

    assert is_foreign(f"shop.cart:{name}", caller) is expected
    assert not is_foreign(f"shop.stock:{name}", caller)
