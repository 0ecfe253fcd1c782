"""What leads back to itself, has no end, or lies very deep is described like anything else."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any
from unittest import mock

import pytest

from testloom.execution import Agent
from testloom_agent.wrapped import unwrapped
from tests.agent.describing import callables, classes, short

pytestmark = pytest.mark.usefixtures("own_modules")
ECHO = """
class Echo:
    __slots__ = ()
    def __getattr__(self, name): return self
    def __call__(self, *args): return self
    def __iter__(self):
        while True: yield self
echo = Echo()
"""
"""Objects that have whatever they are asked for."""


def function() -> None:
    """Stands for one of the subject."""


def wrapper_of(wrapped: Any) -> FunctionType:
    def wrapper() -> None: ...

    vars(wrapper)["__wrapped__"] = wrapped
    assert isinstance(wrapper, FunctionType)
    return wrapper


def test_the_last_of_what_wrappers_stand_for_is_behind_them_all() -> None:
    assert unwrapped(function) is function
    assert unwrapped(functools.lru_cache(wrapper_of(wrapper_of(function)))) is function


def test_a_wrapper_of_what_has_no_last_stands_for_itself() -> None:
    itself, one = wrapper_of(None), wrapper_of(None)
    vars(itself)["__wrapped__"] = itself
    vars(one)["__wrapped__"] = other = wrapper_of(one)
    endless = wrapper_of(mock.call)

    for wrapper in (itself, one, other, endless):
        assert unwrapped(wrapper) is wrapper


def test_nothing_is_known_behind_what_raises_when_it_is_asked() -> None:
    class Proxy:
        def __getattr__(self, name: str) -> object:
            raise RuntimeError(name)

    proxy = Proxy()

    assert unwrapped(wrapper_of(proxy)) is proxy


def test_a_module_with_all_of_it_is_described(agent_of: Callable[[str], Agent]) -> None:
    description = agent_of("cycles").description
    entries, kinds = callables(description), classes(description)

    assert description["skipped"] == []
    assert {name: kinds[name]["bases"] for name in ("Left", "Right", "Again")} == {
        "Left": [],
        "Right": [],
        "Again": ["cycles:Again"],
    }
    assert kinds["Registered"]["metaclass"] == "cycles:Registry"
    assert {name: short(entries[name]["returns"]) for name in ("looped", "forth", "Left.turn")} == {
        "looped": "int",
        "forth": "int",
        "Left.turn": "cycles:Right",
    }
    assert "list" in short(entries["leaves"]["parameters"][1]["type"])


@pytest.mark.parametrize(
    "loop",
    [
        "double.__wrapped__ = double",
        "def other(): ...\ndouble.__wrapped__, other.__wrapped__ = other, double",
        f"{ECHO}double.__wrapped__ = echo",
        "from unittest import mock\ndouble.__wrapped__ = mock.call",
    ],
    ids=["itself", "each other", "an object that has everything", "an object that has ever more"],
)
def test_a_function_that_wraps_without_end_is_described_as_it_is(described: Any, loop: str) -> None:
    description = described(f"def double(number: int, by: int = 2) -> int:\n    return number * by\n{loop}\n")

    entry = callables(description)["double"]
    assert description["skipped"] == []
    assert [(p["name"], short(p["type"]), p["has_default"]) for p in entry["parameters"]] == [
        ("number", "int", False),
        ("by", "int", True),
    ]
    assert entry["line"] > 1 and short(entry["returns"]) == "int"


def test_methods_that_wrap_themselves_cost_their_class_nothing(described: Any) -> None:
    description = described(
        """
        class Box:
            def __new__(cls, size: int): return super().__new__(cls)
            def __init__(self, size: int): self._size = size
            def grow(self, by: int) -> int: return by
            def _set(self, size: int): self._size = size
            for method in (__new__, __init__, grow, _set):
                method.__wrapped__ = method
            size = property(lambda self: self._size, _set)
        """
    )

    entries = callables(description)
    assert description["skipped"] == []
    assert [p["name"] for p in entries["Box"]["parameters"]] == ["size"]
    assert [p["name"] for p in entries["Box.grow"]["parameters"]] == ["by"]
    assert short(classes(description)["Box"]["assignable"]["size"]) == "int"


def test_a_class_that_has_whatever_it_is_asked_for_is_described(described: Any) -> None:
    description = described(
        """
        class Meta(type):
            def __getattr__(cls, name): return cls
        class Box(metaclass=Meta):
            def grow(self, by: int) -> int: return by
        """
    )

    assert description["skipped"] == []
    assert {"Box", "Box.grow"} <= callables(description).keys()


def test_classes_are_described_some_way_into_others(described: Any) -> None:
    description = described(
        """
        for _ in range(3_000):
            Link = type("Link", (), {"next": globals().get("Link"), "__module__": __name__})
        class After: ...
        """
    )

    names = classes(description)
    assert description["skipped"] == []
    assert "After" in names and "Link.next.next" in names and len(names) < 20


def test_modules_that_are_objects_without_end_are_passed_over(described: Any) -> None:
    description = described(
        f"import click, random, sys\n{ECHO}"
        "sys.modules['lazy'] = sys.modules['subject_under_test.lazy'] = echo\n"
        "def grow(box): return box.width + box.height\n"
    )

    assert "grow" in callables(description)


def test_a_command_that_runs_itself_is_left_out(described: Any) -> None:
    pytest.importorskip("click")
    description = described(
        "import click\n@click.command()\ndef greet(): ...\ngreet.callback = greet\ndef own(): ...\n"
    )

    assert list(callables(description)) == ["own"]


@pytest.mark.parametrize(
    "source",
    [
        f"def total(x): return {' + '.join(['x'] * 2_000)}",
        f"def total(x): return {'not ' * 900} x",
        "def total(x):\n  if x: pass\n" + "".join(f"  elif x == {n}: return {n}\n" for n in range(900)),
    ],
    ids=["a long sum", "a condition", "a long choice"],
)
def test_source_that_is_nested_deeply_is_described(described: Any, source: str) -> None:
    assert "total" in callables(described(f"{source}\n"))
