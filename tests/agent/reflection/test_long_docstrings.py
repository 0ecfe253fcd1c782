"""Docstrings of any length are read in a time that grows with their length, not with its square."""

from __future__ import annotations

import pytest

from testloom_agent.reflection.bodies.raises import raises_of
from testloom_agent.reflection.members.hints.annotations import Reducer
from testloom_agent.reflection.members.hints.docstrings import documented_types, type_of_words
from tests.growth import is_linear

PARTS = 500


@pytest.mark.parametrize(
    ("head", "part"),
    [
        (":param", " "),
        (":param a", " "),
        (":param ", "a "),
        ("", ":param a "),
        (":type", " "),
        ("Args:\n", "  a (\n"),
        ("Args:\n", "  a\n\n"),
        ("Args:\n", " "),
        ("Parameters\n----\n", "a\n"),
        ("Parameters\n----\n", "Parameters\n"),
        ("", "\n"),
    ],
)
def test_types_of_parameters(head: str, part: str) -> None:
    assert is_linear(documented_types, head, part, PARTS)


@pytest.mark.parametrize("part", [" ", "or ", "a or", "default ", ":", "a,", "list of "])
def test_words_for_a_type(part: str) -> None:
    assert is_linear(lambda words: type_of_words(words, Reducer(), {}), "a", part, PARTS)


@pytest.mark.parametrize(
    ("head", "part"),
    [
        ("Raises:\n", " a\n"),
        ("Raises\n---\n", "a\n"),
        (":raises", " "),
        ("raises", " "),
        ("", "raise "),
        ("", "a."),
        ("", "\n"),
        ("", " "),
    ],
)
def test_exceptions(head: str, part: str) -> None:
    assert is_linear(lambda text: raises_of(None, text, {}), head, part, PARTS)
