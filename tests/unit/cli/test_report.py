from __future__ import annotations

from pathlib import Path

import pytest

from testloom.cli.showing.report import render_carving, render_failure, render_report
from testloom.model.events.jobs import (
    Candidate,
    Carving,
    Discarded,
    Event,
    Failed,
    FileReady,
    Finding,
    PairSummary,
    SameName,
    SlowImport,
    Summary,
    Survivor,
    Unreached,
    Withheld,
)


def test_a_report_without_a_new_test_says_so() -> None:
    known: list[Event] = [
        FileReady("test_shop.py", "…", created=False, changed=False),
        Summary(goals=5, covered=5, tests=3),
    ]
    new: list[Event] = [Candidate("a", "test_tax", "def …", "test_shop.py", "shop:tax"), *known]
    calls = Carving(calls=4, distinct_calls=2, tests=2)

    assert "Nothing new (3 tests that you already have or have deleted), 5 of 5 goals" in render_report(known)
    assert "3 tests, 5 of 5 goals covered" in render_report(new)
    assert render_carving([calls]) == "Nothing new: 2 tests from 2 distinct calls (4 recorded)."


def test_a_report_tells_tests_discarded_unreached_and_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = str(tmp_path / "tests" / "test_shop.py")
    events: list[Event] = [
        Candidate("a", "test_tax_of_zero", "def …", file, "shop:tax"),
        FileReady(file, "…", created=True),
        Discarded("test_now", "differs from run to run"),
        Discarded("a test", "nothing to assert"),
        Discarded("a test", "nothing to assert"),
        Unreached("g1", 12, "if rate > 1 is true", "needs-value"),
        Unreached("g2", 40, "the loop ends", "something new"),
        Unreached("g3", 41, "line 41", "needs-value"),
        Unreached("g4", 50, "line 50", "blocked-by-guard", denied=("use the network (socket.connect: 'a')",)),
        Summary(goals=9, covered=7, tests=1, executions=1200, seconds=3.25, files=(file,), coverage=81.4951),
    ]

    assert (
        render_report(events)
        == """\
tests/test_shop.py (new)
  test_tax_of_zero

Discarded
  test_now: differs from run to run
  a test: nothing to assert (2 times)

Not covered
  no suitable input found; a longer search may help:
    line 12: if rate > 1 is true
    line 41
  something new:
    line 40: the loop ends
  needs an action that the guard blocks (e.g. network access):
    line 50
    blocked: use the network (socket.connect: 'a')

1 test, 7 of 9 goals covered in 3.2 s (1200 executions); they cover 81.5% of the file."""
    )


@pytest.mark.parametrize(
    ("created", "changed", "state"),
    [(True, True, "new"), (False, True, "changed"), (False, False, "unchanged")],
)
def test_a_report_says_what_became_of_a_file(created: bool, changed: bool, state: str) -> None:
    events: list[Event] = [FileReady("test_shop.py", "…", created, changed), Summary(goals=1, tests=1)]

    assert render_report(events).startswith(f"test_shop.py ({state})\n")


def test_a_report_counts_one_thing_as_one() -> None:
    events: list[Event] = [
        Candidate("a", "test_f", "", "", ""),
        Summary(goals=1, covered=1, tests=1, executions=1),
    ]

    assert render_report(events).endswith("1 test, 1 of 1 goal covered in 0.0 s (1 execution).")


def test_a_test_with_doubles_or_private_names_says_so_and_what_for() -> None:
    doubled = Candidate(
        "a", "test_pay", "def …", "f.py", "shop:pay", ("the branch",), ("shop:Gateway",), ("shop:Till._open",)
    )

    text = render_report([doubled, FileReady("f.py", "…", created=True)])

    assert (
        "  test_pay\n    doubles for Gateway and private Till._open: no alternative found for the branch\n"
        in text
    )


def test_of_many_goals_that_a_test_with_doubles_covers_a_few_are_listed() -> None:
    covers = ("one", "two", "three", "four")
    doubled = Candidate("a", "test_pay", "def …", "f.py", "shop:pay", covers, ("shop:Gateway",))

    text = render_report([doubled, FileReady("f.py", "…", created=True)])

    assert "doubles for Gateway: no alternative found for one; two and 2 more\n" in text


def test_a_finding_without_a_known_line_names_none() -> None:
    finding = Finding("shop:half", 0, "builtins:ZeroDivisionError", "division by zero", "")

    assert "\n  half: ZeroDivisionError: division by zero\n" in render_report([finding])


def test_a_finding_is_told_with_the_test_that_shows_it() -> None:
    source = "def test_half():\n    half(0)\n"
    finding = Finding("shop:half", 7, "builtins:ZeroDivisionError", "division by zero", source)

    assert (
        render_report([finding])
        == """\
Undocumented exceptions
  half (line 7): ZeroDivisionError: division by zero
    def test_half():
        half(0)

Nothing to cover."""
    )


