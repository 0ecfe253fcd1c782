"""A run over a project: what is worked on, in which order, and what is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from testloom.continuous import STRATEGIES, Order, Resources, run_project
from testloom.model.events.jobs import Event, Failed, FileReady, Outdated
from testloom.model.generation_request import GenerationRequest
from testloom.model.settings import Settings
from testloom.store import UnitHistory, open_store
from tests.unit.continuous.pretending import CART, Pretenders, Project


def test_dependencies_are_run_first_and_the_units_of_a_file_together(project: Project) -> None:
    workers = Pretenders()

    summary = project.run(workers)

    assert workers.units == ["shop:price", "shop:total", "cart:Cart"]
    assert len(workers.requests) == 2
    assert (summary.units, summary.units_run, summary.tests) == (3, 3, 3)
    assert summary.coverage == {"before": 0.0, "after": 100.0}
    assert project.done["cart:Cart"].outcome == "accepted"


def test_a_second_run_has_nothing_to_do(project: Project) -> None:
    project.run(Pretenders())
    workers = Pretenders()

    summary = project.run(workers)

    assert workers.requests == []
    assert summary.units_skipped == {"complete": 3}
    assert summary.coverage == {"before": 100.0, "after": 100.0}


def test_the_simple_strategy_runs_all_again_and_knows_nothing(project: Project) -> None:
    project.run(Pretenders())
    workers = Pretenders()

    project.run(workers, strategy=STRATEGIES["simple"])

    assert len(workers.units) == 3
    assert all(earlier.tests == () for request in workers.requests for earlier in request.earlier)


def test_the_tests_of_users_are_run_only_where_that_may_bring_something(project: Project) -> None:
    first, simple = Pretenders(), Pretenders()

    project.run(first)
    project.run(simple, strategy=STRATEGIES["simple"])

    assert all(request.runs_suite for request in first.requests)
    assert not any(request.runs_suite for request in simple.requests)


def test_what_does_not_fit_is_taken_next_time(project: Project) -> None:
    first, second = Pretenders(), Pretenders()

    summary = project.run(first, minutes=20 / 60)
    project.run(second, minutes=20 / 60)

    assert summary.units_skipped == {"no-time": 1}
    assert sorted([*first.units, *second.units]) == ["cart:Cart", "shop:price", "shop:total"]


def test_a_file_that_cannot_be_worked_with_costs_its_own_units(project: Project) -> None:
    class Failing(Pretenders):
        def _events(self, request: GenerationRequest) -> Iterator[Event]:
            if request.targets[0].file.stem == "shop":
                yield Failed("import-error", "shop.py cannot be imported.", "Mend it.", "shop.py")
            else:
                yield from super()._events(request)

    summary = project.run(Failing())

    assert project.done["shop:price"].outcome == "import-error"
    assert project.done["cart:Cart"].outcome == "accepted"
    assert summary.unreached == {"import-error": 2}
    assert any(isinstance(event, Failed) for event in project.events)


def test_a_worker_that_says_nothing_costs_its_units_one_run(project: Project) -> None:
    class Silent(Pretenders):
        def _events(self, request: GenerationRequest) -> Iterator[Event]:
            return iter(())

    project.run(Silent())
    workers = Pretenders()
    project.run(workers)

    assert len(workers.units) == 3


def test_a_run_that_is_stopped_starts_nothing(project: Project) -> None:
    workers = Pretenders()
    order = Order(project.folder, Path("python"), Resources(1, 600))
    with open_store(project.folder / "state.db") as database:
        summary = run_project(order, UnitHistory(database, ""), workers, project.events.append, lambda: True)

    assert workers.requests == []
    assert summary.units_skipped == {"stopped": 3}
    assert project.events == [summary]


def test_tests_of_a_dependency_are_lent_to_what_uses_it(project: Project) -> None:
    workers = Pretenders()
    project.run(workers)

    lent = [[test.wire for test in request.lent] for request in workers.requests]
    assert lent == [[], ['[["call",1,"shop:total",null,[],{}]]']]


def test_the_project_says_what_is_left_out(project: Project) -> None:
    workers = Pretenders()

    summary = project.run(workers, settings=Settings(exclude=("ca*.py",)))

    assert workers.units == ["shop:price", "shop:total"]
    assert summary.files_left_out == {"excluded": 1}


def test_a_file_that_is_broken_for_a_moment_loses_nothing(project: Project) -> None:
    project.run(Pretenders())
    project.write(cart="class Cart(\n")
    broken = project.run(Pretenders())
    project.write(cart=CART)
    mended = project.run(Pretenders())

    assert (broken.units, broken.files_left_out) == (2, {"not-importable": 1})
    assert mended.units_skipped == {"complete": 3}
    assert not any(isinstance(event, Outdated) for event in project.events)


def test_a_run_that_only_offers_reports_the_files_and_does_not_expect_them(project: Project) -> None:
    class Offering(Pretenders):
        def _events(self, request: GenerationRequest) -> Iterator[Event]:
            for earlier in request.earlier:
                yield self.answer(request, earlier)
                yield FileReady("tests/test_shop.py", "def test(): ...\n", created=True)

    workers = Offering()
    first = project.run(workers, write=False)
    second = project.run(Offering(), write=False)

    assert not any(request.write for request in workers.requests)
    assert sum(isinstance(event, FileReady) for event in project.events) == 3
    assert (first.units_run, first.files) == (3, ())
    assert second.units_skipped == {"complete": 3}
    assert project.run(Pretenders()).units_run == 3
