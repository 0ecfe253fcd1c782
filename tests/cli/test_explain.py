"""What is told about the goals on a line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from testloom.model.events.jobs import Covered, Unreached
from testloom.model.events.nearness import NearMiss
from testloom.model.progress.outcome import FileOutcome
from testloom.store import FileOutcomes, open_store

from .command import run

COVERED = Covered(
    "is_even/entry//1",
    20,
    "is_even is called",
    20,
    "test_even",
    "tests/test_shop.py",
    "mutate",
    {"mutate": 3},
)
MISSED = Unreached(
    "Account.withdraw/branch/amount > self.balance is true/1",
    15,
    "amount > self.balance is true",
    "needs-value",
    nearest=0.75,
    decided=14,
    closest=NearMiss("amount > self.balance", "3 > 5", True, 2),
    tries={"mutate": 4, "aim at comparison": 9},
)


@pytest.fixture
def known(project: Path) -> Path:
    """The project, with what a run has found out about its module."""
    file = project / "shop.py"
    with open_store() as database:
        FileOutcomes(database).remember(FileOutcome(file, file.read_text(), (MISSED,), (), (COVERED,)))
    return project


def test_a_covered_goal_is_told_with_its_test_and_what_found_it(known: Path) -> None:
    ended = run(known, "explain", "shop.py:20")

    assert ended.status == 0
    assert ended.out.splitlines() == [
        "shop.py:20: is_even is called",
        "    covered by test_even in tests/test_shop.py",
        "    found by: mutate",
        "    tests made to come nearer to it: 3 (mutate 3)",
    ]


def test_a_missed_goal_is_told_with_the_nearest_comparison_and_what_was_tried(known: Path) -> None:
    ended = run(known, "explain", "shop.py:14")

    assert "not covered: no suitable input found" in ended.out
    assert "nearest: 3 > 5; `amount > self.balance` should be true" in ended.out
    assert "13 (aim at comparison 9, mutate 4)" in ended.out


def test_all_goals_of_a_file_come_as_json_in_source_order(known: Path) -> None:
    ended = run(known, "explain", "shop.py", "--json")

    assert [json.loads(line)["event"] for line in ended.out.splitlines()] == ["unreached", "covered"]


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_name_is_no_command_in_the_log_of_a_ci_server(known: Path, options: tuple[str, ...]) -> None:
    file = known / "::error::##[group].py"
    file.write_text((known / "shop.py").read_text())
    with open_store() as database:
        FileOutcomes(database).remember(FileOutcome(file, file.read_text(), (), (), (COVERED,)))

    ended = run(known, "explain", *options, f"{file.name}:20")

    assert ended.status == 0
    assert "is_even is called" in ended.out
    assert not any(line.startswith("::") for line in ended.out.splitlines())
    assert "##[" not in ended.out


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("shop.py:3", "There are goals on lines 15, 20."),
        ("other.py:3", "other.py does not exist"),
        ("tests/test_shop.py", "Generate tests first"),
    ],
)
def test_where_nothing_is_known_it_is_said_what_to_do(known: Path, place: str, said: str) -> None:
    (known / "tests" / "test_shop.py").touch()

    ended = run(known, "explain", place)

    assert ended.status == 2
    assert said in ended.err


def test_nothing_is_told_of_lines_that_have_changed_since(known: Path) -> None:
    file = known / "shop.py"
    file.write_text(
        file.read_text().replace("number % 2 == 0", "number % 2 == 1").replace("is_even", "is_odd")
    )

    ended = run(known, "explain", "shop.py:20")

    assert ended.status == 2
    assert "There are goals on lines 15." in ended.err


@pytest.mark.slow
def test_what_a_run_found_out_is_told(project: Path) -> None:
    run(project, "generate", "shop.py", "--executions", "300", "--python", sys.executable)

    ended = run(project, "explain", "shop.py")

    assert "amount > self.balance is true" in ended.out
    assert "covered by test_" in ended.out


def test_a_file_without_goals_is_said_to_have_none(project: Path) -> None:
    (project / "prices.py").write_text("POSTAGE = 5\n")
    with open_store() as database:
        FileOutcomes(database).remember(FileOutcome(project / "prices.py", "POSTAGE = 5\n", (), (), ()))

    ended = run(project, "explain", "prices.py")

    assert ended.status == 2
    assert "There is no goal in prices.py. The last run has found nothing to cover." in ended.message


def test_a_folder_is_not_said_to_be_missing(project: Path) -> None:
    ended = run(project, "explain", "tests")

    assert ended.status == 2
    assert "tests is a folder" in ended.message


def test_the_command_that_is_named_where_nothing_is_known_can_be_run_as_it_is(project: Path) -> None:
    (project / "my shop").mkdir()
    (project / "my shop" / "prices.py").write_text("POSTAGE = 5\n")

    ended = run(project, "explain", "my shop/prices.py")

    assert "testloom generate 'my shop/prices.py'" in ended.message
