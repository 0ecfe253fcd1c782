"""What a subject tells of its callables."""

from __future__ import annotations

from testloom.model.subject import Callable, Subject

BASKET = Callable("shop:Basket", "constructor", "shop:Basket", line=7)
ADD = Callable("shop:Basket.add", "method", "shop:Basket", line=9)
POP = Callable("shop:Basket.pop", "method", "shop:Basket")
SUBJECT = Subject("shop", "shop.py", {each.id: each for each in (BASKET, ADD, POP)})


def test_an_inherited_method_is_at_the_line_of_its_class() -> None:
    assert SUBJECT.line_of(ADD.id) == 9
    assert SUBJECT.line_of(POP.id) == 7


def test_what_is_not_known_is_at_no_line() -> None:
    assert SUBJECT.line_of("shop:nothing") == 0
