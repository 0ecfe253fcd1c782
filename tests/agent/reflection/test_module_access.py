"""What a module finds by its `__getattr__` is described, and read as any attribute is."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.execution.performing.interpreter import Callables
from tests.agent.describing import callables, short

Described = Callable[..., Any]


def test_the_function_that_finds_attributes_of_a_module_gets_a_name(described: Described) -> None:
    known = callables(
        described("LARGEST = 1\ndef __getattr__(attr):\n    return attr\ndef __dir__():\n    return []")
    )

    [parameter] = known["__getattr__"]["parameters"]
    assert (parameter["kind"], short(parameter["type"])) == ("positional", "str")
    assert not known["__getattr__"].get("is_private")
    assert "__dir__" not in known


def test_it_is_called_for_what_the_module_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("renamed")
    vars(module).update(LARGEST=1, __getattr__=lambda name: f"found {name}")
    monkeypatch.setitem(__import__("sys").modules, "renamed", module)

    access = Callables()["renamed:__getattr__"]

    assert (access("LARGEST"), access("MAXIMUM")) == (1, "found MAXIMUM")
