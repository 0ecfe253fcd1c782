"""The comparison by cosmic-ray's mutants: which of them are tried, and what is made of the counts."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.quality.judgement.mutants import Kills, keep_some
from tests.quality.kills import comparison, totals

COLUMNS = "job_id, start_pos_row, start_pos_col, operator_name, occurrence"


def session(path: Path, prefix: str) -> Path:
    """A session with ten mutants, whose ids differ from session to session as those of cosmic-ray do."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"CREATE TABLE mutation_specs ({COLUMNS})")
        database.execute("CREATE TABLE work_items (job_id)")
        for n in range(10):
            job = f"{prefix}{n}"
            database.execute("INSERT INTO mutation_specs VALUES (?, ?, 0, 'negate', 0)", (job, n))
            database.execute("INSERT INTO work_items VALUES (?)", (job,))
        database.commit()
    return path


def rows(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as database:
        items = {job for (job,) in database.execute("SELECT job_id FROM work_items")}
        found = database.execute("SELECT job_id, start_pos_row FROM mutation_specs").fetchall()
    assert {job for job, _ in found} == items
    return [row for _, row in found]


def test_the_same_mutants_are_tried_for_all_tests_of_a_module(tmp_path: Path) -> None:
    one, other = session(tmp_path / "one", "a"), session(tmp_path / "other", "z")

    assert (keep_some(one, 4), keep_some(other, 4)) == (10, 10)

    assert rows(one) == rows(other)
    assert len(rows(one)) == 4


def test_all_mutants_are_tried_if_there_are_not_too_many(tmp_path: Path) -> None:
    path = session(tmp_path / "session", "a")

    keep_some(path, 100)

    assert rows(path) == list(range(10))


def test_kills_and_lines_are_summed_up_and_compared() -> None:
    found = [
        Kills("one", "Testloom", 50, 10, 9, 20),
        Kills("one", "Pynguin-0.48", 50, 10, 4, 90),
        Kills("two", "Testloom", 10, 10, 3, 30),
        Kills("two", "Testloom", 10, 10, 3, 30).of_none("Pynguin-0.48"),
    ]

    assert list(totals(found)) == [
        Kills("all", "Testloom", 60, 20, 12, 50),
        Kills("all", "Pynguin-0.48", 60, 20, 4, 90),
    ]
    assert [*comparison(found)] == [
        "Testloom kills 12 of 20 mutants with 50 lines of test code; Pynguin 0.48 kills 4 with 90. "
        "Testloom kills 3.00 times as many: more on 2 of 2 modules, fewer on none."
    ]


def test_without_tests_of_another_tool_nothing_is_compared() -> None:
    found = [Kills("a", "Testloom", 30, 10, 7, 20), Kills("a", "Pynguin-0.48", 30, 10, 0, 0)]

    assert [*comparison(found)] == [
        "Testloom kills 7 of 10 mutants with 20 lines of test code; there are no tests of Pynguin 0.48 to "
        "compare with."
    ]
