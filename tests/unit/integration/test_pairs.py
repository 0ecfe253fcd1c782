"""Which pairs are worth testing together."""

from pathlib import Path

import pytest

from testloom.integration import find_unit, own_pairs_of, pairs_at, pairs_of, units_in
from testloom.model.errors import UsageError
from tests.unit.integration.projects import Project

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": """
        from shop.stock import Stock
        from shop.prices import price, rounded

        class Cart:
            def __init__(self, stock: Stock):
                self.stock = stock

            def add(self, name, count):
                if count > 0:
                    self.stock.take(name, count)
                    price(name)
                return rounded(count)
        """,
    "shop/stock.py": """
        class Stock:
            def take(self, name, count):
                if name not in self.items:
                    raise KeyError(name)
                if self.items[name] < count:
                    raise ValueError(count)
                self.items[name] -= count
        """,
    "shop/prices.py": """
        def price(name):
            return 3 if name else 4

        def rounded(count):
            return count
        """,
}


def test_callees_are_ranked_by_complexity_and_coupled_branches(tmp_path: Path) -> None:
    project = Project(tmp_path, FILES)
    module = project.sources.module("shop.cart")
    assert module is not None
    [cart] = units_in(module, project.resolver)

    found = pairs_of(cart)

    assert [(known.callee.id, len(known.branches)) for known in found] == [
        ("shop.stock:Stock", 4),
        ("shop.prices", 2),
    ]


BIG_CART = """
        from shop.cart import Cart

        class BigCart(Cart):
            def __init__(self, stock):
                super().__init__(stock)

        class Crate(Cart):
            def fill(self, name):
                super().add(name, 100)

        class Bag(Cart):
            def fill(self, names):
                for name in names:
                    self.add(name, 1)

        class Box(Cart):
            def fill(self, name):
                if name:
                    self.put(name)

        class Sack(Cart):
            def fill(self, name):
                if name:
                    self.stock.take(name, 1)
        """


def test_pairs_of_a_base_class_are_not_those_of_a_class_that_only_calls_its_methods(tmp_path: Path) -> None:
    put = "\n            def put(self, name):\n                self.stock.take(name, 1)\n"
    files = {**FILES, "shop/cart.py": FILES["shop/cart.py"] + put, "shop/big.py": BIG_CART}
    project = Project(tmp_path, files)
    module = project.sources.module("shop.big")
    assert module is not None
    big, crate, bag, *deciding = units_in(module, project.resolver)

    for unit in (big, crate, bag):
        assert pairs_of(unit) and not own_pairs_of(unit)
    for unit in deciding:
        assert [known.callee.id for known in own_pairs_of(unit) if known.branches] == ["shop.stock:Stock"]


def test_a_call_on_a_line_belongs_to_the_class_that_defines_it(tmp_path: Path) -> None:
    subclass = "\n\n        class BigCart(Cart):\n            pass\n"
    project = Project(tmp_path, {**FILES, "shop/cart.py": FILES["shop/cart.py"] + subclass})
    module = project.sources.module("shop.cart")
    assert module is not None
    line = next(
        number for number, text in enumerate(module.file.read_text().split("\n"), 1) if ".take(" in text
    )

    assert [known.caller.id for known in pairs_at(module, line, project.resolver)] == ["shop.cart:Cart"]


def test_a_trivial_pair_comes_last_with_a_reason(tmp_path: Path) -> None:
    project = Project(
        tmp_path, {**FILES, "shop/prices.py": "def price(name): return 3\ndef rounded(x): return x"}
    )
    module = project.sources.module("shop.cart")
    assert module is not None

    *_, last = pairs_of(find_unit(module, "Cart", project.resolver))

    assert last.callee.id == "shop.prices"
    assert "has no conditions" in last.reason


@pytest.mark.parametrize(
    ("qualname", "message"),
    [
        ("Basket", "has no 'Basket'. It contains Cart."),
        (None, "no functions outside classes. Pass one of its classes"),
    ],
)
def test_a_unit_that_is_not_there_is_a_wrong_use(tmp_path: Path, qualname: str | None, message: str) -> None:
    project = Project(tmp_path, FILES)
    module = project.sources.module("shop.cart")
    assert module is not None

    with pytest.raises(UsageError) as error:
        find_unit(module, qualname, project.resolver)

    assert message in str(error.value)
