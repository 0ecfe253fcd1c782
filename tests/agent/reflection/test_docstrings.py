"""Types of parameters that docstrings give."""

from __future__ import annotations

import collections.abc  # noqa: F401
import decimal
import fractions

import pytest

from testloom_agent.reflection.members.hints.annotations import Reducer, Type, make
from testloom_agent.reflection.members.hints.docstrings import documented_types, type_of_words

GOOGLE = """Join.

    Args:
        parts (list of str): what to join.
        separator (str, optional): between them.

    Returns:
        str: the whole.
"""
NUMPY = """Join.

    Parameters
    ----------
    parts : list of str
        What to join.
    separator : str, optional
        Between them.

    Returns
    -------
    text : str
"""
SPHINX = """Join.

    :param parts: what to join
    :type parts: list of str
    :param str separator: between them
    :rtype: str
"""


def test_a_class_is_known_by_the_loaded_module_that_has_it() -> None:
    kinds = type_of_words("collections.abc.Sized or :class:`~fractions.Fraction`", Reducer(), {})["args"]

    assert [kind["name"] for kind in kinds] == ["list", "fractions:Fraction", "any"]
    assert type_of_words("nowhere.at_all.Fraction", Reducer(), {}) == make("any")


@pytest.mark.parametrize(
    ("described", "told"),
    [
        ("A sequence of strings with the options.", "sequence of strings"),
        ("An optional string,\n    such as a name.", "string"),
        ("The default choice (expected to be a string).", "string"),
        ("Whether to wait (a boolean) or not.", "boolean"),
        ("The number of attempts.", None),
        ("What to join.", None),
    ],
)
@pytest.mark.parametrize(
    "form", ["Join.\n\n    :param parts: {}\n", "Join.\n\n    Args:\n        parts: {}\n"]
)
def test_the_type_of_a_parameter_is_found_in_its_description(
    form: str, described: str, told: str | None
) -> None:
    assert documented_types(form.format(described)).get("parts") == told


def test_the_type_of_a_parameter_is_found_on_the_next_line_of_its_description() -> None:
    assert documented_types(":param wait: Whether to wait\n    (a boolean).\n:param a: b") == {
        "wait": "boolean"
    }


@pytest.mark.parametrize("text", [GOOGLE, NUMPY, SPHINX], ids=["Google", "NumPy", "Sphinx"])
def test_the_types_of_parameters_are_found_in_each_style(text: str) -> None:
    found = documented_types(text)

    assert found["parts"] == "list of str"
    assert found["separator"].startswith("str")
    assert set(found) == {"parts", "separator"}


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("list of str", [make("list", [make("str")])]),
        ("string, optional", [make("str")]),
        ("int or None", [make("int"), make("none")]),
        ("{'left', 'right'}", [make("literal", values=["left"]), make("literal", values=["right"])]),
        ("`bool`", [make("bool")]),
        ("A list of function(amount)", [make("list", [make("callable")])]),
        ("list of strings or None", [make("list", [])]),
        ("dict(str, int)", [make("dict", [make("str"), make("int")])]),
        ("Sequence[Fraction objects]", [make("list", [make("fractions:Fraction")])]),
        ("file-like object", [make("io:BytesIO"), make("io:StringIO")]),
        ("a generator", []),
        ("generator", [make("iterator")]),
    ],
)
def test_words_become_types_joined_with_any(words: str, kinds: list[Type]) -> None:
    found = type_of_words(words, Reducer(), {"Fraction": fractions.Fraction})

    assert found == (make("union", [*kinds, make("any")]) if kinds else make("any"))


def test_a_class_of_the_project_is_known_by_its_name_alone() -> None:
    def find(name: str) -> type | None:
        return fractions.Fraction if name == "Fraction" else None

    kinds = type_of_words("Fraction or other.place.Fraction or fraction", Reducer(), {}, find)["args"]

    assert [kind["name"] for kind in kinds] == ["fractions:Fraction", "any"]


def test_words_that_name_nothing_known_are_any() -> None:
    assert type_of_words("the thing to be done", Reducer(), {}) == make("any")


def test_a_class_of_the_module_is_found_by_its_name() -> None:
    class Basket:
        pass

    found = type_of_words("Basket", Reducer(), {"Basket": Basket})

    assert found["args"][0]["name"].endswith("Basket")


def test_a_class_is_found_in_the_module_that_is_imported_for_it() -> None:
    kinds = type_of_words("Decimal or float", Reducer(), {"dec": decimal})["args"]

    assert [kind["name"] for kind in kinds] == ["decimal:Decimal", "float", "any"]
    assert type_of_words("Decimal", Reducer(), {}) == make("any")
