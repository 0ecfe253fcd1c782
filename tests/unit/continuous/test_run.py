"""A run over a project, with workers that only pretend to search."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from testloom.continuous import STRATEGIES, Order, Resources, run_project
from testloom.continuous.workers import Pending
from testloom.model.events import Event, Failed, FileReady, Outdated
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, TestCase
from testloom.model.suite import EmittedTest
from testloom.model.unit_events import ProjectSummary, UnitDone, UnitSuite
from testloom.model.wish import Earlier, Wish
from testloom.store import EmittedTests, UnitHistory, open_store

SHOP = "def price(n):\n    return n + 1\n\n\ndef total(n):\n    return price(n) * 2\n"
CART = "from shop import total\n\n\nclass Cart:\n    def total(self):\n        return total(3)\n"
Answer = Callable[[Wish, Earlier], UnitSuite]


def covers_all(wish: Wish, earlier: Earlier) -> UnitSuite:
    """A suite of one test that covers the unit's only goal."""
    module = wish.targets[0].file.stem
    case = TestCase((CallStatement(1, f"{module}:{earlier.unit}"),))
    goal = f"{earlier.unit}/entry//1"
    test: dict[str, Any] = {
        "function": f"test_{earlier.unit}",
        "case": json.loads(case.wire),
        "goals": [goal],
    }
    return UnitSuite(earlier.unit, True, (goal,), {}, (test,), str(wish.root / "tests" / f"test_{module}.py"))


def covers_nothing(wish: Wish, earlier: Earlier) -> UnitSuite:
    goal = f"{earlier.unit}/entry//1"
    return UnitSuite(earlier.unit, False, (goal,), {goal: "needs-value"})


def adds_nothing(wish: Wish, earlier: Earlier) -> UnitSuite:
    """The suite as it was, if it may stay; `branch//1` of a unit is never covered."""
    if not earlier.grows:
        return covers_half(wish, earlier)
    found = covers_half(wish, earlier)
    return replace(found, accepted=False, tests=(), file="", standing=earlier.covers)


def covers_half(wish: Wish, earlier: Earlier) -> UnitSuite:
    suite, goal = covers_all(wish, earlier), f"{earlier.unit}/branch//1"
    return replace(suite, goals=(*suite.goals, goal), reasons={goal: "needs-value"})


@dataclass
class Pretenders:
    """Workers that answer at once, and write the files that they tell of."""

    answer: Answer = covers_all
    cores: int = 1
    wishes: list[Wish] = field(default_factory=list)

    def submit(self, wish: Wish) -> Pending:
        self.wishes.append(wish)
        future = Future[list[Event]]()
        future.set_result(list(self._events(wish)))
        return Pending(future)

    def _events(self, wish: Wish) -> Iterator[Event]:
        for suite in [self.answer(wish, earlier) for earlier in wish.earlier]:
            yield suite
            if suite.file:
                Path(suite.file).parent.mkdir(exist_ok=True)
                Path(suite.file).write_text("def test(): ...\n")
                yield FileReady(suite.file, "", created=True)

    @property
    def units(self) -> list[str]:
        return [
            f"{wish.targets[0].file.stem}:{earlier.unit}" for wish in self.wishes for earlier in wish.earlier
        ]


@dataclass
class Project:
    """A project with its history."""

    folder: Path
    events: list[Event] = field(default_factory=list)

    def write(self, **modules: str) -> None:
        for name, text in modules.items():
            (self.folder / f"{name}.py").write_text(text)

    def run(self, workers: Pretenders, minutes: float = 10, **changes: Any) -> ProjectSummary:
        state = self.folder / "state.db"
        order = Order(self.folder, Path("python"), Resources(workers.cores, minutes * 60), state=state)
        with open_store(state) as database:
            history = UnitHistory(database, "")
            return run_project(replace(order, **changes), history, workers, self.events.append)

    @property
    def done(self) -> dict[str, UnitDone]:
        return {event.unit: event for event in self.events if isinstance(event, UnitDone)}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\nversion = '1'\n")
    found = Project(tmp_path)
    found.write(shop=SHOP, cart=CART)
    return found


def test_dependencies_are_run_first_and_the_units_of_a_file_together(project: Project) -> None:
    workers = Pretenders()

    summary = project.run(workers)

    assert workers.units == ["shop:price", "shop:total", "cart:Cart"]
    assert len(workers.wishes) == 2
    assert (summary.units, summary.units_run, summary.tests) == (3, 3, 3)
    assert summary.coverage == {"before": 0.0, "after": 100.0}
    assert project.done["cart:Cart"].outcome == "accepted"


def test_a_second_run_has_nothing_to_do(project: Project) -> None:
    project.run(Pretenders())
    workers = Pretenders()

    summary = project.run(workers)

    assert workers.wishes == []
    assert summary.units_skipped == {"complete": 3}
    assert summary.coverage == {"before": 100.0, "after": 100.0}


