"""What of a file changes by itself."""

from __future__ import annotations

import pytest

from testloom.affected.blocks import MODULE, blocks_of

BEFORE = """\
RATE = 2

def total(prices, rate=RATE):
    def one(price):
        return price * rate
    return sum(map(one, prices))

class Cart:
    limit = 3

    def full(self):
        return limit
"""


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("return price * rate", "return rate * price", {"total"}),
        ("return limit", "return self.limit", {"Cart.full"}),
        ("limit = 3", "limit = 4", {MODULE}),
        ("rate=RATE", "rate=3", {MODULE}),
        ("return limit", "# how many\n        return (limit)", set()),
        ("return limit", "'''How many.'''\n        return limit", {"Cart.full"}),
        ("RATE = 2", "RATE = 2\n\ndef new():\n    return 1", {MODULE, "new"}),
    ],
)
def test_a_change_is_one_of_the_part_that_it_is_in(old: str, new: str, changed: set[str]) -> None:
    before, after = blocks_of(BEFORE).digests, blocks_of(BEFORE.replace(old, new)).digests

    assert {name for name in {*before, *after} if before.get(name) != after.get(name)} == changed


def test_what_a_command_is_decorated_with_sees_its_docstring_as_the_module_is_imported() -> None:
    text = "@command\ndef insert():\n    'Insert a row.'\n    return 1\n"
    before, after = blocks_of(text).digests, blocks_of(text.replace("a row", "rows")).digests

    assert before["insert"] == after["insert"]
    assert before[MODULE] != after[MODULE]


def test_a_line_belongs_to_the_outermost_function_or_to_the_module() -> None:
    blocks = blocks_of(BEFORE)

    assert [blocks.at(line) for line in (1, 3, 4, 5, 6, 9, 12)] == [
        *(MODULE, MODULE),
        *("total", "total", "total"),
        *(MODULE, "Cart.full"),
    ]


def test_functions_of_the_same_name_are_one_part() -> None:
    text = "def f(): return 1\ndef f(): return 2\n"

    assert set(blocks_of(text).digests) == {MODULE, "f"}
    assert blocks_of(text).digests["f"] != blocks_of(text.replace("1", "3")).digests["f"]


def test_a_test_is_no_part_of_the_code_around_it_unless_its_class_inherits_tests() -> None:
    text = "class TestCart(Base):\n    pass\n\nclass TestShop:\n    x = 1\n"
    new = text + "    @mark\n    def test_new(self): pass\n\n@mark\ndef test_it(): pass\n"
    inheriting = text.replace("pass", "def test_new(self): pass")

    def module_of(text: str) -> str:
        return blocks_of(text, is_test=True).digests[MODULE]

    assert module_of(new) == module_of(text) != module_of(inheriting)
    changed = blocks_of(new.replace("@mark", "@other"), is_test=True).digests
    assert changed["test_it"] != blocks_of(new, is_test=True).digests["test_it"]
