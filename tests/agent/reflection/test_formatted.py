"""What code writes as a number is one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables


def uses(description: Any) -> dict[str, list[str]]:
    entry = callables(description)["show"]
    return {parameter["name"]: parameter["uses"] for parameter in entry["parameters"]}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('"%d%% of %s, %5.2f" % (a, b, c)', {"a": ["isinstance:int"], "b": [], "c": ["isinstance:float"]}),
        ('"%x" % a', {"a": ["isinstance:int"], "b": [], "c": []}),
        ('"%(b)s %(a)03d" % {"a": a, "b": b}', {"a": ["isinstance:int"], "b": [], "c": []}),
        ('"%*d %s" % (a, b, c)', {"a": [], "b": [], "c": []}),
        ('f"{a:>8,.2f} {b:%Y-%m-%d} {c:>{a}}"', {"a": ["isinstance:float"], "b": [], "c": []}),
        (
            '"{:x} {c:.1%} {}".format(a, b, c=c)',
            {"a": ["isinstance:int"], "b": [], "c": ["isinstance:float"]},
        ),
        ('"{1:d} {0}".format(a, b)', {"a": [], "b": ["isinstance:int"], "c": []}),
        ('"%d of %d" % a', {"a": [], "b": [], "c": []}),
        ('"%s %d %d" % (a, *b, c)', {"a": [], "b": ["for"], "c": []}),
        ('"{:d} {:d}".format(*a, b)', {"a": ["for"], "b": [], "c": []}),
        ('"{:{}} {:d}".format(a, b, c)', {"a": [], "b": [], "c": []}),
        ('"{".format(a)', {"a": [], "b": [], "c": []}),
        ("a % b", {"a": ["%"], "b": ["%"], "c": []}),
    ],
)
def test_formats_tell_what_numbers_are(described: Any, body: str, expected: dict[str, list[str]]) -> None:
    assert uses(described(f"def show(a, b, c):\n    return {body}\n")) == expected


def test_what_a_method_writes_as_a_number_is_one_for_the_constructor(described: Any) -> None:
    source = """
class Level:
    def __init__(self, number, name):
        self._number = number
        self._name = name

    def __repr__(self):
        return "(%d, %s)" % (self._number, self._name)
"""
    number, name = callables(described(source))["Level"]["parameters"]

    assert [kind["name"] for kind in number["type"]["args"]] == ["int", "any"]
    assert name["type"]["name"] == "any"
