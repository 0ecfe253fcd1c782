"""Recorded calls are tests to begin with, while that pays."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.continuous.planning.allotment import Resources
from testloom.continuous.planning.changes import Change
from testloom.continuous.planning.order import Order
from testloom.continuous.seeds import SeedSources
from testloom.model.errors import StoreError
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.recording import RecordedCall, Recording
from tests.unit.continuous.building import record, unit

FILE = Path("/project/shop.py")


def call(callable: str, value: int) -> TestCase:
    return TestCase((LiteralStatement(1, value), CallStatement(2, callable, None, (1,))))


PRICE, ADD = call("shop:price", 3), call("shop:Cart.add", 40)
SEEDS = SeedSources(
    Recording(
        FILE.parent,
        Path("python"),
        {"shop": FILE},
        (RecordedCall("shop:price", PRICE), RecordedCall("shop:Cart.add", ADD)),
        {},
    )
)
NEW_PRICE, NEW_CART = Change(unit("shop:price"), "new"), Change(unit("shop:Cart"), "new")


def test_recorded_calls_of_the_units_of_a_job_begin_its_search() -> None:
    assert SEEDS.seeds(FILE, [NEW_PRICE, NEW_CART]) == (PRICE, ADD)
    assert SEEDS.seeds(FILE, [NEW_CART]) == (ADD,)
    assert SEEDS.seeds(Path("/project/other.py"), [NEW_CART]) == ()


def test_they_are_given_up_where_the_last_run_with_them_brought_nothing() -> None:
    tired = Change(unit("shop:price"), "same", record("shop:price", missed=1, improved=False))
    eager = Change(unit("shop:price"), "same", record("shop:price", missed=1))
    changed = Change(unit("shop:price"), "changed", record("shop:price", missed=1, improved=False))

    assert SEEDS.seeds(FILE, [tired, NEW_CART]) == (ADD,)
    assert SEEDS.seeds(FILE, [tired]) == ()
    assert SEEDS.seeds(FILE, [eager]) == SEEDS.seeds(FILE, [changed]) == (PRICE,)


def test_without_a_recording_there_are_none() -> None:
    assert SeedSources().seeds(FILE, [NEW_PRICE]) == ()


def test_a_recording_that_is_named_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"The recording .* does not exist"):
        SeedSources.of(Order(tmp_path, Path("python"), Resources(1, 1), recording=tmp_path / "none.testloom"))
