from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from testloom.lsp.words import carved, failed_test, outcome, phase
from testloom.model.events.jobs import Carving, Progress, Summary
from testloom.model.generation_request import Target


def test_progress_counts_goals_executions_and_files() -> None:
    assert phase(Progress("load", 0.0)) == "Loading the code"
    assert phase(Progress("repeat", 0.1, file=2, files=3)) == "File 2 of 3 · Repeating recorded calls"
    assert phase(Progress("assert", 0.7, 20, 12)) == "Choosing assertions · 12 of 20 goals covered"
    assert phase(Progress("search", 0.5, 20, 12, 1234.5, file=2, files=3)) == (
        "File 2 of 3 · Searching · 12 of 20 goals covered · 1,234 executions per second"
    )


def test_progress_says_for_how_many_goals_tests_are_verified_instead_of_how_fast_it_is() -> None:
    assert phase(Progress("search", 0.5, 20, 12, 1234.5, verified=9)) == (
        "Searching · 12 of 20 goals covered · 9 verified"
    )


def test_the_outcome_counts_the_functions_that_are_new_and_the_cases_in_all() -> None:
    target = Target(Path("tools.py"), "clamp")

    assert outcome(target, Summary(goals=5, covered=5, tests=13), new=3) == (
        "Testloom: 3 new tests for clamp (13 cases in all, 5 of 5 goals covered)."
    )
    assert outcome(target, Summary(goals=5, covered=5, tests=1), new=1) == (
        "Testloom: 1 new test for clamp (5 of 5 goals covered)."
    )
    assert outcome(target, Summary(goals=1, covered=1, tests=1), new=1).endswith("(1 of 1 goal covered).")


def test_the_outcome_says_why_the_projects_own_tests_were_not_counted() -> None:
    target, left = Target(Path("tools.py"), "clamp"), Summary(goals=5, covered=5, tests=1)

    assert outcome(target, replace(left, uncounted=12.5), new=1) == (
        "Testloom: 1 new test for clamp (5 of 5 goals covered). Your own tests were not counted: "
        "they took longer than 12.5 s. To count them, run them with coverage."
    )
    assert outcome(target, replace(left, uncounted=0.0), new=1).endswith(
        ". Under the guard, some of your own tests failed or did not reach this code. "
        "To count them, run them with coverage."
    )


def test_where_a_projects_own_tests_cover_all_this_is_said() -> None:
    target = Target(Path("tools.py"), "double")

    assert outcome(target, Summary(left_out=4), new=0) == "Testloom: Your own tests cover all of double."
    assert outcome(target, Summary(), new=0) == "Testloom: double has nothing left to cover."


def test_where_nothing_is_found_for_the_rest_the_projects_own_tests_are_named() -> None:
    target, nothing = Target(Path("tools.py")), Summary(goals=1, unreached={"timeout": 1}, left_out=9)

    assert outcome(target, nothing, new=0).startswith(
        "Testloom: No tests found for what your own tests do not cover in tools.py (0 of 1 goal covered). "
    )
    assert outcome(target, replace(nothing, uncounted=0.0), new=0).startswith(
        "Testloom: No tests found for tools.py (0 of 1 goal covered). "
    )


def test_goals_and_tests_that_were_not_kept_are_not_counted_together() -> None:
    lost = Summary(goals=3, unreached={"discarded": 2, "timeout": 1}, discarded={"flaky": 4})

    assert outcome(Target(Path("tools.py")), lost, new=0) == (
        "Testloom: No tests found for tools.py (0 of 3 goals covered). Main reasons: a test reaches it, but "
        "could not be kept (2); calls that reach it time out (1). Tests that could not be kept: flaky (4)."
    )


def test_a_failed_test_says_why_before_all_that_pytest_shows() -> None:
    report = "def test_a():\n>   assert clamp(2) == 1\nE   assert 2 == 1"

    assert failed_test("assert 2 == 1\n +  where 2 = clamp(2)", report) == f"assert 2 == 1\n\n{report}"
    assert failed_test("", report) == failed_test("def test_a():", report) == report


def test_recorded_calls_of_which_none_can_be_repeated_are_not_counted() -> None:
    assert carved(Carving(calls=2, dropped={"a secret": 2}), new=0) == (
        "Testloom: No recorded call can be repeated. Main reasons: a secret (2)."
    )
    assert carved(Carving(calls=2, distinct_calls=1), new=0) == (
        "Testloom: 1 distinct recorded call produced no tests."
    )
