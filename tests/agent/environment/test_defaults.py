"""What functions took as defaults of their parameters is exchanged, too."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from testloom_agent.environment.defaults import exchange_defaults


def module_of(source: str) -> Any:
    module = ModuleType("shop")
    exec(source, vars(module))  # a module as the agent would have loaded it
    return module


def test_defaults_of_functions_and_methods_are_exchanged() -> None:
    shop = module_of(
        "def by_place(a, clock=print): return clock\n"
        "def by_name(*, clock=print, size=3): return clock, size\n"
        "class Shop:\n"
        "    def method(self, clock=print): return clock\n"
        "    @staticmethod\n"
        "    def static(clock=print): return clock\n"
        "    class Inner:\n"
        "        def method(self, clock=print): return clock\n"
    )

    exchange_defaults([shop], {id(print): len})

    assert shop.by_place(1) is len and shop.by_name() == (len, 3)
    assert shop.Shop().method() is len and shop.Shop.static() is len
    assert shop.Shop.Inner().method() is len


def test_functions_of_other_modules_keep_their_defaults() -> None:
    shop, other = module_of("def f(clock=print): return clock"), ModuleType("other")
    vars(other)["f"] = shop.f

    exchange_defaults([other], {id(print): len})

    assert shop.f() is print


@pytest.mark.parametrize(
    "source",
    [
        "A.inverse = A",
        "class B: other = A\nA.other = B",
        "class Meta(type): pass\nclass B(metaclass=Meta): registry = Meta\nMeta.first = B",
        "class B:\n    class Inner: outer = A\nA.inner = B.Inner",
        "Link = A\nfor _ in range(5_000): Link = type('Link', (), {'next': Link, '__module__': __name__})",
    ],
    ids=["itself", "each other", "a metaclass", "an inner class", "a long chain"],
)
def test_classes_that_hold_each_other_are_looked_at_once(source: str) -> None:
    shop = module_of(f"class A:\n    def method(self, clock=print): return clock\n{source}")

    exchange_defaults([shop], {id(print): len})

    assert shop.A().method() is len


def test_what_only_an_attribute_of_a_class_holds_is_exchanged_too() -> None:
    shop = module_of(
        "class A: pass\nclass B:\n    def method(self, clock=print): return clock\nA.b, B.a = B, A\ndel B\n"
    )

    exchange_defaults([shop], {id(print): len})

    assert shop.A.b().method() is len
