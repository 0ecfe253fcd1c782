"""Texts that differ between runs and machines are found out."""

from __future__ import annotations

import pytest

from testloom.model.texts.stability import is_stable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("written to /home/me/shop/shop.db", False),
        ("sqlite:////home/me/shop/shop.db", False),
        ("file:///home/me/shop/index.html", False),
        ("sqlite:///shop.db", True),
        ("http://shop/home/today", True),
        ("http://home/today", True),
        ("a/home/today", True),
        ("<Shop object at 0x7f00>", False),
    ],
)
def test_paths_on_this_machine_are_not_the_same_everywhere(text: str, expected: bool) -> None:
    assert is_stable(text) is expected
