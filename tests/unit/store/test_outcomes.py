from __future__ import annotations

from pathlib import Path

from testloom.model.events.jobs import Finding, Unreached
from testloom.model.events.nearness import NearMiss
from testloom.model.progress.outcome import FileOutcome
from testloom.store import ExpectedExceptions, FileOutcomes, open_store

MISSED = Unreached("f/1", 3, "a > 3 is true", "needs-value", closest=NearMiss("a > 3", "1 > 3", True, 2.0))
FOUND = Finding("shop:g", 7, "builtins:IndexError", "", "def test_g(): ...\n")


def test_what_a_run_left_open_is_read_as_it_was_written(tmp_path: Path) -> None:
    outcome = FileOutcome(tmp_path / "shop.py", "text\n", (MISSED,), (FOUND,))
    with open_store(tmp_path / "store.db") as database:
        outcomes = FileOutcomes(database)
        outcomes.remember(FileOutcome(outcome.file, "older\n"))
        outcomes.remember(outcome)

        assert outcomes.of(outcome.file) == outcome
        assert outcomes.of(tmp_path / "other.py") is None


def test_exceptions_are_expected_of_one_callable_in_one_file(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as database:
        expected = ExpectedExceptions(database)
        for _ in range(2):
            expected.add(tmp_path / "shop.py", "shop:g", "builtins:IndexError")

        assert expected.of(tmp_path / "shop.py") == [("shop:g", "builtins:IndexError")]
        assert expected.of(tmp_path / "other.py") == []
