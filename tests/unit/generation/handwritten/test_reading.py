"""What handwritten tests do becomes test cases, without running any of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .projects import said


def test_objects_are_built_and_called_as_the_test_does(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        def test_cart():
            cart = Cart("ann", colour=Colour.RED)
            cart.owner = "bob"
            cart.add(3, -4 * 2, note=[1, {"a": (None, b"x")}]).add()
            cart["k"] = {1, 2}
            assert cart["k"] == 1 and len(cart) == 2, "no"
            assert cart.total == 3
            cart.close()
            assert price(shop.LIMIT, day=datetime.date(2024, 2, 29)) == 9
        """,
    )

    assert found == [
        [
            "Cart('ann', colour=shop:Colour.RED)",
            "v0.owner = 'bob'",
            "v0 Cart.add(3, -8, note=list(1, dict('a', tuple(None, b'x'))))",
            "v2 Cart.add()",
            "v0 Cart.__setitem__('k', set(1, 2))",
            "v0 Cart.__getitem__('k')",
            "v0 Cart.__len__()",
            "v0.total",
            "v0 Base.close()",
            "datetime:date(2024, 2, 29)",
            "price(shop:LIMIT, day=v9)",
        ]
    ]


def test_what_cannot_be_said_is_left_out_with_all_that_depends_on_it(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        def test_cart(tmp_path, benchmark):
            cart = Cart("ann")
            mystery = numpy.array([price(1)])
            cart.add(mystery)
            other = Cart(open("x").read())
            other.add(1)
            key = lambda: price(2)
            if mystery:
                cart.add(3)
            cart.add(*[4, 5], **{"six": 6})
        """,
    )

    assert found == [["Cart('ann')", "price(1)", "v0 Cart.add(4, 5, six=6)"]]


def test_what_is_expected_to_raise_ends_a_test_case_of_its_own(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        def test_price():
            cart = Cart("a")
            with pytest.raises(ValueError, match="no"):
                cart.add(1)
                price(2)
            price(3)
        """,
    )

    assert found == [["Cart('a')", "price(3)"], ["Cart('a')", "v0 Cart.add(1)", "price(2)"]]


def test_each_row_of_a_table_is_a_test_case(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        ROWS = [(1, "a"), pytest.param(2, "b", id="two"), unknown()]

        @pytest.mark.parametrize(("amount", "day"), ROWS)
        @pytest.mark.parametrize("kind", [Colour.RED])
        def test_price(amount, day, kind):
            price(kind)
            assert price(amount, day) == amount
        """,
    )

    assert found == [
        ["price(shop:Colour.RED)", "price(1, 'a')"],
        ["price(shop:Colour.RED)", "price(2, 'b')"],
        ["price(shop:Colour.RED)"],
    ]


def test_a_fixture_that_several_others_want_is_made_once(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        @pytest.fixture
        def cart():
            return Cart("ann")

        @pytest.fixture
        def filled(cart):
            cart.add(3)
            return cart

        def test_cart(cart, filled):
            filled.close()
            cart.add(4)
        """,
    )

    assert found == [["Cart('ann')", "v0 Cart.add(3)", "v0 Base.close()", "v0 Cart.add(4)"]]


def test_fixtures_are_followed_also_shared_ones(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        @pytest.fixture
        def full(cart):
            with open("log"):
                yield cart.add(1)
            cart.close()

        def test_full(full):
            assert full.total == 1
        """,
        conftest="""
        @pytest.fixture(name="cart")
        def make_cart(owner):
            return Cart(owner)

        @pytest.fixture
        def owner():
            return "zoe"
        """,
    )

    assert found == [["Cart('zoe')", "v0 Cart.add(1)", "v1.total"]]


def test_functions_of_the_tests_are_followed_unless_they_decide_something(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        def filled(owner, *, size=2):
            cart = Cart(owner)
            for number in range(size):
                cart.add(number)
            return cart

        def either(flag):
            if flag:
                return price(1)
            return price(2)

        def endless():
            return endless()

        def test_filled():
            filled("a").add(9)
            either(True)
            endless()
            for name, value in [("b", 7)]:
                price(value)
        """,
    )

    assert found == [["Cart('a')", "v0 Cart.add(0)", "v0 Cart.add(1)", "v0 Cart.add(9)", "price(7)"]]


def test_classes_of_unittest_are_read_with_their_preparation(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        class CartTest(unittest.TestCase):
            OWNER = "kim"

            def setUp(self):
                self.cart = Cart.of(self.OWNER)

            def test_add(self):
                self.assertEqual(self.cart.add(1).total, 2)
                self.assertRaises(KeyError, self.cart.add, 5)

            async def test_fetch(self):
                assert await fetch("x") == "x"
        """,
    )

    assert found == [
        ["Cart.of('kim')", "v0 Cart.add(1)", "v1.total"],
        ["Cart.of('kim')", "v0 Cart.add(1)", "v1.total", "v0 Cart.add(5)"],
        ["Cart.of('kim')", "fetch('x')"],
    ]


def test_context_managers_of_the_project_are_entered(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        """
        def test_cart(monkeypatch):
            monkeypatch.setenv("HOME_OF", "me")
            with Cart("a") as cart:
                cart.add(1)
                price(2)
        """,
    )

    variable = '["variable",1,"HOME_OF","me"]'
    assert found == [[variable, "Cart('a')", "price(2)"], [variable, "Cart('a')", "with v1"]]


@pytest.mark.parametrize(
    "text",
    [
        "def test_it(:\n    price(1)",
        "def test_it():\n    pass",
        "\0",
        "def test_it():\n    other(price)",
        f"def test_it():\n    assert {'(' * 80}price{')' * 80}.x",
        f"def test_it():\n    price({'-'.join(['x'] * 3000)})",
        "def test_it(" + ", ".join(f"a{n}" for n in range(300)) + "):\n    Cart.nothing.at.all()",
        "@pytest.mark.parametrize()\ndef test_it(a):\n    price.a[a](*a, **a)",
        "class Test:\n    test_it = 3\n    def test_that(*self): self.x.y = self.z = yield",
    ],
)
def test_a_file_that_says_nothing_does_no_harm(tmp_path: Path, text: str) -> None:
    assert said(tmp_path, text, test_other="def test_b():\n    price(1)") == [["price(1)"]]
