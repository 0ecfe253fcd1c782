"""What runs of a project's own tests have shown."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from testloom.capabilities import KINDS
from testloom.model.progress.suites import SuiteCalls
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.store import SuiteRuns, open_store

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
