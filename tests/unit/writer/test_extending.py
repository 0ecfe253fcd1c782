"""What an existing test file imports from a module is extended, in the layout that it has."""

from __future__ import annotations

import libcst as cst
import pytest

from testloom.model.subject import Subject
from testloom.writer import ProjectStyle
from testloom.writer.imports.bindings import Import
from testloom.writer.imports.importing import with_imports

SUBJECT = Subject("shop", "/shop/shop.py")


def _with(text: str, *names: str, length: int = 60) -> str:
    style = ProjectStyle(line_length=length, first_party=frozenset({"shop"}))
    imports = [Import("shop", name) for name in names]
    return with_imports(cst.parse_module(text), imports, SUBJECT, style).code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from shop import Cart, total\n", "from shop import Cart, Item, total\n"),
        ("from shop import (Cart, total)\n", "from shop import (Cart, Item, total)\n"),
        ("from shop import total, Cart  # ours\n", "from shop import total, Cart, Item  # ours\n"),
        (
            "from shop import (\n    Cart,\n    total,\n)\n",
            "from shop import (\n    Cart,\n    Item,\n    total,\n)\n",
        ),
        (
            "from shop import (  # of all\n    Kart,  # of one\n)\n",
            "from shop import (  # of all\n    Item,\n    Kart,  # of one\n)\n",
        ),
        (
            "from shop import (\n  Cart,  # of one\n\n  # of the next\n  Total  # of the last\n)\n",
            "from shop import (\n  Cart,  # of one\n  Item,\n\n  # of the next\n  Total  # of the last\n)\n",
        ),
        (
            "from shop import (\n    Cart  # of the last\n)\n",
            "from shop import (\n    Cart,  # of the last\n    Item\n)\n",
        ),
        (
            "from shop import (Basket, Cart,\n                  Zoo)\n",
            "from shop import (Basket, Cart,\n                  Item, Zoo)\n",
        ),
        (
            "from shop import (Area, Basket,\n                  Zoo, BasketOfBaskets, CartOfBaskets)\n",
            "from shop import (Area, Basket,\n                  Zoo, BasketOfBaskets, CartOfBaskets, Item)\n",
        ),
        (
            "from shop import (Area, Basket,\n                  Zoo, BasketOfBaskets, CartOfManyBaskets)\n",
            "from shop import (Area, Basket,\n                  Zoo, BasketOfBaskets, CartOfManyBaskets,\n"
            "                  Item)\n",
        ),
        (
            "from shop import Basket, BasketOfBaskets, CartOfBaskets, Zoo\n",
            "from shop import (\n    Basket,\n    BasketOfBaskets,\n"
            "    CartOfBaskets,\n    Item,\n    Zoo,\n)\n",
        ),
        ("from shop import Cart as C, total\n", "from shop import Cart as C, Item, total\n"),
    ],
)
def test_a_name_is_put_among_the_others(text: str, expected: str) -> None:
    assert _with(text, "Item") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from shop import Cart as C\n", "from shop import Cart as C\nfrom shop import Item\n"),
        (
            "from shop import Cart\nfrom shop import total\n",
            "from shop import Cart\nfrom shop import total\nfrom shop import Item\n",
        ),
        (
            "from shop import Basket, BasketOfBaskets, CartOfBaskets  # noqa: I001\n",
            "from shop import Basket, BasketOfBaskets, CartOfBaskets  # noqa: I001\nfrom shop import Item\n",
        ),
        ("from shop import *\n", "from shop import *\nfrom shop import Item\n"),
    ],
)
def test_a_statement_of_its_own_is_left_for_what_cannot_stand_there(text: str, expected: str) -> None:
    assert _with(text, "Item") == expected


def test_several_names_end_in_one_statement() -> None:
    text = _with("from shop import BasketOfBaskets, CartOfBaskets\n", "Items", "Zoo", "Area")

    assert text == (
        "from shop import (\n    Area,\n    BasketOfBaskets,\n    CartOfBaskets,\n    Items,\n    Zoo,\n)\n"
    )


def test_lines_end_as_they_do_in_the_file() -> None:
    assert _with("from shop import (\r\n    Cart,\r\n)\r\n", "Item") == (
        "from shop import (\r\n    Cart,\r\n    Item,\r\n)\r\n"
    )
