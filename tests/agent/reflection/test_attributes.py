"""What is known of the attributes of classes that a test may set."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

import pytest

from testloom_agent.reflection.members.classes import attributes
from tests.agent.describing import classes

pytestmark = pytest.mark.usefixtures("own_modules")


def test_attributes_that_a_test_may_set_have_the_types_that_the_source_gives(described: Any) -> None:
    description = described(
        """
        class Basket:
            limit: int = 3

            def __init__(self, owner: str, stock):
                self.owner = owner
                self.items: list[int] = []
                self.tags = {}
                self.stock, self._hidden = stock, 1

            @property
            def label(self):
                return self._label

            @label.setter
            def label(self, value: str):
                self._label = value

            @property
            def size(self):
                return len(self.items)

            @property
            def weight(self: "Basket"):
                return self._weight

            @weight.setter
            def weight(self: "Basket", value: float) -> None:
                self._weight = value
        """
    )

    assignable = classes(description)["Basket"]["assignable"]

    assert {name: kind["name"] for name, kind in assignable.items()} == {
        "limit": "int",
        "owner": "str",
        "items": "list",
        "tags": "dict",
        "stock": "any",
        "label": "str",
        "weight": "float",
    }
    assert assignable["items"]["args"][0]["name"] == "int"
    assert classes(description)["Basket"]["attributes"] == ["limit", "owner", "items", "tags", "stock"]


def test_the_attributes_of_a_named_tuple_cannot_be_set(described: Any) -> None:
    description = described("Point = collections.namedtuple('Point', 'x y')")

    assert classes(description)["Point"]["attributes"] == ["x", "y"]
    assert classes(description)["Point"]["assignable"] == {}


def test_attributes_with_one_underscore_are_told_apart(described: Any) -> None:
    description = described(
        """
        class Poller:
            def __init__(self):
                self.name, self._limit, self.__key = "", 3, 4
        """
    )

    poller = classes(description)["Poller"]
    assert (poller["attributes"], list(poller["private"])) == (["name"], ["_limit"])


def test_a_method_is_gone_through_once_for_all_classes_that_have_it(
    described: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    walked: Counter[str] = Counter()

    def nodes_of(node: ast.AST) -> Any:
        walked[getattr(node, "name", "")] += 1
        return list(ast.walk(node))

    monkeypatch.setattr(attributes, "nodes_of", nodes_of)
    known = classes(
        described(
            """
            class Base:
                def fill(self):
                    self.level = 1
            class One(Base):
                pass
            class Other(Base):
                pass
            """
        )
    )

    assert all("level" in known[name]["attributes"] for name in ("One", "Other"))
    assert walked["fill"] == 1
