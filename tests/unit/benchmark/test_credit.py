"""What operators and providers win, and what is lost without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.quality.crediting import tables
from tests.quality.crediting.trial import MUTATION, OPERATOR, PROVIDER, Clock, Place, Run, Won

ONE, TWO = (Place(Path(f"/root/{name}.py"), Path("/root"), Path("python")) for name in ("one", "two"))


def run(place: Place, seed: int, covered: int, without: str = "", **won: Won) -> Run:
    return Run(place, seed, without, goals=20, covered=covered, executions=100, won=won)


def test_credit_is_summed_over_runs_and_sorted_by_kind_and_goals() -> None:
    runs = [
        run(ONE, 1, 9, plain=Won(PROVIDER, 10, 5), idle=Won(OPERATOR), aim=Won(OPERATOR, 400, 2, 0.5)),
        run(TWO, 1, 9, plain=Won(PROVIDER, 10, 0), idle=Won(OPERATOR), aim=Won(OPERATOR, 100, 1, 0.5)),
    ]
    assert tables.credit_rows(runs) == [
        ("aim", "operator", "2", "500", "3", "6.00", "3.0"),
        ("idle", "operator", "0", "0", "0", "-", "-"),
        ("plain", "provider", "1", "20", "5", "250.00", "-"),
    ]


def test_what_is_left_out_is_left_out_where_it_won_most() -> None:
    runs = [
        run(ONE, 1, 9, aim=Won(OPERATOR, 9, 1), mutate=Won(OPERATOR, 9, 3), delete=Won(MUTATION, 9)),
        run(TWO, 1, 9, aim=Won(OPERATOR, 9, 1), mutate=Won(OPERATOR, 9, 3), delete=Won(MUTATION, 9)),
        run(TWO, 2, 9, aim=Won(OPERATOR, 9, 1), mutate=Won(OPERATOR, 9, 3), delete=Won(MUTATION, 9)),
    ]
    assert tables.to_ablate(runs, most=1) == {"aim": [TWO]}


def test_runs_are_compared_with_those_of_the_same_module_and_seed() -> None:
    whole = [run(ONE, 1, 10), run(ONE, 2, 12), run(TWO, 1, 5)]
    ablated = [run(TWO, 1, 5, "aim"), run(ONE, 2, 12, "cross"), run(ONE, 1, 8, "cross")]
    ablated.append(Run(TWO, 1, "cross", error="cannot be loaded"))
    assert tables.ablation_rows(whole, ablated) == [
        ("cross", "1", "2", "22", "20", "1.00", "0.00 to 2.00", "0.75"),
        ("aim", "1", "1", "5", "5", "0.00", "0.00 to 0.00", "0.50"),
    ]


def test_time_within_another_of_the_same_kind_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter([0.0, 1.0, 4.0, 5.0])
    monkeypatch.setattr("time.thread_time", lambda: next(seconds))
    clock = Clock()
    clock.timed(PROVIDER, "list", clock.timed(PROVIDER, "plain", lambda: None))()
    assert clock.own == {(PROVIDER, "list"): 2.0, (PROVIDER, "plain"): 3.0}