def test_the_simple_strategy_runs_all_again_and_knows_nothing(project: Project) -> None:
    project.run(Pretenders())
    workers = Pretenders()

    project.run(workers, strategy=STRATEGIES["simple"])

    assert len(workers.units) == 3
    assert all(earlier.tests == () for wish in workers.wishes for earlier in wish.earlier)


def test_a_change_runs_what_uses_it_with_the_tests_of_before(project: Project) -> None:
    project.run(Pretenders())
    project.write(shop=SHOP.replace("* 2", "* 3"))
    workers = Pretenders()

    project.run(workers)

    assert workers.units == ["shop:total", "cart:Cart"]
    [earlier] = workers.wishes[0].earlier
    assert [test.wire for test in earlier.tests] == ['[["call",1,"shop:total",null,[],{}]]']
    assert (earlier.functions, earlier.to_beat, earlier.grows) == (("test_total",), None, True)
    assert (earlier.doubted, earlier.covers) == (("test_total",), (("total/entry//1",),))
    [user] = workers.wishes[1].earlier
    assert (user.unit, user.grows, user.doubted) == ("Cart", True, ("test_Cart",))
    assert project.done["shop:total"].status == "changed"


def test_what_brings_nothing_is_given_up_after_three_runs(project: Project) -> None:
    runs = []
    for _ in range(5):
        workers = Pretenders(covers_nothing)
        project.run(workers)
        runs.append(len(workers.units))

    assert runs == [3, 3, 3, 3, 0]


def test_an_unchanged_unit_keeps_its_tests_if_nothing_new_is_covered(project: Project) -> None:
    project.run(Pretenders(covers_half))
    workers = Pretenders(adds_nothing)
    summary = project.run(workers)

    assert all(earlier.grows for wish in workers.wishes for earlier in wish.earlier)
    assert summary.coverage == {"before": 50.0, "after": 50.0}
    assert {event.outcome for event in project.done.values()} == {"kept"}
    assert {event.tests for event in project.done.values()} == {1}


def test_where_nothing_is_remembered_of_tests_a_suite_has_to_be_beaten(project: Project) -> None:
    project.run(Pretenders(covers_half), strategy=STRATEGIES["simple"])
    workers = Pretenders(covers_nothing)
    project.run(workers, strategy=STRATEGIES["simple"])

    assert {entry.to_beat for wish in workers.wishes for entry in wish.earlier} == {(1, 1)}
    assert not any(entry.grows for wish in workers.wishes for entry in wish.earlier)


def test_a_suite_grows_by_tests_of_what_it_misses(project: Project) -> None:
    def adds(wish: Wish, earlier: Earlier) -> UnitSuite:
        case = TestCase((CallStatement(1, "shop:price"),))
        goal = f"{earlier.unit}/branch//1"
        test = {"function": "test_branch", "case": json.loads(case.wire), "goals": [goal]}
        suite = covers_half(wish, earlier)
        return replace(suite, reasons={}, tests=(test,), standing=earlier.covers)

    project.run(Pretenders(covers_half))
    summary = project.run(Pretenders(adds))
    workers = Pretenders()
    again = project.run(workers)

    assert (summary.coverage["after"], summary.tests) == (100, 6)
    assert (again.units_run, again.units_skipped) == (0, {"complete": 3})


def test_a_run_that_covers_little_of_much_is_no_improvement(project: Project) -> None:
    def one_more(wish: Wish, earlier: Earlier) -> UnitSuite:
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


def test_a_moved_class_is_run_with_its_tests(project: Project) -> None:
    project.run(Pretenders())
    project.write(basket=CART)
    (project.folder / "cart.py").unlink()
    workers = Pretenders()

    project.run(workers)

    assert workers.units == ["basket:Cart"]
    [earlier] = workers.wishes[0].earlier
    assert [test.wire for test in earlier.tests] == ['[["call",1,"basket:Cart",null,[],{}]]']
    assert project.run(Pretenders()).units_skipped == {"complete": 3}


def test_what_does_not_fit_is_taken_next_time(project: Project) -> None:
    first, second = Pretenders(), Pretenders()

    summary = project.run(first, minutes=20 / 60)
    project.run(second, minutes=20 / 60)

    assert summary.units_skipped == {"no-time": 1}
    assert sorted([*first.units, *second.units]) == ["cart:Cart", "shop:price", "shop:total"]


def test_a_file_that_cannot_be_worked_with_costs_its_own_units(project: Project) -> None:
    class Failing(Pretenders):
        def _events(self, wish: Wish) -> Iterator[Event]:
            if wish.targets[0].file.stem == "shop":
                yield Failed("import-error", "shop.py cannot be imported.", "Mend it.", "shop.py")
            else:
                yield from super()._events(wish)

    summary = project.run(Failing())

    assert project.done["shop:price"].outcome == "import-error"
    assert project.done["cart:Cart"].outcome == "accepted"
    assert summary.unreached == {"import-error": 2}
    assert any(isinstance(event, Failed) for event in project.events)


