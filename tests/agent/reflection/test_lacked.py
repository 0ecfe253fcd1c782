"""What methods use of their object that only subclasses or sibling bases have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.agent.describing import classes

Described = Callable[..., Any]
SOURCE = """
class Base:
    def __init__(self):
        self.seen = []

class Walker(Base):
    DEPTH = 3
    def __init__(self):
        super().__init__()
        self.total = 0
        if self.lang:
            self.total += 1
    def walk(self, nodes, start):
        self.found = self.config["kinds"]
        self.seen.append(self.DEPTH)
        for node in self.parts_of(nodes, start + 1):
            self.visit(node.name, strict=True)
        return self.walk(nodes, self.total)
    async def load(self):
        await self.fetch(1, *self.seen)
    @classmethod
    def suits(cls, name):
        return cls.suffix_of(name)
    def stop(self):
        self.visit("end")
        return self.__class__, self.__hidden
"""


def test_what_methods_use_and_the_class_does_not_have_is_lacked(described: Described) -> None:
    lacked = {entry["name"]: entry for entry in classes(described(SOURCE))["Walker"]["lacked"]}

    assert sorted(lacked) == ["config", "fetch", "lang", "parts_of", "suffix_of", "visit"]
    assert "['kinds']" in lacked["config"]["uses"]
    assert "()" not in lacked["lang"]["uses"]
    assert "()" in lacked["suffix_of"]["uses"]
    assert {"()", "await()"} <= set(lacked["fetch"]["uses"])


def test_what_a_method_sets_is_set_later_unless_the_constructor_needs_it(described: Described) -> None:
    source = """
class Client:
    def __init__(self):
        self.label = self.lang
    def connect(self):
        self.socket = object()
        self.lang = "de"
    def send(self, text):
        self.socket.send(text, self.level)
"""
    lacked = {entry["name"]: entry for entry in classes(described(source))["Client"]["lacked"]}

    assert {name: entry["is_set_later"] for name, entry in lacked.items()} == {
        "lang": False,
        "socket": True,
        "level": False,
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("parts_of", ["nodes", "value"]),
        ("visit", ["name", "strict=None"]),
        ("fetch", ["*args", "**kwargs"]),
        ("config", []),
        ("suffix_of", ["name"]),
    ],
)
def test_what_is_called_has_parameters_for_all_of_its_calls(
    described: Described, name: str, expected: list[str]
) -> None:
    lacked = {entry["name"]: entry for entry in classes(described(SOURCE))["Walker"]["lacked"]}

    assert lacked[name]["parameters"] == expected


def test_fields_of_a_dataclass_and_what_a_metaclass_may_bring_are_not_lacked(described: Described) -> None:
    source = """
from dataclasses import dataclass

@dataclass
class Point:
    x: int
    def shown(self):
        return self.x, self.label

class Meta(type):
    pass

class Model(metaclass=Meta):
    def shown(self):
        return self.fields
"""
    known = classes(described(source))

    assert [entry["name"] for entry in known["Point"]["lacked"]] == ["label"]
    assert known["Model"]["lacked"] == []


def test_a_class_that_is_whole_lacks_nothing(described: Described) -> None:
    assert classes(described(SOURCE))["Base"]["lacked"] == []
