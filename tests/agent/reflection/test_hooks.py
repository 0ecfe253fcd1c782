"""What the description says about classes that tests may define."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.agent.describing import callables, classes, short

Described = Callable[..., Any]


def test_a_hook_for_subclasses_is_told_with_its_keywords_and_what_it_reads(described: Described) -> None:
    known = callables(
        described(
            """
class Plugin:
    label = ""
    registry = {}
    def __init_subclass__(cls, *, key: str, final=False, **rest):
        if cls.label and final:
            cls.registry[key] = cls
        cls.tag = getattr(cls, "title", None)
"""
        )
    )["Plugin.__init_subclass__"]

    assert (known["kind"], known["owner"].partition(":")[2]) == ("definition", "Plugin")
    assert [(p["name"], p["kind"], short(p["type"])) for p in known["parameters"]] == [
        ("key", "keyword", "str"),
        ("final", "keyword", "any"),
    ]
    assert set(known["reads"]) == {"label", "title"}


def test_a_metaclass_is_no_constructor_but_defines_classes(described: Described) -> None:
    description = described(
        """
class Meta(type):
    def __new__(mcs, name, bases, body, table=None):
        cls = super().__new__(mcs, name, bases, body)
        if "label" in body or cls.deep:
            cls.title = body["title"]
        return cls
class Plain(type):
    pass
class Model(metaclass=Meta):
    deep = title = 1
class Open(abc.ABC):
    pass
"""
    )
    known = callables(description)

    assert {name: known[name]["kind"] for name in ("Meta", "Plain")} == dict.fromkeys(
        ("Meta", "Plain"), "definition"
    )
    assert [p["name"] for p in known["Meta"]["parameters"]] == ["table"]
    assert {name: kind["metaclass"].partition(":")[2] for name, kind in classes(description).items()} == {
        "Meta": "",
        "Plain": "",
        "Model": "Meta",
        "Open": "",
    }
    assert set(known["Meta"]["reads"]) == {"title", "label", "deep"}


def test_what_a_subclass_has_to_add_is_told_in_the_order_of_the_source(described: Described) -> None:
    known = classes(
        described(
            """
class Shape(abc.ABC):
    @abc.abstractmethod
    def scaled(self, factor=1.5, *, deep=False) -> Shape: ...
    @property
    @abc.abstractmethod
    def area(self) -> float: ...
class Reader(Protocol):
    async def read(self, size: int, /) -> bytes: ...
class Task:
    def __init__(self): raise NotImplementedError
    def run(self, times=2):
        '''Do it.'''
        raise NotImplementedError("run")
    @property
    def label(self): raise NotImplementedError
    def go(self):
        self.run()
        raise NotImplementedError
class Running(Task):
    def run(self, times=2): pass
class Square(Shape):
    area = 1.5
    def scaled(self, factor=1.5, *, deep=False): return self
"""
        )
    )

    assert [(m["name"], m["kind"], m["parameters"]) for m in known["Shape"]["missing"]] == [
        ("scaled", "method", ["factor=1.5", "*", "deep=False"]),
        ("area", "property", []),
    ]
    assert [(m["name"], m["parameters"], m["is_coroutine"]) for m in known["Reader"]["missing"]] == [
        ("read", ["size", "/"], True)
    ]
    assert known["Square"]["missing"] == []
    assert [m["name"] for m in known["Task"]["missing"]] == ["run", "label"]
    assert [m["name"] for m in known["Running"]["missing"]] == ["label"]


def test_what_functions_of_dataclasses_look_at_is_told(described: Described) -> None:
    known = callables(
        described(
            """
def names(kind):
    return [field.name for field in dataclasses.fields(kind)]
"""
        )
    )

    assert "<dataclass>" in known["names"]["parameters"][0]["uses"]
