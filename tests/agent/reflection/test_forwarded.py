"""What `*args` and `**kwargs` take where a body hands them on as they came."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.agent.describing import callables, short

Described = Callable[..., Any]
BASE = """
class Base:
    def __init__(self, host: str, port: int, *, codec: bytes, retries: int = 0):
        self.host = host
"""


def parameters(described: Described, source: str, name: str) -> list[str]:
    """The parameters of a callable in one line each, in brackets if they may be left out."""
    entries = callables(described(source))[name]["parameters"]
    lines = [f"{entry['kind']} {entry['name']}: {short(entry['type'])}" for entry in entries]
    pairs = zip(lines, entries, strict=True)
    return [f"[{line}]" if entry["has_default"] else line for line, entry in pairs]


@pytest.mark.parametrize(
    ("head", "handed", "expected"),
    [
        (
            "self, *args, **kwargs",
            "*args, **kwargs",
            ["either host: str", "either port: int", "keyword codec: bytes", "[keyword retries: int]"],
        ),
        (
            "self, unit, **kwargs",
            "'localhost', **kwargs",
            ["either unit: any", "keyword port: int", "keyword codec: bytes", "[keyword retries: int]"],
        ),
        (
            "self, retries=1, *args, **kwargs",
            "*args, codec=b'', **kwargs",
            ["[either retries: any]", "keyword host: str", "keyword port: int"],
        ),
        ("self, *args", "*args, codec=b''", ["positional host: str", "positional port: int"]),
    ],
)
def test_a_constructor_takes_what_that_of_its_base_takes_but_for_what_is_given(
    described: Described, head: str, handed: str, expected: list[str]
) -> None:
    source = f"{BASE}\nclass Derived(Base):\n    def __init__({head}):\n        super().__init__({handed})\n"

    assert parameters(described, source, "Derived") == expected


def test_what_is_also_read_otherwise_stays_open(described: Described) -> None:
    source = f"""{BASE}
class Derived(Base):
    def __init__(self, **kwargs):
        self.label = kwargs.pop("label")
        super().__init__("localhost", 1, **kwargs)
"""
    assert parameters(described, source, "Derived") == [
        "keyword codec: bytes",
        "[keyword retries: int]",
        "kwargs kwargs: any",
    ]


def test_a_function_with_two_ways_needs_nothing(described: Described) -> None:
    source = """
def _short(text: str, *, width: int): ...
def _long(text: str): ...
def shown(**options):
    return _short(**options) if options else _long(**options)
"""
    assert parameters(described, source, "shown")[:2] == ["[keyword text: str]", "[keyword width: int]"]


def test_nothing_is_taken_that_would_come_to_the_base_of_all_classes(described: Described) -> None:
    source = """
class Mixin:
    def __init__(self, name, *args, **kwargs):
        super().__init__(*args, **kwargs)
"""
    assert parameters(described, source, "Mixin") == ["either name: any"]


def test_a_function_that_calls_itself_is_followed_once(described: Described) -> None:
    source = """
def repeated(times: int, **options):
    return repeated(times - 1, **options) if times else options
"""
    assert parameters(described, source, "repeated") == ["either times: int", "kwargs options: any"]


def test_keywords_with_parameters_of_their_own_are_not_told_a_second_time(described: Described) -> None:
    source = """
def handing(*args, **options):
    return taking(*args, **options)

def taking(first, second=1, **rest):
    return first.strip() + second.upper() + rest["third"].lower()
"""

    [*_, options] = callables(described(source))["handing"]["parameters"]

    assert options["kind"] == "kwargs"
    assert {use.partition("]")[0] for use in options["uses"] if use.startswith("['")} == {"['third'"}
