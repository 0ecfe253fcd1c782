"""What the tests of users call helps a search to begin."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .command import run

CALENDAR = """\
def greeting(day):
    if day.month == 12 and day.day == 24:
        return "merry"
    return "hello"
"""
BY_HAND = """\
import datetime
import calendars
import pytest


@pytest.fixture
def eve():
    return datetime.date.fromisoformat("2031-12-25") - datetime.timedelta(1)


def test_greeting(eve):
    assert calendars.greeting(eve) == "merry"


def test_that_is_wrong(eve):
    assert calendars.greeting(eve) == "hello"
"""
OPTIONS = ("--python", sys.executable, "--executions", "60", "--seed", "1", "--json")


@pytest.fixture
def calendars(project: Path) -> Path:
    (project / "shop.py").unlink()
    (project / "calendars.py").write_text(CALENDAR)
    (project / "tests" / "test_broken.py").write_text("import calendars\ndef test_greeting(:\n")
    (project / "tests" / "test_by_hand.py").write_text(BY_HAND)
    return project


def test_a_goal_is_reached_that_is_not_reached_without(calendars: Path) -> None:
    command = ("generate", "calendars.py", "--out", "../out", *OPTIONS)
    without = run(calendars, *command, "--without", "seeds").events[-1]
    reached = run(calendars, *command).events[-1]

    assert (without["goals"], without["covered"]) == (reached["goals"], reached["goals"] - 1)
    assert reached["covered"] == reached["goals"]
    assert (calendars / "tests" / "test_by_hand.py").read_text() == BY_HAND


def test_a_run_over_the_project_begins_with_it(calendars: Path) -> None:
    command = ("continuous", "--executor", "local:1", "--state", "../state.db", "--offer", *OPTIONS)

    ended = run(calendars, *command)

    assert ended.status == 0, ended.err
    assert ended.events[-1]["coverage"]["after"] == 100
