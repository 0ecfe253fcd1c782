"""The comparison of tools, on two small modules, with Testloom alone."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from tests.quality.comparison import report, tools
from tests.quality.comparison.rows import IMPORT_ONLY, Comparison, Row
from tests.quality.comparison.tools import Run, Task, pynguin_statistics
from tests.quality.environments.circumstances import Circumstances
from tests.quality.environments.process import Ended
from tests.quality.environments.subjects import Subject
from tests.quality.judgement.court import Court, Verdict
from tests.quality.reporting.page import put_on_page

SUBJECTS = Path(__file__).parents[2] / "subjects"
PYTHON = Path(sys.executable)
CIRCUMSTANCES = Circumstances("2024-01-31", "a command", 2, 1, 2, "a machine", ["Testloom 1"])


class Idle:
    """A tool that writes nothing."""

    name = "Idle"

    def generate(self, task: Task) -> Run:
        return Run(Ended(1, "nothing to say", 0.5), None, None)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def rows(kept: Path) -> list[Row]:
    comparison = Comparison((tools.Testloom(PYTHON), Idle()), PYTHON, 2, 1, kept)
    subjects = [Subject(module, SUBJECTS) for module in ("shapes", "versions")]
    return comparison.rows(subjects, 2, lambda row: None)


def of(tool: str, rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.tool == tool]


def test_testloom_covers_more_than_an_import_and_all_its_tests_pass_everywhere(rows: list[Row]) -> None:
    for row, base in zip(of("Testloom", rows), of(IMPORT_ONLY, rows), strict=True):
        assert row.verdict.percent > base.verdict.percent
        assert row.verdict.tests > 0
        assert (row.verdict.failing, row.verdict.unstable, row.note) == (0, 0, "")
        assert row.executions_per_second


def test_a_module_without_tests_counts_as_not_covered(rows: list[Row]) -> None:
    assert [(row.verdict.percent, row.note) for row in of("Idle", rows)] == [(0.0, "exit 1, no tests")] * 2


def test_the_table_has_a_row_for_each_module_and_tool(rows: list[Row]) -> None:
    lines = report.table(rows).splitlines()[1:]

    assert [tuple(line.split()[:2]) for line in lines] == [
        (module, tool) for module in ("shapes", "versions") for tool in ("Testloom", "Idle")
    ]


def test_tests_and_logs_are_kept(rows: list[Row], kept: Path) -> None:
    assert (kept / "Testloom" / "shapes" / "tests" / "test_shapes.py").is_file()
    assert (kept / "Idle" / "shapes" / "generator.log").read_text() == "nothing to say"


def test_results_replace_what_stands_between_the_markers(rows: list[Row], tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- results: begin -->\nold\n<!-- results: end -->\nafter\n")

    put_on_page(report.RESULTS, [*report.paragraphs(rows, CIRCUMSTANCES)], page)

    text = page.read_text()
    assert text.startswith("before\n<!-- results: begin -->\n")
    assert text.endswith("<!-- results: end -->\nafter\n")
    assert "old" not in text
    assert "| `shapes` |" in text


def test_raw_results_are_saved(rows: list[Row], tmp_path: Path) -> None:
    report.save(tmp_path / "results.json", rows, CIRCUMSTANCES)

    saved = json.loads((tmp_path / "results.json").read_text())
    assert saved["machine"] == "a machine"
    assert len(saved["rows"]) == len(rows)


def test_ratios_take_modules_in_pairs() -> None:
    def row(module: str, tool: str, percent: float, rate: float | None) -> Row:
        return Row(module, tool, Verdict(percent=percent, tests=int(percent > 0)), executions_per_second=rate)

    rows = [row("a", "one", 90, 1000), row("a", "two", 70, 100), row("b", "one", 50, 1000)]
    coverage, speed = report.ratios([*rows, row("b", "two", 60, None)])

    assert "mean +5.0 points" in coverage
    assert "behind on b (-10.0)" in coverage
    assert "median 10.0, from 10.0 to 10.0, on the 1 modules" in speed


def test_the_shortest_run_that_covers_as_much_is_told_in_seconds() -> None:
    def row(module: str, tool: str, percent: float, seconds: float) -> Row:
        return Row(module, tool, Verdict(percent=percent), seconds=seconds)

    short, peer = "Testloom in 3 s", "Pynguin 1"
    one = [row("a", "Testloom", 90, 31.0), row("a", short, 80, 4.0), row("a", peer, 70, 35.0)]
    other = [row("b", "Testloom", 60, 32.0), row("b", short, 40, 5.0), row("b", peer, 50, 35.0)]
    third = [row("c", "Testloom", 60, 33.0), row("c", short, 50, 6.0), row("c", peer, 65, 35.0)]

    header, lines = report.catching_up([*one, *other, *third])

    assert header == ("module", peer)
    assert lines == [("a", "4.0"), ("b", "32.0"), ("c", "-"), ("median", "32.0")]
    assert not any("Testloom in 3 s" in ratio for ratio in report.ratios([*one, *other, *third]))


def test_modules_that_a_tool_has_no_tests_for_do_not_hide_in_the_mean() -> None:
    verdicts = {("a", "one"): 90.0, ("a", "two"): 80.0, ("b", "one"): 50.0, ("b", "two"): 0.0}
    rows = [
        Row(module, tool, Verdict(percent=percent, tests=int(percent > 0)))
        for (module, tool), percent in verdicts.items()
    ]

    every, both = report.ratios(rows)

    assert "all modules: mean +30.0 points" in every
    assert "where both wrote tests: mean +10.0 points" in both


def test_failing_and_unstable_tests_are_found(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    subject = tmp_path / "root" / "subject.py"
    subject.write_text("def double(number):\n    return 2 * number\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_subject.py").write_text(
        "import subject\nseen = []\n\n"
        "def test_good():\n    seen.append(1)\n    assert subject.double(2) == 4\n\n"
        "def test_bad():\n    assert subject.double(2) == 5\n\n"
        "def test_needs_the_first():\n    assert seen\n\n"
        "def test_needs_the_hash_seed():\n    import os\n    assert os.environ['PYTHONHASHSEED'] == '0'\n\n"
        "def test_needs_the_date():\n    import datetime\n"
        f"    assert datetime.date.today().toordinal() < {date.today().toordinal() + 9}\n"
    )

    verdict = Court(PYTHON, subject, subject.parent, tmp_path / "court").judge(tmp_path / "tests")

    assert (verdict.tests, verdict.failing, verdict.unstable) == (5, 1, 3)
    assert verdict.percent == 100


def test_pynguin_counts_executions_over_its_search_time(tmp_path: Path) -> None:
    path = tmp_path / "statistics.csv"
    with path.open("w", newline="") as sink:
        csv.writer(sink).writerows([("Executed", "SearchTime"), ("3000", "5000000000")])

    assert pynguin_statistics(path) == (3000, 600.0)
    assert pynguin_statistics(tmp_path / "missing.csv") == (None, None)
