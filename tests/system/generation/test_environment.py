"""Modules that depend on their environment get tests that reach all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.generation.file_job import FoundTests
from testloom.model.settings import Settings
from tests.system.generation.searching import found_in, text_of

SUBJECTS = Path(__file__).parents[2] / "subjects"
EXECUTIONS = 2000
REACHED = (
    "command_line",
    "counter",
    "csv_report",
    "feature_flags",
    "greeting",
    "ini_settings",
    "log_rotation",
    "password_prompt",
    "project_root",
    "quiz",
    "retry",
    "singleton",
    "stale_note",
    "stopwatch",
    "todo_list",
    "token_expiry",
    "word_filter",
    "xml_feed",
)


def found(name: str, *without: str) -> FoundTests:
    file = SUBJECTS / "environment" / f"{name}.py"
    return found_in(file, SUBJECTS, Settings(executions=EXECUTIONS, seed=1, without=without))


@pytest.mark.parametrize("name", REACHED)
def test_a_module_that_depends_on_its_environment_is_reached_everywhere(name: str) -> None:
    outcome = found(name)

    assert [goal.label for goal in outcome.result.archive.uncovered] == []
    assert not outcome.suite.losses.counts


def test_without_the_environment_less_is_reached() -> None:
    outcome = found("stale_note", "environment")

    assert outcome.result.archive.uncovered
    assert not any('"file"' in test.case.wire for test in outcome.suite.tests)


def test_a_test_says_what_it_needs_and_no_more() -> None:
    text = text_of(found("feature_flags"))

    assert 'monkeypatch.setenv("FEATURE_CHECKOUT"' in text
    assert 'monkeypatch.delenv("FEATURE_CHECKOUT", raising=False)' in text
    assert not any(word in text for word in ("tmp_path", "sys.argv", "stdin", "Mock"))
