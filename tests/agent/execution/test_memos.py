"""What takes long to compute is computed once for the test cases of a search."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from testloom.execution import Agent, AgentSettings
from testloom.model.statements import TestCase
from testloom_agent.execution.isolation.state.memos import SELDOM, TRIES, ColdCoverage, Memos
from testloom_agent.execution.isolation.state.module_state import ModuleState
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

def kept(rounds):
    if "a" in tables:
        return tables["a"]
    for _ in range(rounds):
        sum(range(100_000))
    tables["a"] = next(RUNS)
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
        memos.keep(state)
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
        memos.keep(state)
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
    [
        (LONG, False, [0, 1, 2, 3, 3, 3]),
        (SHORT, False, [0, 1, 2, 3, 4, 5]),
        (LONG, True, [0, 1, 2, 3, 4, 5]),
    ],
    ids=["long", "short", "reproducible"],
)
def test_a_search_has_what_takes_long_computed_a_few_times(
    python: Path, tmp_path: Path, rounds: int, is_patient: bool, computed: list[int]
) -> None:
    file = tmp_path / "tables.py"
    file.write_text(TABLES)
    test = call("tables:table", rounds)

    with Agent.start(python, file, tmp_path, AgentSettings(patient=is_patient)) as agent:
        agent.submit([test] * 6, wanted=())
        searched = agent.collect()
        alone = agent.execute([test] * 2)

    told = [int(result.exception.message) for result in (*searched, *alone) if result.exception]
    assert told[:6] == computed
    assert told[6:] == [computed[-1] + 1, computed[-1] + 2]


def test_what_is_reached_only_with_a_memo_is_tried_without_it_and_not_told() -> None:
    confirmed = ColdCoverage()
    alone, with_memo = (bytes([1, 1, 0]), ((4, 0.0, 1.0),)), (bytes([1, 0, 1]), ((4, 1.0, 0.0),))
    confirmed.note(alone)

    tries = [confirmed.has_to_be_tried(with_memo) for _ in range(SELDOM)]

    assert not confirmed.has_to_be_tried(alone)
    assert tries == [True] * TRIES + [False] * (SELDOM - TRIES - 1) + [True]
    assert confirmed.part_of(with_memo) == (bytes([1, 0, 0]), ((4, 1.0, 1.0),))
    confirmed.note(with_memo)
    assert confirmed.part_of(with_memo) == with_memo


def test_no_test_reaches_what_only_a_second_call_does(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "tables.py"
    file.write_text(TABLES)
    once = call("tables:kept", LONG)
    twice = TestCase((*once.statements, once.statements[-1].replace(id=9)))

    with Agent.start(python, file, tmp_path) as agent:
        agent.submit([once] * 8, wanted=())
        first, *others = (result for result in agent.collect() if result.end == "passed")
        agent.submit([twice] * SELDOM, wanted=())
        most = max(agent.collect(), key=lambda result: len(result.trace.hits))

    assert all(result.trace.hits <= first.trace.hits for result in others)
    assert most.trace.hits > first.trace.hits


REGISTER = """
members = None

def join(name):
    global members
    if members is None:
        for _ in range(16):
            sum(range(100_000))
        members = {}
    if name in members:
        raise ValueError(name)
    members[name] = len(members)
"""


def test_what_test_cases_change_that_find_it_is_not_kept(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "register.py"
    file.write_text(REGISTER)
    ann, bob = call("register:join", "ann"), call("register:join", "bob")
    twice = TestCase((*ann.statements, ann.statements[-1].replace(id=9)))

    with Agent.start(python, file, tmp_path) as agent:
        agent.submit([twice, twice, bob, ann, ann], wanted=())
        ends = [result.end for result in agent.collect()]

    assert ends == ["raised", "raised", "passed", "passed", "passed"]