def test_a_worker_that_says_nothing_costs_its_units_one_run(project: Project) -> None:
    class Silent(Pretenders):
        def _events(self, wish: Wish) -> Iterator[Event]:
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

    assert workers.wishes == []
    assert summary.units_skipped == {"stopped": 3}
    assert project.events == [summary]


def test_goals_that_a_replaced_test_of_another_unit_covered_are_missed_again(project: Project) -> None:
    def both(wish: Wish, earlier: Earlier) -> UnitSuite:
        suite, shared = covers_all(wish, earlier), ("price/entry//1", "total/entry//1")
        if wish.targets[0].file.stem != "shop":
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

    def by_one(wish: Wish, earlier: Earlier) -> UnitSuite:
        """A test of `total`, if that is run, covers a goal of `price`."""
        if earlier.unit == "total":
            suite = covers_all(wish, earlier)
            return replace(suite, tests=({**suite.tests[0], "goals": shared},))
        is_covered = len(wish.earlier) == 2 or shared[0] in earlier.covered
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


def test_tests_of_a_dependency_are_lent_to_what_uses_it(project: Project) -> None:
    workers = Pretenders()
    project.run(workers)

    lent = [[test.wire for test in wish.lent] for wish in workers.wishes]
    assert lent == [[], ['[["call",1,"shop:total",null,[],{}]]']]


def emit(project: Project, name: str) -> Path:
    """Write a test file as a worker does, and remember what is in it."""
    file = project.folder / "tests" / name
    source = "def test_Cart():\n    assert Cart()\n"
    file.write_text(f"from cart import Cart\n\n\n{source}")
    with open_store(project.folder / "state.db") as database:
        EmittedTests(database).remember(file, [EmittedTest("test_Cart", source, "cart:Cart", was_seen=True)])
    return file


def test_the_tests_of_a_moved_class_leave_their_file(project: Project) -> None:
    project.run(Pretenders())
    file = emit(project, "test_cart.py")
    project.write(basket=CART)
    (project.folder / "cart.py").unlink()

    project.run(Pretenders())

    assert not file.exists()
    with open_store(project.folder / "state.db") as database:
        assert EmittedTests(database).of(file) == []


def test_a_test_of_a_moved_class_that_its_user_has_touched_stays(project: Project) -> None:
    project.run(Pretenders())
    file = emit(project, "test_cart.py")
    file.write_text(file.read_text().replace("assert Cart()", "assert Cart()  # mine"))
    project.write(basket=CART)
    (project.folder / "cart.py").unlink()

    project.run(Pretenders())

    assert "# mine" in file.read_text()


def test_tests_of_a_unit_that_is_gone_are_told_and_stay(project: Project) -> None:
    project.run(Pretenders())
    (project.folder / "cart.py").unlink()

    summary = project.run(Pretenders())

    [event] = [event for event in project.events if isinstance(event, Outdated)]
    assert (event.name, event.reason, event.what) == ("test_Cart", "removed", "Cart is gone")
    assert Path(event.file).exists()
    assert summary.units == 2


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
        def _events(self, wish: Wish) -> Iterator[Event]:
            for earlier in wish.earlier:
                yield self.answer(wish, earlier)
                yield FileReady("tests/test_shop.py", "def test(): ...\n", created=True)

    workers = Offering()
    first = project.run(workers, write=False)
    second = project.run(Offering(), write=False)

    assert not any(wish.write for wish in workers.wishes)
    assert sum(isinstance(event, FileReady) for event in project.events) == 3
    assert (first.units_run, first.files) == (3, ())
    assert second.units_skipped == {"complete": 3}
    assert project.run(Pretenders()).units_run == 3


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


def test_a_suite_that_still_passes_stands_although_what_its_unit_uses_has_changed(project: Project) -> None:
    def stands(wish: Wish, earlier: Earlier) -> UnitSuite:
        return UnitSuite(earlier.unit, False, (f"{earlier.unit}/entry//1",), standing=earlier.covers)

    project.run(Pretenders())
    project.write(shop=SHOP.replace("n + 1", "n + 2"))
    tried = Pretenders(stands)
    project.run(tried)
    workers = Pretenders()
    summary = project.run(workers)

    assert all(entry.doubted and entry.grows for wish in tried.wishes for entry in wish.earlier)
    assert workers.units == []
    assert summary.units_skipped == {"complete": 3}


def test_a_suite_that_no_longer_passes_is_no_suite_of_the_changed_unit(project: Project) -> None:
    project.run(Pretenders())
    project.write(shop=SHOP.replace("n + 1", "n + 2"))
    project.run(Pretenders(covers_nothing))
    workers = Pretenders()
    project.run(workers)

    assert "shop:price" in workers.units
