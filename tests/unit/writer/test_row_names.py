"""Rows of a table have names that pytest can show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.writer.naming.descriptions import Description
from testloom.writer.naming.names import function_names, row_names

NOTHING = Description("parse", "", False, (), ())


@pytest.mark.parametrize(
    ("source", "name"),
    [
        pytest.param('"]"', "closing bracket", id="a symbol"),
        pytest.param(r'"\\-"', "backslash -", id="two symbols"),
        pytest.param('"a:b"', "a b", id="a symbol between words"),
        pytest.param(r'"\n"', "newline", id="a blank"),
        pytest.param('" "', "space", id="a space"),
        pytest.param("b'a b'", "a b", id="bytes"),
        pytest.param("""b'{"name": "a", "grams": -1}'""", "name a, grams -1", id="an object of JSON"),
        pytest.param(r'"\x1b["', "x1b opening bracket", id="a control character"),
        pytest.param("b'{}'", "{}", id="an empty object of JSON"),
    ],
)
def test_a_text_that_brackets_cannot_show_is_said_in_words(source: str, name: str) -> None:
    assert row_names([NOTHING, NOTHING], [source, '"other"']) == [name, "other"]


def test_a_value_that_other_rows_have_too_names_no_row() -> None:
    stock = [
        Description("f", "", False, (), (f"with stock {name}", "with minimum")) for name in ("a", "a", "b")
    ]

    assert row_names(stock, ["1", "2", "1"]) == ["stock a", "2", "stock b"]


def test_a_collection_names_its_row_by_what_it_holds_rather_than_by_a_number() -> None:
    rows = [replace(NOTHING, arguments=("with 1 item in headers",))] * 2

    assert row_names(rows, ["[(b':', b'a')]", '[("b", 2)]']) == ["colon a", "b 2"]


def test_a_text_names_its_row_rather_than_where_the_code_is() -> None:
    rows = [Description("f", "", False, (), (), (), (f"when pos is {n}",)) for n in (1, 2)]

    assert row_names(rows, ['"{a}"', '"b"']) == ["{a}", "b"]
    assert row_names(rows, ['"b"', "None"]) == ["b", "None"]
    assert row_names(rows, ["[1]", "[2]"]) == ["pos is 1", "pos is 2"]


def test_a_test_is_named_after_where_the_code_is_only_as_a_last_resort() -> None:
    entries = [
        Description("f", "", False, (), (f"with size {n}",), (), (f"when pos is {n}",)) for n in (1, 2)
    ]
    unsaid = [replace(entry, arguments=()) for entry in entries]

    assert function_names(entries, ()) == ["test_f_with_size_1", "test_f_with_size_2"]
    assert function_names(unsaid, ()) == ["test_f_when_pos_is_1", "test_f_when_pos_is_2"]


def test_a_test_is_named_after_an_argument_alone_where_its_value_takes_too_long() -> None:
    names = ("longest_shown_string", "longest_shown_list")
    entries = [
        Description(
            "exception_dict_transformer",
            "raises value error",
            True,
            (),
            (f"with {name} minus 105",),
            optional=(f"with {name}",),
        )
        for name in names
    ]

    assert function_names(entries, ()) == [
        f"test_exception_dict_transformer_raises_value_error_with_{name}" for name in names
    ]


@pytest.mark.parametrize(
    ("function", "name"),
    [
        ("größe", "test_größe"),
        ("变量", "test_变量"),
        ("Élève.saluer", "test_élève_saluer"),
        ("गिनती", "test_गिनती"),
        ("a__b", "test_a_b"),
    ],
)
def test_names_of_tests_are_in_the_script_of_the_code(function: str, name: str) -> None:
    [chosen] = function_names([replace(NOTHING, subject=function)], ())

    assert chosen == name and chosen.isidentifier()
