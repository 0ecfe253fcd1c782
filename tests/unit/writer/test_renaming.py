"""A variable gets another name, and nothing else does."""

import pytest

from testloom.writer.syntax.renaming import with_name


@pytest.mark.parametrize(
    ("source", "renamed"),
    [
        ("    the_cart = Cart()\n    add(the_cart, 1)\n", "    cart = Cart()\n    add(cart, 1)\n"),
        ('f("the_cart", the_cart)', 'f("the_cart", cart)'),
        ("other.the_cart(the_cart=the_cart)", "other.the_cart(the_cart=cart)"),
        ('get(f"/{the_cart}/{{the_cart}}/the_cart")', 'get(f"/{cart}/{{the_cart}}/the_cart")'),
        ("x = {the_cart: 1}  # the_cart", "x = {cart: 1}  # the_cart"),
        ("the_carts = 1", "the_carts = 1"),
    ],
)
def test_only_the_variable_is_called_otherwise(source: str, renamed: str) -> None:
    assert with_name(source, "the_cart", "cart") == renamed
