"""Replacement of default arguments: functions keep the object from before a test replaced its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import function_in, is_class, is_function


def exchange_defaults(modules: Iterable[ModuleType], others: Mapping[int, Any]) -> None:
    """Exchange defaults of functions and methods; `others` has what takes their place, by their ids."""
    for module in modules:
        for function in _functions(module):
            if function.__defaults__:
                function.__defaults__ = tuple(others.get(id(value), value) for value in function.__defaults__)
            if named := function.__kwdefaults__:
                function.__kwdefaults__ = {
                    name: others.get(id(value), value) for name, value in named.items()
                }


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """Yield the functions that a module and its classes define, including nested classes.

    Classes may refer to each other, so each is visited once.
    """
    holders: list[Any] = [module]
    seen: set[int] = set()
    while holders:
        for entry in list(vars(holders.pop()).values()):
            value = function_in(entry)
            if is_function(value) and home_of(value) == module.__name__:
                yield value
            elif is_class(value) and home_of(value) == module.__name__ and id(value) not in seen:
                seen.add(id(value))
                holders.append(value)
