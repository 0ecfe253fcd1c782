"""Which inherited methods tests may call."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables

pytestmark = pytest.mark.usefixtures("own_modules")

FEW = """
class Base:
    def run(self):
        pass
    def _private(self):
        pass
"""
MANY = "\n".join(
    [
        "class Base:",
        "    def fill(self, rule):\n        self.rule = rule",
        "    def visit(self):\n        return self.visit_name()",
        "    def look_up(self, key):\n        return self.table[key]",
        *(f"    def other_{number}(self):\n        return self.number" for number in range(12)),
    ]
)
OWN = """
from base_module import Base

class Own(Base):
    def __init__(self):
        self.table = {}
        self.table.update(name=self.visit_name)
    def visit_name(self):
        return self.rule
"""


def inherited(description: Any) -> set[str]:
    names = (name for name in callables(description) if name.startswith("Own."))
    return {name.removeprefix("Own.") for name in names} - {"visit_name"}


def test_a_handful_of_inherited_methods_are_all_called(described: Any) -> None:
    assert inherited(described(OWN, base_module=FEW)) == {"run"}


def test_of_more_those_are_that_lead_to_what_the_class_has_or_prepare_it(described: Any) -> None:
    assert inherited(described(OWN, base_module=MANY)) == {"fill", "visit", "look_up"}


TEMPLATE = """
class Node:
    def serialize(self):
        return self._pieces()
    def describe(self):
        return "a node"
    def _pieces(self):
        raise NotImplementedError

class Leaf(Node):
    def _pieces(self):
        return ["leaf"]

class Plain(Node):
    pass
"""


def test_a_template_method_of_the_module_is_called_for_what_is_private_in_a_subclass(described: Any) -> None:
    names = set(callables(described(TEMPLATE)))
    assert {name for name in names if name.startswith("Leaf.")} == {"Leaf.serialize", "Leaf._pieces"}
    assert not {name for name in names if name.startswith("Plain.")}


def test_what_is_private_is_called_through_a_few_template_methods_only(described: Any) -> None:
    ways = "".join(f"    def way_{number}(self):\n        return self._pieces()\n" for number in range(9))
    text = f"class Node:\n{ways}class Leaf(Node):\n    def _pieces(self):\n        return 1\n"
    assert len([name for name in callables(described(text)) if name.startswith("Leaf.way_")]) == 3


HOOKS = """
class Base:
    def __call__(self):
        return self._guarded()
    def __len__(self):
        return 1
    def _guarded(self):
        return self._main()
    def _main(self):
        raise NotImplementedError
"""
HOOKED = """
from base_module import Base

class Own(Base):
    def _main(self):
        return self._result()
    def _result(self):
        return 1
"""


def test_what_is_private_is_called_through_special_and_private_methods_of_bases(described: Any) -> None:
    found = callables(described(HOOKED, base_module=HOOKS))

    assert {name for name in found if name.startswith("Own.")} == {"Own.__call__", "Own._main", "Own._result"}
    assert [name for name, _ in found["Own.__call__"]["private_calls"]] == ["._guarded", "._main", "._result"]


def test_methods_through_which_nothing_private_of_the_class_is_called_stay_with_their_bases(
    described: Any,
) -> None:
    plain = HOOKED.replace("_main", "main").replace("_result", "result")
    names = callables(described(plain, base_module=HOOKS))
    assert "Own.__call__" not in names
