from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from testloom.measurement import Laboratory, check_tools, run_tests, verify
from testloom.model.errors import InterpreterError, MissingToolError

SUBJECT = """\
def size(number):
    if number > 10:
        return "large"
    return "small"
"""


def unguarded(python: Path, sandbox: Path) -> Sequence[str]:
    return [str(python), "-X", "utf8", "-B"]


@pytest.fixture
def laboratory(tmp_path: Path) -> Laboratory:
    (tmp_path / "shop").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("")
    (tmp_path / "shop" / "sizes.py").write_text(SUBJECT)
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\naddopts = "-x -p no:pytest-lsp -p no:asyncio -p no:hypothesispytest"\n'
    )
    (tmp_path / "tests" / "conftest.py").write_text(
        "import pytest\n\n@pytest.fixture\ndef eleven():\n    return 11\n"
    )
    subject = tmp_path / "shop" / "sizes.py"
    return Laboratory(Path(sys.executable), tmp_path, tmp_path, subject, unguarded)


def place(laboratory: Laboratory) -> Path:
    return laboratory.project / "tests" / "test_sizes.py"


def files(laboratory: Laboratory) -> list[Path]:
    return sorted(laboratory.project.rglob("*"))


def test_a_run_has_outcomes_and_the_coverage_of_the_subject(laboratory: Laboratory) -> None:
    text = """
import pytest
from shop.sizes import size

def test_small():
    assert size(1) == "small"

def test_wrong():
    assert size(1) == "large"

@pytest.mark.skip(reason="not today")
def test_skipped():
    pass
"""
    before = files(laboratory)

    run = run_tests(laboratory, place(laboratory), text)

    assert {name: case.outcome for name, case in run.cases.items()} == {
        "test_small": "passed",
        "test_wrong": "failed",
        "test_skipped": "skipped",
    }
    assert "assert 'small' == 'large'" in run.cases["test_wrong"].message
    assert run.coverage is not None
    assert run.coverage.missing_lines == (3,)
    assert run.coverage.missing_branches == ((2, 3),)
    assert run.coverage.percent == pytest.approx(100 * 4 / 6)
    assert files(laboratory) == before


def test_fixtures_and_options_of_the_project_are_in_force(laboratory: Laboratory) -> None:
    text = """
from shop.sizes import size

def test_large(eleven):
    assert size(eleven) == "large"
"""

    assert verify(laboratory, place(laboratory), text, ["test_large"]).rejected == {}


def test_a_test_that_depends_on_its_surroundings_is_unstable(laboratory: Laboratory) -> None:
    text = """
import os

seen = []

def test_first():
    seen.append(1)

def test_after_the_first():
    assert seen

def test_seed():
    assert os.environ["PYTHONHASHSEED"] == "0"

def test_zone():
    assert os.environ["TZ"] == "UTC"

def test_home():
    assert os.path.basename(os.environ["HOME"]) == "tester"
"""

    found = verify(
        laboratory,
        place(laboratory),
        text,
        ["test_first", "test_after_the_first", "test_seed", "test_zone", "test_home"],
    )

    assert found.failed == {}
    assert found.unstable == {
        "test_after_the_first": "unstable: it ends differently in reversed order",
        "test_seed": "unstable: it ends differently with another hash seed",
        "test_zone": "unstable: it ends differently in another time zone",
        "test_home": "unstable: it ends differently in another directory or for another user",
    }


def test_a_test_that_ends_the_process_does_not_take_the_others_with_it(laboratory: Laboratory) -> None:
    text = """
import os
import pytest
from shop.sizes import size

@pytest.mark.parametrize("number", [pytest.param(1, id="one: a")])
def test_small(number):
    assert size(number) == "small"

def test_exit():
    os._exit(3)
"""

    found = verify(laboratory, place(laboratory), text, ["test_small[one: a]", "test_exit"])

    assert found.rejected == {"test_exit": "failed: ended the process with status 3"}
    assert found.percent is not None


def test_a_test_that_hangs_is_named(laboratory: Laboratory) -> None:
    text = "import time\n\ndef test_hangs():\n    time.sleep(60)\n"

    run = run_tests(laboratory, place(laboratory), text, timeout=2.0, measure=False)

    assert run.error == "test_hangs did not end within 2 s"
    assert run.culprit == "tests/test_sizes.py::test_hangs"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import nothing_here\n", "No module named 'nothing_here'"),
        ("def f(:\n", "SyntaxError"),
        ("x = 1\n", "pytest found no tests"),
    ],
)
def test_a_file_that_cannot_be_collected_says_why(laboratory: Laboratory, text: str, reason: str) -> None:
    found = verify(laboratory, place(laboratory), text, ["test_x"])

    assert reason in found.failed["test_x"]
    assert found.percent is None


def test_an_interpreter_with_all_tools_is_accepted() -> None:
    check_tools(Path(sys.executable))


def test_an_interpreter_without_pytest_gets_advice(tmp_path: Path) -> None:
    import venv

    venv.create(tmp_path / "bare", with_pip=False)
    python = tmp_path / "bare" / "bin" / "python"

    with pytest.raises(MissingToolError, match=r"pytest and coverage.py .* -m pip install pytest coverage"):
        check_tools(python)


def test_an_interpreter_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InterpreterError, match="does not run"):
        check_tools(tmp_path / "python")
