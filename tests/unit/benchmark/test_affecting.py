"""What fails in a project whose affected tests are measured, and the faults that make tests fail."""

from __future__ import annotations

from pathlib import Path

from tests.quality.affecting.faults import chosen_places, fault, functions
from tests.quality.affecting.repository import Failing, failing_in, reported_name

REPORT = """\
<testsuites><testsuite>
<testcase classname="tests.test_cart" name="test_total" time="0.0" />
<testcase classname="tests.test_cart" name="test_count[a.b]" time="0.0"><failure message="" /></testcase>
<testcase classname="" name="tests.test_shop" time="0.0"><error message="collection failure" /></testcase>
</testsuite></testsuites>
"""


def test_tests_of_a_file_that_cannot_be_loaded_fail() -> None:
    tests = ["tests.test_cart.test_total", "tests.test_cart.test_count[a.b]", "tests.test_shop.test_open"]

    assert failing_in(REPORT).of(tests) == set(tests[1:])


def test_everything_fails_if_pytest_writes_no_report() -> None:
    assert failing_in("") == Failing(frozenset(), frozenset({""}))
    assert failing_in("").of(["tests.test_cart.test_total"]) == {"tests.test_cart.test_total"}


def test_a_node_id_is_named_as_in_the_report() -> None:
    assert (
        reported_name("tests/test_cart.py::Test::test_count[a/b]") == "tests.test_cart.Test.test_count[a/b]"
    )


def test_functions_that_a_commit_has_changed_get_faults_first(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text("def first():\n    return 1\n\n\ndef second():\n    return 2\n")
    before = functions(tmp_path)
    file.write_text("def first():\n    return 1\n\n\ndef second():\n    return 3\n")
    now = functions(tmp_path)

    for seed in "abcdef":
        assert [place.line for place in chosen_places(before, now, 2, seed)] == [6, 2]


def test_a_fault_is_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text("class Cart:\n    def total(self):\n        return 1\n")
    [place] = functions(tmp_path).values()

    with fault(place):
        assert file.read_text().splitlines()[2:] == [
            "        raise RuntimeError('a fault')",
            "        return 1",
        ]
    assert file.read_text().endswith("def total(self):\n        return 1\n")


def test_tests_get_no_faults(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_shop.py").write_text("def test_shop():\n    assert True\n")

    assert not functions(tmp_path)
