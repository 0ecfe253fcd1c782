"""A test file with an expression of too many parts gets one message, or is passed over: no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.lsp.reporting.stale import first_line
from testloom.model.errors import OutputError, UsageError
from testloom.model.failures import Failure
from testloom.model.suite import EmittedTest
from testloom.subject.lines import find_place
from testloom.writer import changed_value, edited, emitted_in, render
from testloom.writer.project.habits import Habits, names_imported

from .building import STYLE, SUBJECT, Case, built

PARTS = (450, 30_000)


def sum_of(parts: int) -> str:
    return "from shop import price\n\n\ndef test_sum():\n    assert " + " + ".join(["1"] * parts) + "\n"


@pytest.mark.parametrize("parts", PARTS)
def test_such_a_file_is_not_merged_into(parts: int) -> None:
    case = Case("transfer")
    case.call("transfer", 1)

    with pytest.raises(OutputError, match="has an expression of too many parts"):
        render(built(case.equals(7)), SUBJECT, sum_of(parts), STYLE)


@pytest.mark.parametrize("parts", PARTS)
def test_the_habits_of_the_other_files_count(tmp_path: Path, parts: int) -> None:
    (tmp_path / "test_large.py").write_text(sum_of(parts))
    (tmp_path / "test_other.py").write_text(
        "import pytest\n\n\n@pytest.mark.asyncio\nasync def test_f(mocker) -> None:\n    pass\n"
    )

    habits = Habits.of([tmp_path])

    assert (habits.mark, habits.mocker) == ("asyncio", True)
    assert "pytest" in habits.modules and names_imported(tmp_path / "test_other.py") == {("pytest", "mark")}


def test_marks_are_seen_in_decorators_of_any_size(tmp_path: Path) -> None:
    given = f"@given({' + '.join(['1'] * 450)})"
    (tmp_path / "test_large.py").write_text(
        f"import pytest\n\n\n@pytest.mark.anyio\n{given}\nasync def test_f():\n    pass\n"
    )

    assert Habits.of([tmp_path]).mark == "anyio"


def test_a_sum_of_two_hundred_parts_is_none_of_these() -> None:
    case = Case("transfer")
    case.call("transfer", 1)
    text = sum_of(200)

    mine = EmittedTest("test_f", "def test_f():\n    assert transfer(1) == 7\n")
    assert render(built(case.equals(7)), SUBJECT, text, STYLE, [mine]).text.count(" + ") == 199


def test_who_only_looks_finds_nothing() -> None:
    text = sum_of(PARTS[1])

    assert first_line(text, "test_sum", "") is None
    assert find_place(text.encode(), 1) is None
    assert changed_value(text, "test_sum", "", Failure(4, "AssertionError", "")) is None
    assert emitted_in(text, [EmittedTest("test_f", "def test_f():\n    pass\n")]) == frozenset()
    with pytest.raises(UsageError, match="not valid Python"):
        edited(text, text, ["test_sum"])
