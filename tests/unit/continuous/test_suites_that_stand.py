"""Which suites of earlier runs stand, grow or make way."""

from __future__ import annotations

import json
from dataclasses import replace

from testloom.continuous import STRATEGIES
from testloom.model.events.units import UnitSuite
from testloom.model.generation_request import Earlier, GenerationRequest
from testloom.model.statements import CallStatement, TestCase
from tests.unit.continuous.pretending import (
    SHOP,
    Pretenders,
    Project,
    adds_nothing,
    covers_all,
    covers_half,
    covers_nothing,
)


def test_an_unchanged_unit_keeps_its_tests_if_nothing_new_is_covered(project: Project) -> None:
    project.run(Pretenders(covers_half))
    workers = Pretenders(adds_nothing)
    summary = project.run(workers)

    assert all(earlier.grows for request in workers.requests for earlier in request.earlier)
    assert summary.coverage == {"before": 50.0, "after": 50.0}
    assert {event.outcome for event in project.done.values()} == {"kept"}
    assert {event.tests for event in project.done.values()} == {1}


def test_where_nothing_is_remembered_of_tests_a_suite_has_to_be_beaten(project: Project) -> None:
    project.run(Pretenders(covers_half), strategy=STRATEGIES["simple"])
    workers = Pretenders(covers_nothing)
    project.run(workers, strategy=STRATEGIES["simple"])

    assert {entry.to_beat for request in workers.requests for entry in request.earlier} == {(1, 1)}
    assert not any(entry.grows for request in workers.requests for entry in request.earlier)


def test_a_suite_grows_by_tests_of_what_it_misses(project: Project) -> None:
    def adds(request: GenerationRequest, earlier: Earlier) -> UnitSuite:
        case = TestCase((CallStatement(1, "shop:price"),))
        goal = f"{earlier.unit}/branch//1"
        test = {"function": "test_branch", "case": json.loads(case.wire), "goals": [goal]}
        suite = covers_half(request, earlier)
        return replace(suite, reasons={}, tests=(test,), standing=earlier.covers)

    project.run(Pretenders(covers_half))
    summary = project.run(Pretenders(adds))
    workers = Pretenders()
    again = project.run(workers)

    assert (summary.coverage["after"], summary.tests) == (100, 6)
    assert (again.units_run, again.units_skipped) == (0, {"complete": 3})


def test_goals_that_a_replaced_test_of_another_unit_covered_are_missed_again(project: Project) -> None:
    def both(request: GenerationRequest, earlier: Earlier) -> UnitSuite:
        suite, shared = covers_all(request, earlier), ("price/entry//1", "total/entry//1")
        if request.targets[0].file.stem != "shop":
            return suite
        return replace(suite, tests=({**suite.tests[0], "goals": shared},) if earlier.unit == "total" else ())

    project.run(Pretenders(both))
    project.write(shop=SHOP.replace("* 2", "* 3"))
    summary = project.run(Pretenders())
    workers = Pretenders()
    project.run(workers)

    assert summary.unreached == {"replaced": 1}
    assert workers.units == ["shop:price"]


def test_a_unit_without_tests_keeps_what_a_test_of_another_covers_that_is_not_run(project: Project) -> None:
    shared, missed = ("price/entry//1", "total/entry//1"), "price/branch//1"

    def by_one(request: GenerationRequest, earlier: Earlier) -> UnitSuite:
        """A test of `total`, if that is run, covers a goal of `price`."""
        if earlier.unit == "total":
            suite = covers_all(request, earlier)
            return replace(suite, tests=({**suite.tests[0], "goals": shared},))
        is_covered = len(request.earlier) == 2 or shared[0] in earlier.covered
        left = (missed,) if is_covered else (shared[0], missed)
        reasons = dict.fromkeys(left, "needs-value")
        standing = earlier.covers if earlier.grows else None
        return UnitSuite("price", False, (shared[0], missed), reasons, standing=standing)

    project.write(shop=SHOP, cart="")
    first = project.run(Pretenders(by_one))
    workers = Pretenders(by_one)
    second = project.run(workers)

    assert workers.units == ["shop:price"]
    assert (first.covered, second.covered) == (2, 2)


def test_a_suite_that_still_passes_stands_although_what_its_unit_uses_has_changed(project: Project) -> None:
    def stands(request: GenerationRequest, earlier: Earlier) -> UnitSuite:
        return UnitSuite(earlier.unit, False, (f"{earlier.unit}/entry//1",), standing=earlier.covers)

    project.run(Pretenders())
    project.write(shop=SHOP.replace("n + 1", "n + 2"))
    tried = Pretenders(stands)
    project.run(tried)
    workers = Pretenders()
    summary = project.run(workers)

    assert all(entry.to_revalidate and entry.grows for request in tried.requests for entry in request.earlier)
    assert workers.units == []
    assert summary.units_skipped == {"complete": 3}


def test_a_suite_that_no_longer_passes_is_no_suite_of_the_changed_unit(project: Project) -> None:
    project.run(Pretenders())
    project.write(shop=SHOP.replace("n + 1", "n + 2"))
    project.run(Pretenders(covers_nothing))
    workers = Pretenders()
    project.run(workers)

    assert "shop:price" in workers.units
