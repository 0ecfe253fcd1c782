"""What takes long to compute is computed once for the test cases of a search."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from testloom.execution import Agent
from testloom_agent.execution.isolation.memos import Memos
from testloom_agent.execution.isolation.module_state import ModuleState
from tests.agent.cases import call

TABLES = """
import itertools

RUNS = itertools.count()
tables = {}

def table(rounds):
    if "a" not in tables:
        for _ in range(rounds):
            sum(range(100_000))
        tables["a"] = next(RUNS)
    raise LookupError(tables["a"])
"""
"""The counter tells apart what this process has computed."""
LONG, SHORT = 16, 0


@pytest.fixture
def module() -> ModuleType:
    made = ModuleType("tables")
    vars(made).update(tables={"first": 1}, largest=None, count=0)
    return made


def restored(module: ModuleType, *changes: Callable[[Any], object]) -> tuple[list[Any], Memos, ModuleState]:
    """The contents of a module after long test cases, each of which makes a change and is undone."""
    state, memos = ModuleState([module]), Memos()
    left = []
    for change in changes:
        change(module)
        memos.keep(state.own_changes())
        assert state.is_restored()
        left.append((dict(vars(module)["tables"]), vars(module)["largest"], vars(module)["count"]))
    return left, memos, state


def add(module: Any) -> None:
    module.tables["second"] = 2


def compute(module: Any) -> None:
    module.largest = 3


def test_what_two_test_cases_have_added_stays_until_it_is_forgotten(module: ModuleType) -> None:
    [once, twice], memos, state = restored(module, add, add)

    assert once == ({"first": 1}, None, 0)
    assert twice == ({"first": 1, "second": 2}, None, 0)
    memos.forget()
    assert vars(module)["tables"] == {"first": 1}
    assert state.dirty() == []


def test_what_two_test_cases_have_put_in_the_place_of_none_stays_until_it_is_forgotten(
    module: ModuleType,
) -> None:
    [once, twice], memos, state = restored(module, compute, compute)

    assert (once[1], twice[1]) == (None, 3)
    memos.forget()
    assert vars(module)["largest"] is None
    assert state.dirty() == []


def test_what_only_one_has_computed_does_not_stay(module: ModuleType) -> None:
    [*_, left], _, _ = restored(module, add, compute)

    assert left == ({"first": 1}, None, 0)


def test_what_test_cases_set_themselves_does_not_stay(module: ModuleType) -> None:
    variables: dict[str, str] = {}
    state, memos = ModuleState([module], extra=[variables]), Memos()

    for _ in range(2):
        variables["HOME"] = "/"
        memos.keep(state.own_changes())
        assert state.is_restored()

    assert variables == {}


def test_what_has_changed_or_gone_does_not_stay_nor_what_changed_with_it(module: ModuleType) -> None:
    def replace(module: Any) -> None:
        module.tables.update(first=5, second=2)
        module.count += 1

    def remove(module: Any) -> None:
        del module.tables["first"]
        module.tables["second"] = 2

    [*_, left], _, _ = restored(module, replace, replace, remove, remove)

    assert left == ({"first": 1}, None, 0)


@pytest.mark.parametrize(
    ("rounds", "is_patient", "computed"),
    [(LONG, False, [0, 1, 1, 1]), (SHORT, False, [0, 1, 2, 3]), (LONG, True, [0, 1, 2, 3])],
    ids=["long", "short", "reproducible"],
)
def test_a_search_has_what_takes_long_computed_twice(
    python: Path, tmp_path: Path, rounds: int, is_patient: bool, computed: list[int]
) -> None:
    file = tmp_path / "tables.py"
    file.write_text(TABLES)
    test = call("tables:table", rounds)

    with Agent.start(python, file, tmp_path, patient=is_patient) as agent:
        agent.submit([test] * 4, wanted=())
        searched = agent.collect()
        alone = agent.execute([test] * 2)

    told = [int(result.exception.message) for result in (*searched, *alone) if result.exception]
    assert told[:4] == computed
    assert told[4:] == [computed[-1] + 1, computed[-1] + 2]
