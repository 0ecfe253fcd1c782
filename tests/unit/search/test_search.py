from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from testloom.model.execution import ExecutionResult, Trace
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.search import Budget, Chromosome, Report, SearchResult, Seeds, goals_of, search
from testloom.search.algorithm.mosa import Mosa
from testloom.search.run import MOST_DEFECTS

from .bank import FakeBank, bank, withdrawal

WITHDRAW = ["bank:Account", "bank:Account.withdraw"]


def run(executor: FakeBank, executions: int = 5_000, algorithm: str = "dynamosa") -> SearchResult:
    subject = bank()
    goals = goals_of(subject, {0, 1, 2, 3})
    targets = ["bank:Account", "bank:Account.withdraw"]
    return search(subject, goals, targets, executor, Settings(algorithm=algorithm), Budget(1e9, executions))


@pytest.mark.parametrize("algorithm", ["dynamosa", "mosa", "random"])
def test_every_algorithm_covers_both_branches_and_stops_then(algorithm: str) -> None:
    executor = FakeBank()

    assert run(executor, algorithm=algorithm).archive.is_complete
    assert executor.executed < 5_000


def test_the_same_seed_and_executions_give_the_same_tests() -> None:
    first, second = run(FakeBank()), run(FakeBank())

    assert [c.case.wire for c, _ in first.archive.suite()] == [c.case.wire for c, _ in second.archive.suite()]


class Barren(Mosa):
    """An algorithm that cannot breed."""

    def offspring(self) -> list[TestCase]:
        raise LookupError("nothing there")


class Failing(Mosa):
    """An algorithm that fails in breeding now and then."""

    def offspring(self) -> list[TestCase]:
        if self.knowledge.rng.random() < 0.5:
            raise LookupError("nothing there")
        return super().offspring()


def test_a_search_survives_failures_in_breeding_and_reports_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("testloom.search.run.Mosa", Failing)
    told: list[Exception] = []
    goals = goals_of(bank(), {0, 1, 2, 3})

    report = Report(defect=told.append)
    result = search(bank(), goals, WITHDRAW, FakeBank(), Settings(), Budget(1e9, 5_000), report)

    assert result.archive.is_complete
    assert {repr(error) for error in told} == {"LookupError('nothing there')"}


