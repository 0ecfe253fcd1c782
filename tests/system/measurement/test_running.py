"""A run of pytest in the project's interpreter: outcomes, coverage, options, and runs that break off."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from testloom.measurement import Request, TestEnvironment, never, run_tests, verify
from tests.system.measurement.places import files, place


def test_a_run_has_outcomes_and_the_coverage_of_the_subject(environment: TestEnvironment) -> None:
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
    before = files(environment)

    run = run_tests(environment, place(environment), text)

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
    assert files(environment) == before


def test_a_test_counts_as_pytest_counts_it_whatever_becomes_of_its_subtests(
    environment: TestEnvironment,
) -> None:
    text = """
import unittest

class TestSizes(unittest.TestCase):
    def test_skips(self):
        for size in ("small", "large"):
            with self.subTest(size=size):
                self.skipTest(f"no {size} one")

    def test_fails(self):
        for size in ("small", "large"):
            with self.subTest(size=size):
                self.assertEqual(size, "small")
"""

    run = run_tests(environment, place(environment), text)

    assert {name: case.outcome for name, case in run.cases.items()} == {
        "TestSizes::test_skips": "passed",
        "TestSizes::test_fails": "failed",
    }


def test_fixtures_and_options_of_the_project_are_in_force(environment: TestEnvironment) -> None:
    text = """
from shop.sizes import size

def test_large(eleven):
    assert size(eleven) == "large"
"""

    assert verify(environment, place(environment), text, ["test_large"]).rejected == {}


def test_options_of_a_project_around_temporary_files_are_not(
    environment: TestEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (environment.project / "pyproject.toml").write_text("")
    monkeypatch.setattr("tempfile.tempdir", str(other))

    found = verify(
        environment, environment.project / "tests" / "test_it.py", "def test_one():\n    pass\n", ["test_one"]
    )

    assert found.rejected == {}


def test_a_test_that_ends_the_process_does_not_take_the_others_with_it(environment: TestEnvironment) -> None:
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

    found = verify(environment, place(environment), text, ["test_small[one: a]", "test_exit"])

    assert found.rejected == {"test_exit": "failed: ended the process with status 3"}


@pytest.mark.skipif(os.name == "nt", reason="a signal ends it")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import faulthandler\n\nfaulthandler._sigsegv()\n", "pytest ended the process: {}"),
        ("import faulthandler\n\ndef test():\n    faulthandler._sigsegv()\n", "test ended the process: {}"),
    ],
    ids=["at import", "in a test"],
)
def test_a_crash_is_told_by_what_the_interpreter_said(
    environment: TestEnvironment, text: str, expected: str
) -> None:
    run = run_tests(environment, place(environment), text)

    assert run.error == expected.format("Fatal Python error: Segmentation fault")


def test_of_many_tests_that_end_the_process_none_takes_others_with_it(environment: TestEnvironment) -> None:
    ending = [f"test_{number}" for number in range(14) if number % 2]
    body = "def test_{0}():\n    assert {0} % 2 == 0 or os._exit({0})\n"
    text = "import os\n\n" + "\n".join(body.format(number) for number in range(14))
    names = [f"test_{number}" for number in range(14)]

    found = verify(environment, place(environment), text, names, alone=never)

    assert sorted(found.rejected) == sorted(ending)


def test_a_test_that_interrupts_pytest_does_not_take_the_others_with_it(environment: TestEnvironment) -> None:
    text = """
import pytest

def test_one():
    pass

def test_interrupts():
    raise KeyboardInterrupt

def test_leaves():
    pytest.exit("enough")

def test_other():
    pass
"""
    names = ["test_one", "test_interrupts", "test_leaves", "test_other"]

    found = verify(environment, place(environment), text, names, alone=never)

    assert found.rejected == {
        "test_interrupts": "skipped: it interrupted pytest",
        "test_leaves": "skipped: it interrupted pytest",
    }


def test_a_test_that_hangs_is_named(environment: TestEnvironment) -> None:
    text = "import time\n\ndef test_hangs():\n    time.sleep(60)\n"

    run = run_tests(environment, place(environment), text, Request(timeout=3.0, measure=False))

    assert run.error == "test_hangs did not finish within 3 s"
    assert run.culprit == "test_hangs"


def test_the_time_of_an_import_is_not_that_of_the_tests(environment: TestEnvironment) -> None:
    text = "import time\n\ntime.sleep(2.5)\n\ndef test_passes():\n    pass\n"

    run = run_tests(environment, place(environment), text, Request(timeout=1.5, measure=False))

    assert run.cases["test_passes"].outcome == "passed"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import nothing_here\n", "No module named 'nothing_here'"),
        ("def f(:\n", "SyntaxError"),
        ("x = 1\n", "pytest found no tests"),
    ],
)
def test_a_file_that_cannot_be_collected_says_why(
    environment: TestEnvironment, text: str, reason: str
) -> None:
    found = verify(environment, place(environment), text, ["test_x"])

    assert reason in found.failed["test_x"]
    assert found.percent is None
