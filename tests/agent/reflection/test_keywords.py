"""What functions do with the keywords that others hand on to them is done with those of the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.agent.describing import callables

Described = Callable[..., Any]
SOURCE = """
class Field:
    def __init__(self, label, **kwargs):
        self.label = label
        self.help = kwargs.pop("help", "")

    def described(self):
        return self.help.strip()

class Number(Field):
    def __init__(self, label, *, lowest=0, **kwargs):
        self.bound = kwargs.pop("bound")
        super().__init__(label, **kwargs)

class Bounded(Number):
    def clean(self, value):
        return value < self.bound

def drawn(values, mapping):
    return lines(values, 3, mark="*", **mapping)

def placed(values, mapping):
    return lines(*values, mark="*", **mapping)

def lines(values, width, mark="-", label: str = None, joined=False, **rest):
    return label.upper(), joined, rest["top"]
"""


def keywords(described: Described, name: str) -> set[str]:
    """The uses of what takes the keywords of a callable."""
    [taker] = [p for p in callables(described(SOURCE))[name]["parameters"] if p["kind"] == "kwargs"]
    return set(taker["uses"])


def test_what_is_spread_says_what_those_do_with_it_who_take_it_by_name(described: Described) -> None:
    uses = set(callables(described(SOURCE))["drawn"]["parameters"][1]["uses"])

    assert {"['label']", "['label']upper", "['label']isinstance:str", "['joined']isinstance:bool"} <= uses
    assert "['top']" in uses
    assert not {"['width']", "['mark']", "['values']"} & uses


def test_of_places_behind_a_list_nobody_knows_which_are_taken(described: Described) -> None:
    uses = set(callables(described(SOURCE))["placed"]["parameters"][1]["uses"])

    assert {"['values']", "['width']", "['label']"} <= uses
    assert "['mark']" not in uses


@pytest.mark.parametrize("name", ["Field", "Number", "Bounded"])
def test_keywords_are_followed_to_the_constructors_of_bases(described: Described, name: str) -> None:
    assert {"['help']", "['help']isinstance:str"} <= keywords(described, name)


def test_attributes_with_what_was_looked_up_tell_what_is_done_with_it(described: Described) -> None:
    uses = keywords(described, "Bounded")

    assert {"['bound']<", "['help']strip"} <= uses