def test_a_search_survives_failures_in_learning(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[object] = []

    class Forgetful(Mosa):
        def take(self, chromosomes: Sequence[Chromosome]) -> None:
            taken.append(chromosomes)
            if len(taken) == 1:
                raise LookupError("nothing there")
            super().take(chromosomes)

    monkeypatch.setattr("testloom.search.run.Mosa", Forgetful)
    told: list[Exception] = []
    goals = goals_of(bank(), {0, 1, 2, 3})

    report = Report(defect=told.append)
    result = search(bank(), goals, WITHDRAW, FakeBank(), Settings(), Budget(1e9, 5_000), report)

    assert result.archive.is_complete
    assert len(told) == 1


def test_a_search_that_cannot_breed_ends_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("testloom.search.run.Mosa", Barren)
    told: list[Exception] = []
    goals = goals_of(bank(), {0, 1, 2, 3})

    report, seeds = Report(defect=told.append), Seeds([withdrawal(5, 3)])
    result = search(bank(), goals, WITHDRAW, FakeBank(), Settings(), Budget(1e9, 5_000), report, seeds)

    assert result.archive.best
    assert len(told) == MOST_DEFECTS


def test_a_failure_in_breeding_is_raised_where_nobody_wants_to_be_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("testloom.search.run.Mosa", Barren)

    with pytest.raises(LookupError):
        run(FakeBank())


def test_tests_that_hang_cover_nothing() -> None:
    hanging = FakeBank(lambda test: ExecutionResult("timeout", Trace(frozenset({0, 1, 2, 3}))))

    result = run(hanging, executions=200)

    assert not result.archive.best
    assert result.executions >= 200


@dataclass(slots=True)
class Clock(Budget):
    """Time that passes with each execution, until 5,000 of them."""

    @property
    def fraction(self) -> float:
        return min(1.0, self.executed / 5_000)


@pytest.mark.parametrize(("budget", "spent"), [(Clock(1e9), 0.6), (Budget(1e9, 5_000), 1.0)])
def test_a_search_that_finds_nothing_new_leaves_the_rest_of_its_time(budget: Budget, spent: float) -> None:
    goals = goals_of(bank(), {0, 1, 2, 3})

    result = search(bank(), goals, ["bank:Account"], FakeBank(), Settings(), budget)

    assert not result.archive.is_complete
    assert 5_000 * spent <= result.executions < 5_000 * spent + 4 * Settings().population


def test_private_targets_are_left_out_without_private_access() -> None:
    withdraw = "bank:Account.withdraw"
    private = replace(bank().callables[withdraw], is_private=True)
    subject = replace(bank(), callables={**bank().callables, withdraw: private})
    settings = Settings(without=("private",))

    result = search(subject, goals_of(subject, {2}), [withdraw], FakeBank(), settings, Budget(1e9, 100))

    assert result.executions == 0


def test_a_search_begins_with_the_tests_of_earlier_runs() -> None:
    seeds = [withdrawal(5, 3), withdrawal(3, 5)]

    result = search(
        bank(),
        goals_of(bank(), {1, 2}),
        WITHDRAW,
        FakeBank(),
        Settings(),
        Budget(1e9, 100),
        seeds=Seeds(seeds),
    )

    assert result.archive.is_complete
    assert result.executions <= len(seeds) + Settings().population


def test_seeds_that_come_later_join_a_search_that_has_begun() -> None:
    first, more, asked = withdrawal(5, 3), withdrawal(3, 5), list[int]()
    executed = list[TestCase]()

    def passed(test: TestCase) -> ExecutionResult:
        executed.append(test)
        return ExecutionResult("passed", Trace(frozenset()))

    def later() -> Seeds | None:
        asked.append(len(executed))
        return Seeds([more], [[more]]) if len(asked) == 3 else None

    seeds, budget = Seeds([first], later=later), Budget(1e9, 300)
    search(bank(), goals_of(bank(), {1}), WITHDRAW, FakeBank(passed), Settings(), budget, seeds=seeds)
    values = [[s.value for s in test if isinstance(s, LiteralStatement)][:2] for test in executed]

    assert values[0] == [5, 3]
    assert values.index([3, 5]) >= asked[-2]
    assert len(asked) == 3


def test_a_search_that_finds_nothing_new_waits_for_seeds_that_are_to_come() -> None:
    more, budget, executed = withdrawal(3, 5), Clock(1e9), list[TestCase]()

    def passed(test: TestCase) -> ExecutionResult:
        executed.append(test)
        return ExecutionResult("passed", Trace(frozenset()))

    def later() -> Seeds | None:
        return Seeds([more]) if budget.fraction > 0.8 else None

    goals = goals_of(bank(), {1})
    search(bank(), goals, WITHDRAW, FakeBank(passed), Settings(), budget, seeds=Seeds(later=later))
    values = [[s.value for s in test if isinstance(s, LiteralStatement)][:2] for test in executed]

    assert [3, 5] in values[4_000:]
    assert budget.is_spent


def test_values_of_seeds_are_tried_like_constants() -> None:
    executed = list[TestCase]()

    def passed(test: TestCase) -> ExecutionResult:
        executed.append(test)
        return ExecutionResult("passed", Trace(frozenset()))

    seeds, budget = Seeds(values=[46368]), Budget(1e9, 300)
    search(bank(), goals_of(bank(), {1}), WITHDRAW, FakeBank(passed), Settings(), budget, seeds=seeds)

    assert any(isinstance(s, LiteralStatement) and s.value == 46368 for test in executed for s in test)


def test_seeds_that_call_what_is_gone_are_left_out_and_seeds_can_be_switched_off() -> None:
    gone = TestCase((CallStatement(1, "bank:gone"),))
    for seed, settings in ((gone, Settings()), (withdrawal(5, 3), Settings(without=("seeds",)))):
        executed = list[TestCase]()

        def passed(test: TestCase, executed: list[TestCase] = executed) -> ExecutionResult:
            executed.append(test)
            return ExecutionResult("passed", Trace(frozenset()))

        seeds, budget = Seeds([seed]), Budget(1e9, 60)
        search(bank(), goals_of(bank(), {1}), WITHDRAW, FakeBank(passed), settings, budget, seeds=seeds)

        assert executed and seed not in executed
