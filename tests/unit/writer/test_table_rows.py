"""Rows of tables need no ids where pytest's own can be told beforehand."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from testloom.writer import render
from testloom.writer.files.rows import common_rows, missing_rows
from testloom.writer.syntax.rows import plain_id, rows_of

from .building import STYLE, SUBJECT, Case, built

CELLS = ("3", "-2", "1_000_000", "0.5", "1e-09", "-0.0", "True", "None", "2j", '"a b"', '"x-y"', "'it\\'s'")


def decorator(text: str) -> ast.expr:
    (function,) = ast.parse(f"@pytest.mark.{text}\ndef test(): ...").body
    assert isinstance(function, ast.FunctionDef)
    return function.decorator_list[0]


@pytest.mark.process
def test_a_plain_row_has_the_id_that_pytest_gives_it(tmp_path: Path) -> None:
    rows = [(one, other) for one in CELLS for other in CELLS]
    table = ", ".join(f"({one}, {other})" for one, other in rows)
    source = f"import pytest\n\n@pytest.mark.parametrize(('a', 'b'), [{table}])\ndef test_it(a, b): ...\n"
    (tmp_path / "test_rows.py").write_text(source, "utf-8")

    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "."]
    listed = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    ).stdout

    told = [plain_id([ast.parse(cell, mode="eval").body for cell in row]) for row in rows]
    assert all(told)
    assert [line for line in listed.splitlines() if "::" in line] == [
        f"test_rows.py::test_it[{name}]" for name in told
    ]


@pytest.mark.parametrize(
    "cell", ['""', '"a[0]"', '"a::b"', '"a\\nb"', '"ü"', "[1]", "(1, 2)", "b'a'", "Kind.NEW"]
)
def test_other_cells_have_ids_that_are_written_down(cell: str) -> None:
    assert plain_id([ast.parse(cell, mode="eval").body, ast.Constant(1)]) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parametrize('a', [1, 2])", ["1", "2"]),
        ("parametrize(('a', 'b'), [(1, 'x'), pytest.param(2, [], id='two')])", ["1-x", "two"]),
        ("parametrize('a, b', [(1, 2)])", ["1-2"]),
        ("parametrize('a', [(1, 2)])", []),
        ("parametrize('a', [1, 1])", []),
        ("parametrize('a', [1, other])", []),
        ("parametrize('a', VALUES)", []),
        ("slow", []),
    ],
)
def test_rows_are_read_only_if_all_have_ids(text: str, expected: list[str]) -> None:
    assert [name for name, _, _ in rows_of(decorator(text))] == expected


def test_a_row_with_a_mark_is_not_the_plain_one_of_the_same_values() -> None:
    table = '@pytest.mark.parametrize("x", [{}])\ndef test_it(x): ...\n'
    known = table.format('pytest.param(1, id="a", marks=pytest.mark.xfail)')
    plain = table.format('pytest.param(1, id="b")')

    assert missing_rows(known, plain) == {"b": 'pytest.param(1, id="b")'}
    assert common_rows(known, plain) == frozenset()


def test_a_value_of_the_library_made_of_what_a_variable_holds_is_in_no_row_of_a_table() -> None:
    cases = []
    for number in (1, 2):
        case = Case("share")
        text = case.literal("12345678901234567")
        cases.append(
            case.equals(number, case.call("share", case.call("fractions:Fraction", text, number), text))
        )

    rows, _, test = render(built(*cases), SUBJECT, None, STYLE).text.partition("def test_share(")
    assert "share(Fraction(text, value), text)" in test and "text" not in rows and "parametrize" in rows
