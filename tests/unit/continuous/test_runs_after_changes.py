"""Which units the runs after a change work on, and when they give up."""

from __future__ import annotations

import json

from testloom.model.events.units import UnitSuite
from testloom.model.generation_request import Earlier, GenerationRequest
from testloom.model.statements import CallStatement, TestCase
from tests.unit.continuous.pretending import (
    SHOP,
    Pretenders,
    Project,
    adds_nothing,
    covers_half,
    covers_nothing,
)


def test_a_change_runs_what_uses_it_with_the_tests_of_before(project: Project) -> None:
    project.run(Pretenders())
    project.write(shop=SHOP.replace("* 2", "* 3"))
    workers = Pretenders()

    project.run(workers)

    assert workers.units == ["shop:total", "cart:Cart"]
    [earlier] = workers.requests[0].earlier
    assert [test.wire for test in earlier.tests] == ['[["call",1,"shop:total",null,[],{}]]']
    assert (earlier.functions, earlier.to_beat, earlier.grows) == (("test_total",), None, True)
    assert (earlier.to_revalidate, earlier.covers) == (("test_total",), (("total/entry//1",),))
    [user] = workers.requests[1].earlier
    assert (user.unit, user.grows, user.to_revalidate) == ("Cart", True, ("test_Cart",))
    assert project.done["shop:total"].status == "changed"


def test_what_brings_nothing_is_given_up_after_three_runs(project: Project) -> None:
    runs = []
    for _ in range(5):
        workers = Pretenders(covers_nothing)
        project.run(workers)
        runs.append(len(workers.units))

    assert runs == [3, 3, 3, 3, 0]


def test_a_run_that_covers_little_of_much_is_no_improvement(project: Project) -> None:
    def one_more(request: GenerationRequest, earlier: Earlier) -> UnitSuite:
        goals = tuple(f"{earlier.unit}/branch/{number}" for number in range(40))
        case = json.loads(TestCase((CallStatement(1, "shop:price"),)).wire)
        covered = goals[: len(earlier.covers) + 1]
        test = {"function": "test_it", "case": case, "goals": [covered[-1]]}
        file = str(project.folder / "tests" / "test_shop.py")
        standing = earlier.covers if earlier.grows else None
        reasons = {goal: "needs-value" for goal in goals if goal not in covered}
        return UnitSuite(earlier.unit, True, goals, reasons, (test,), file, standing=standing)

    project.write(shop=SHOP, cart="")
    runs = [project.run(Pretenders(one_more)) for _ in range(5)]

    assert [run.units_run for run in runs] == [2, 2, 2, 2, 0]
    assert [run.covered for run in runs] == [2, 4, 6, 8, 8]


def test_what_was_given_up_is_tried_once_after_a_change_that_brings_nothing_to_cover(
    project: Project,
) -> None:
    while project.run(Pretenders(adds_nothing)).units_run:
        continue
    runs = []
    project.write(shop=SHOP.replace("n + 1", "n + 2"), cart="")
    for _ in range(2):
        workers = Pretenders(adds_nothing)
        project.run(workers)
        runs.append(workers.units)

    assert runs == [["shop:price", "shop:total"], []]


def test_tests_that_are_gone_are_made_again(project: Project) -> None:
    project.run(Pretenders())
    (project.folder / "tests" / "test_cart.py").unlink()
    workers = Pretenders()

    project.run(workers)

    assert workers.units == ["cart:Cart"]


def test_what_uses_a_change_is_run_once_and_waits_if_nothing_was_left_to_try(project: Project) -> None:
    while project.run(Pretenders(covers_half)).units_run:
        continue
    project.write(shop=SHOP.replace("n + 1", "n + 2"))
    runs = []
    for _ in range(5):
        workers = Pretenders(covers_half)
        project.run(workers)
        runs.append(workers.units)

    assert runs == [["shop:price", "shop:total", "cart:Cart"], *[["shop:price"]] * 3, []]
