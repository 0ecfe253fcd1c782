"""What functions took as defaults of their parameters is exchanged, too."""

from __future__ import annotations

from types import ModuleType
from typing import Any

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