def test_changes_that_no_test_would_notice_are_told_up_to_ten() -> None:
    unreached = Survivor(3, "tax", "constant", "0", "1", reached=False)
    survivors: list[Event] = [
        Survivor(line, "tax", "boundary", "rate > 1", "rate >= 1", reached=True) for line in range(4, 16)
    ]

    text = render_report([unreached, *survivors])

    assert text.startswith("Surviving mutants\n  line 4: rate > 1 → rate >= 1\n")
    assert "  line 13: rate > 1 → rate >= 1\n  and 2 more; --json lists them all\n" in text


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ([Summary()], "Nothing to cover."),
        ([Summary(goals=4, covered=4)], "Nothing left to cover."),
        ([Failed("syntax", "what", "advice"), Summary()], ""),
    ],
)
def test_a_job_without_tests_is_told_in_a_sentence(events: list[Event], text: str) -> None:
    assert render_report(events) == text


def test_files_without_anything_to_cover_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    text = render_report([Summary()], [tmp_path / "shop" / "names.py", tmp_path / "tax.py"])

    assert text == f"Nothing to cover in {Path('shop', 'names.py')}, tax.py."


def test_a_module_with_namesakes_is_told_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    same = SameName("helpers", (str(tmp_path / "helpers.py"),))

    *_, first, second = render_report([same, Summary(goals=1, covered=1, tests=1)]).splitlines()

    assert (
        first == "`helpers` is what helpers.py is imported as, too: pytest cannot run tests of both at once."
    )
    assert second.startswith("Rename one, or make packages of their folders")


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("shop.py has a syntax error.", "shop.py has a syntax error. Mend it."),
        ("The agent ended.", "src/shop.py: The agent ended. Mend it."),
    ],
)
def test_a_failure_names_its_file_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)

    assert render_failure(Failed("x", what, "Mend it.", str(tmp_path / "src" / "shop.py"))) == message


def test_a_report_about_a_pair_says_where_changes_are_and_shortens_what_is_missing() -> None:
    missed = [Unreached(f"g{number}", number, f"goal {number}", "needs-value") for number in range(30)]
    survivor = Survivor(7, "Stock.take", "constant", "1", "2", reached=True)
    summary = PairSummary(
        goals=40, covered=12, tests=2, seconds=1.0, coupled_branches=40, covered_coupled_branches=10
    )

    new = Candidate("a", "test_tax", "def …", "test_shop.py", "shop:tax")
    report = render_report([*missed, survivor, new, summary])

    assert "    line 24: goal 24\n    and 5 more; --json lists them all\n" in report
    assert "  line 7 in Stock.take: 1 → 2" in report
    assert "2 tests, 10 of 40 coupled branches covered" in report


def test_a_report_tells_if_pytest_alone_does_not_run_the_tests() -> None:
    event = FileReady("app/test_tax.py", "…", created=True, apart=True)

    assert render_report([event, Summary(goals=1, covered=1)]).splitlines()[1:3] == [
        "  `pytest` alone does not run these tests:",
        "    add their folder to `testpaths` in the settings of pytest, or name it: `pytest FOLDER`",
    ]


@pytest.mark.parametrize(
    ("folder", "advice"),
    [
        (".", "run `python -m pytest`, or set `pythonpath = .` in the settings of pytest"),
        ("lib", "set `pythonpath = lib` in the settings of pytest"),
    ],
)
def test_a_report_tells_what_pytest_needs_to_find_what_tests_import(folder: str, advice: str) -> None:
    event = FileReady("test_tax.py", "…", created=True, lacking=folder)

    assert render_report([event, Summary(goals=1, covered=1)]).splitlines()[:3] == [
        "test_tax.py (new)",
        "  `pytest` alone does not find what these tests import:",
        f"    {advice}",
    ]


def test_a_report_tells_how_long_an_import_takes() -> None:
    events: list[Event] = [SlowImport("models.py", 21.4), Summary(goals=1, covered=1)]

    assert render_report(events).splitlines()[0] == (
        "models.py takes 21 s to import, and so does each run of its tests."
    )


def test_a_report_tells_once_which_files_tests_say_nothing_of() -> None:
    events: list[Event] = [
        Withheld((".env",)),
        Withheld((".env", "/run/secrets/db")),
        Summary(goals=1, covered=1),
    ]

    assert render_report(events).splitlines()[0] == (
        "Values read from .env, /run/secrets/db are left out of tests. "
        "To test code with such values, pass them as arguments."
    )


def test_what_contradicts_the_documentation_is_told_with_both_sides() -> None:
    found = [
        Finding("shop:half", 7, "documentation:half(4) == 3", "", "def test_half(): ...\n", returned="2"),
        Finding("shop:half", 7, "documentation:half('') == 0", "TypeError: no", ""),
    ]

    assert render_report(found).startswith("""\
Contradictions of documentation
  half (line 7): the documentation says half(4) == 3, the code returns 2
    def test_half(): ...
  half (line 7): the documentation says half('') == 0, the code raises TypeError: no
""")
