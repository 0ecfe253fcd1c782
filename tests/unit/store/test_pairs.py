from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.store import Database, PairCoverage, open_store

FILE = Path("/shop/cart.py")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_store(tmp_path / "store.db") as database:
        yield database


def test_the_last_tests_of_a_pair_count(database: Database) -> None:
    pairs = PairCoverage(database)
    pairs.remember(FILE, ("cart:Cart", "stock:Stock"), 3, 8)
    pairs.remember(FILE, ("cart:Cart", "stock:Stock"), 5, 8)
    pairs.remember(FILE, ("cart:Cart", "till:Till"), 1, 2)

    assert pairs.of(FILE) == {("cart:Cart", "stock:Stock"): (5, 8), ("cart:Cart", "till:Till"): (1, 2)}
    assert pairs.of(Path("/shop/stock.py")) == {}
