"""What is worth a run, and how long."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testloom.continuous.planning.allotment import FLOOR, URGENT, Allotment, Resources, Share, allot
from testloom.continuous.planning.changes import Change
from testloom.continuous.planning.needs import Need, Needs, assess
from testloom.continuous.planning.pool import AROUND, Counted, Grant, Pool
from testloom.continuous.planning.schedule import Job, next_job, schedule
from testloom.continuous.planning.strategies import STRATEGIES, Strategy
from testloom.model.settings import Settings
from tests.unit.continuous.building import record, unit

HISTORY, SIMPLE, BUDGET = (STRATEGIES[name] for name in ("history", "simple", "budget"))
NEEDS = st.lists(
    st.builds(
        Need,
        st.uuids().map(str),
        st.integers(1, 300),
        st.booleans(),
        st.integers(0, 9),
    ),
    max_size=60,
).map(lambda wanted: Needs(tuple(wanted), {}, len(wanted), sum(need.goals for need in wanted)))
RESOURCES = st.builds(Resources, st.integers(1, 16), st.floats(1, 20_000))


def seconds(allotment: Allotment) -> dict[str, float]:
    return {share.id: share.amount for share in allotment.shares}


@given(NEEDS, RESOURCES, st.sampled_from(list(STRATEGIES.values())))
def test_a_budget_is_never_overdrawn_and_no_unit_is_lost(
    needs: Needs, resources: Resources, strategy: Strategy
) -> None:
    given = allot(needs, resources, strategy)

    assert sum(seconds(given).values()) <= resources.total * (1 + 1e-9)
    assert all(0 < share.amount <= share.most + 1e-6 for share in given.shares)
    assert all(share.most <= resources.seconds + 1e-6 for share in given.shares)
    assert sorted([*seconds(given), *given.left_out]) == sorted(need.id for need in needs.wanted)


@given(NEEDS, RESOURCES, st.sampled_from(list(STRATEGIES.values())))
def test_every_unit_that_runs_gets_the_floor(needs: Needs, resources: Resources, strategy: Strategy) -> None:
    given = allot(needs, resources, strategy)

    least = min(FLOOR, resources.seconds, resources.total)
    assert all(share.amount >= least - 1e-6 for share in given.shares)


def test_all_get_the_same_without_a_look_at_them() -> None:
    needs = Needs((Need("a", 100), Need("b", 1)), {}, 2, 101)

    assert seconds(allot(needs, Resources(2, 60), SIMPLE)) == {"a": 60, "b": 60}


def test_above_the_floor_time_goes_to_what_has_more_goals() -> None:
    needs = Needs((Need("a", 30), Need("b", 10)), {}, 2, 40)

    assert seconds(allot(needs, Resources(1, 100), BUDGET)) == {"a": 70, "b": 30}


def test_a_changed_unit_gets_twice_its_share_and_the_share_of_those_that_wait_is_saved() -> None:
    needs = Needs((Need("a", 10, is_urgent=True),), {"b": "complete"}, 2, 20)

    assert seconds(allot(needs, Resources(1, 100), HISTORY)) == {"a": URGENT * 50}
    assert seconds(allot(needs, Resources(1, 40), HISTORY)) == {"a": 40}
    assert seconds(allot(replace(needs, units=10, goals=100), Resources(1, 200), HISTORY)) == {"a": 40}


def test_each_further_run_on_the_same_code_gets_half_of_what_is_above_the_floor() -> None:
    def share(tries: int) -> float:
        needs = Needs((Need("a", 10, tries=tries),), {}, 1, 10)
        return seconds(allot(needs, Resources(1, 90), HISTORY))["a"]

    assert [share(tries) - FLOOR for tries in range(6)] == [80, 40, 20, 10, 10, 10]


def test_what_does_not_fit_is_left_for_the_next_time_oldest_first() -> None:
    wanted = (
        Need("young", 9, ran_in=7),
        Need("old", 2, ran_in=3),
        Need("changed", 1, is_urgent=True, ran_in=8),
    )
    needs = Needs(wanted, {}, 3, 12)

    assert allot(needs, Resources(1, 2 * FLOOR), HISTORY).left_out == ("young",)
    assert set(seconds(allot(needs, Resources(1, FLOOR), HISTORY))) == {"changed"}


def test_units_that_are_complete_or_do_not_improve_wait_until_they_change() -> None:
    changes = [
        Change(unit("m:complete"), "same", record("m:complete")),
        Change(unit("m:stale"), "same", record("m:stale", missed=2, runs=3, improved=False)),
        Change(
            unit("m:changed", content="new"),
            "changed",
            record("m:changed", missed=2, runs=3, improved=False),
        ),
        Change(unit("m:affected"), "changed", record("m:affected", missed=2, runs=3, improved=False)),
        Change(unit("m:open"), "same", record("m:open", missed=2, runs=2, improved=False)),
        Change(unit("m:new", size=7), "new"),
    ]

    needs = assess(changes, HISTORY)

    assert needs.waiting == {"m:complete": "complete", "m:stale": "no-improvement"}
    assert needs.wanted == (
        Need("m:changed", 4, is_urgent=True, ran_in=1),
        Need("m:affected", 2, is_urgent=True, ran_in=1, tries=3),
        Need("m:open", 2, ran_in=1, tries=2),
        Need("m:new", 7, is_urgent=True),
    )
    assert (needs.units, needs.goals) == (6, 27)
    assert {need.id for need in assess(changes, SIMPLE).wanted} == {change.unit.id for change in changes}


def test_a_unit_whose_tests_are_gone_is_run_again() -> None:
    change = Change(unit("m:f"), "same", record("m:f"))

    assert assess([change], HISTORY, has_tests=lambda change: False).wanted


def test_a_goal_that_no_search_reaches_is_not_missed() -> None:
    known = replace(record("m:f"), reasons={"f/branch/0": "platform"})

    assert assess([Change(unit("m:f"), "same", known)], HISTORY).waiting == {"m:f": "complete"}


@pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=str)
def test_only_what_was_asked_for_runs(strategy: Strategy) -> None:
    changes = [Change(unit("m:f"), "new"), Change(unit("m:g"), "new")]

    needs = assess(changes, strategy, {"m:g"})

    assert ([need.id for need in needs.wanted], needs.waiting) == (["m:g"], {"m:f": "unchanged"})


def test_files_come_behind_those_that_they_use_and_their_units_run_together() -> None:
    known = [
        unit("a:f", uses=frozenset({"b:f"})),
        unit("b:f", uses=frozenset({"c:f"})),
        unit("b:g"),
        unit("c:f"),
        unit("c:g", uses=frozenset({"b:g"})),
    ]
    needs = Needs(tuple(Need(entry.id, 1) for entry in known), {}, 5, 5)

    jobs = schedule(allot(needs, Resources(1, 100), SIMPLE).shares, {entry.id: entry for entry in known})

    assert [job.file.stem for job in jobs] == ["b", "c", "a"]
    assert [[entry.name for entry in job.units] for job in jobs] == [["f", "g"], ["f", "g"], ["f"]]
    assert [job.amount for job in jobs] == [40, 40, 20]
    assert [{file.stem for file in job.after} for job in jobs] == [set(), {"b"}, {"b"}]


def test_what_a_job_does_not_use_goes_to_the_others_at_once() -> None:
    pool = Pool(seconds=90, planned=90)
    first, second, third = (_job(30, most) for most in (90, 90, 40))

    granted = pool.take(first, 1_000)
    assert granted is not None and granted.seconds == 30
    pool.give_back(granted, used=10)

    assert _seconds(pool.take(second, 1_000)) == 40
    assert _seconds(pool.take(third, 1_000)) == 40
    assert pool.seconds == 0


def test_a_job_that_overdraws_costs_the_others() -> None:
    pool = Pool(seconds=60, planned=60)
    granted = pool.take(_job(30, 30), 1_000)
    assert granted is not None
    pool.give_back(granted, used=50)

    assert _seconds(pool.take(_job(30, 30), 1_000)) == 10
    assert pool.pace == 50 / 30


def test_a_job_that_would_have_no_time_to_search_is_not_begun() -> None:
    assert Pool(seconds=60, planned=60).take(_job(30, 30), AROUND - 1) is None


def test_executions_are_a_matter_of_the_share_alone() -> None:
    policy = Counted()
    policy.give_back(policy.take(_job(30, 90), 0), used=0.1)

    assert policy.take(_job(70.4, 90), 0).limit(Settings()).executions == 70


def test_a_job_starts_once_those_that_it_borrows_from_and_those_of_the_same_test_file_have_ended() -> None:
    shares = (Share("x", 1, 1),)
    low, other, same, high = (
        Job(Path(name), (unit(f"{module}:x"),), shares, frozenset(map(Path, after)))
        for name, module, after in (
            ("low.py", "low", ()),
            ("a/same.py", "a.same", ()),
            ("b/same.py", "b.same", ()),
            ("high.py", "high", ("low.py",)),
        )
    )

    assert next_job([high, low], []) is low
    assert next_job([high], [low]) is None
    assert next_job([high, other], [low]) is other
    assert next_job([same, high], [other]) is high
    assert next_job([high], []) is high


def _seconds(grant: Grant | None) -> float:
    return grant.seconds if grant is not None else 0


def _job(seconds: float, most: float) -> Job:
    return Job(Path("x.py"), (), (Share("x", seconds, most),))
