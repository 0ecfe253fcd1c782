from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.capabilities import KINDS
from testloom.model.events.jobs import Finding, Unreached
from testloom.model.events.nearness import NearMiss
from testloom.model.progress.outcome import FileOutcome
from testloom.model.progress.suites import SuiteCalls
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.store import Database, ExpectedExceptions, FileOutcomes, PairCoverage, SuiteRuns, open_store

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


FILE = Path("/shop/cart.py")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_store(tmp_path / "store.db") as database:
        yield database


def test_the_last_tests_of_a_pair_count(database: Database) -> None:
    pairs = PairCoverage(database)
    pairs.remember(FILE, ("cart:Cart", "stock:Stock"), 3, 8)
    pairs.remember(FILE, ("cart:Cart", "stock:Stock"), 5, 8)
    pairs.remember(FILE, ("cart:Cart", "till:Till"), 1, 2)

    assert pairs.of(FILE) == {("cart:Cart", "stock:Stock"): (5, 8), ("cart:Cart", "till:Till"): (1, 2)}
    assert pairs.of(Path("/shop/stock.py")) == {}


OWN = TestCase((LiteralStatement(1, "é"), CallStatement(2, "shop:price", None, (1,))))
LENT = TestCase((CallStatement(1, "carts:Cart", None, ()), CallStatement(2, "carts:Cart.pay", 1, ())))


@pytest.mark.parametrize("seconds", [math.inf, 2.5])
def test_calls_are_read_as_they_were_written_as_long_as_nothing_has_changed(
    tmp_path: Path, seconds: float
) -> None:
    file, calls = tmp_path / "shop.py", SuiteCalls((OWN,), (LENT,), seconds)
    with open_store(tmp_path / "store.db") as database:
        runs = SuiteRuns(database)
        runs.remember(file, "older", SuiteCalls())
        runs.remember(file, "as it is", calls)

        assert runs.of(file, "as it is", KINDS) == calls
        assert runs.of(file, "older", KINDS) is None
        assert runs.of(tmp_path / "other.py", "as it is", KINDS) is None
