from __future__ import annotations

from pathlib import Path

import pytest

from testloom.cli.showing.reached import missing, print_reached, shown
from testloom.cli.showing.report import render_reason
from testloom.cli.showing.run_events import RunEvents
from testloom.measurement.events import Ended
from testloom.model.events.coverage import CoverageSummary, FileCoverage, RanTest, total_of
from testloom.model.events.jobs import Event, decode_event, encode_event

FILE = FileCoverage(
    "/p/src/shop.py",
    lines=9,
    covered_lines=5,
    branches=6,
    covered_branches=3,
    coverage=53.33,
    missing_lines=(5, 6, 9, 20),
    missing_branches=((4, 5), (7, -3), (8, 10), (9, 10)),
    reached_lines=(1, 4, 7, 8, 10),
)


def test_missing_lines_are_ranges_that_reached_lines_interrupt_and_branches_start_at_reached_lines() -> None:
    assert list(missing(FILE)) == ["5-6", "7->exit", "8->10", "9", "20"]


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "0%"), (0.2, "1%"), (49.6, "50%"), (99.2, "99%"), (99.9, "99%"), (100, "100%")],
)
def test_only_all_is_shown_as_100_percent_and_only_nothing_as_0(share: float, words: str) -> None:
    assert shown(share) == words


def test_the_total_counts_lines_and_branches_of_all_files() -> None:
    total = total_of([FILE, FileCoverage("/p/src/__init__.py", 5, 5, 0, 0, 100.0)])

    assert (total.lines, total.covered_lines, total.branches, total.covered_branches) == (14, 10, 6, 3)
    assert total.coverage == 65.0


def test_files_without_code_have_no_row_and_files_without_branches_no_share_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    empty = FileCoverage("/p/src/__init__.py", 0, 0, 0, 0, 100.0)
    plain = FileCoverage("/p/src/[plain].py", 2, 2, 0, 0, 100.0, reached_lines=(1, 2))
    print_reached([empty, FILE, plain], CoverageSummary(tests=1, passed=1, coverage=60.0), Path("/p"))

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["file", "src/shop.py", "src/[plain].py", "total"]
    assert lines[2].split() == ["src/[plain].py", "100%", "100%"]


def test_tests_that_did_not_run_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    print_reached([], CoverageSummary(tests=5, passed=1, failed=1, seconds=1.25), Path("/p"))

    assert capsys.readouterr().out == "1 test passed, 1 failed, 3 not run in 1.2 s.\n"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        pytest.param(
            "def test_x():\n>       assert f(1) == 2\nE       assert 1 == 2\nE        +  where 1 = f(1)\n\n"
            "tests/test_x.py:4: AssertionError",
            "assert 1 == 2 (tests/test_x.py:4)",
            id="an assertion",
        ),
        pytest.param(
            "E       KeyError: 'a'\n\nDuring handling:\nE       ValueError: no a.\n\nshop.py:7: ValueError",
            "ValueError: no a (shop.py:7)",
            id="an exception while another was handled",
        ),
        pytest.param(
            'E     File "/p/tests/test_x.py", line 2\nE       def f(:\nE             ^\n'
            "E   SyntaxError: invalid syntax",
            "SyntaxError: invalid syntax (tests/test_x.py:2)",
            id="a syntax error",
        ),
        pytest.param(
            "ERROR: usage: pytest [options]\nunder_coverage.py: error: unrecognized arguments: --cov=shop\n"
            "  inifile: /p/pyproject.toml\n  rootdir: /p\n",
            "unrecognized arguments: --cov=shop",
            id="an option that is unknown",
        ),
        pytest.param(
            'INTERNALERROR>   File "plugin.py", line 3\nINTERNALERROR> plugin.NoScope: Error: it is unset.\n'
            "INTERNALERROR> pytest.PytestWarning: The scope is unset.\nINTERNALERROR> Set it.\n"
            "site-packages/coverage/control.py:9: CoverageWarning: No data was collected.\n",
            "pytest.PytestWarning: The scope is unset",
            id="an error of a plugin",
        ),
        pytest.param(
            'Traceback:\n  File "x.py", line 3\nlib.ConfigError: No section.\nline: 1\n',
            "lib.ConfigError: No section (x.py:3)",
            id="a traceback",
        ),
        pytest.param("a broken pipe\n\n", "a broken pipe", id="anything else"),
        pytest.param("", "no output", id="nothing"),
    ],
)
def test_of_what_pytest_says_one_line_tells_most(said: str, told: str) -> None:
    assert render_reason(said, Path("/p")) == told


@pytest.mark.parametrize("event", [FILE, CoverageSummary(), RanTest("t.py::t", "failed", "E  no", 0.5)])
def test_events_can_be_read_back(event: FileCoverage | CoverageSummary | RanTest) -> None:
    assert decode_event(encode_event(event)) == event


def test_tests_that_fail_as_expected_are_counted_apart_from_skipped_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    events: list[Event] = []
    heard = RunEvents(events.append)
    heard.hear(Ended("t.py::a", "skipped"))
    heard.hear(Ended("t.py::b", "skipped", xfailed=True))

    print_reached([], CoverageSummary(tests=3, skipped=1, xfailed=1, seconds=1.25), Path("/p"))

    assert [event.outcome for event in events if isinstance(event, RanTest)] == ["skipped", "xfailed"]
    assert heard.outcomes == {"skipped": 1, "xfailed": 1}
    assert capsys.readouterr().out == "0 tests passed, 1 skipped, 1 xfailed, 1 not run in 1.2 s.\n"
