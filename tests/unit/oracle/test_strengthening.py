"""Varied tests that kill more are kept, small and natural; what nobody can tell is not sought for ever."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from testloom.model.capabilities import Capabilities
from testloom.model.execution import ExecutionResult, Observation, RaisedException, Touch, Trace
from testloom.model.mutation import Assessment, Difference, Effect, Mutant
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.types import Scalar
from testloom.oracle import Strengthening
from testloom.oracle.strengthening import strengthening
from testloom.oracle.strengthening.strengthening import MOST_UNTOLD
from testloom.oracle.strengthening.variation import Batch, Parents
from testloom.search import Knowledge, seeded
from testloom.search.operators.directed.guide import Guide
from tests.unit.search.bank import FakeBank, bank, run_withdrawal, withdrawal
from tests.values import scalar

MUTANT = Mutant(7, "boundary", 11, "Account.withdraw", ">", ">=")
RETURNED, HIDDEN = Difference(4, "value"), Difference(4, "receiver", (2, "_log"))


class ObservedBank(FakeBank):
    """Withdrawals return how much they were about."""

    def __init__(self, run: Callable[[TestCase], ExecutionResult] | None = None) -> None:
        super().__init__(run)
        self.observed = 0

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        self.observed += len(tests)
        return [
            [self._seen(s) for s in test if isinstance(s, LiteralStatement | CallStatement)] for test in tests
        ]

    def _seen(self, statement: LiteralStatement | CallStatement) -> Observation:
        value = statement.value if isinstance(statement, LiteralStatement) else 7
        return Observation(statement.id, scalar(value))


@dataclass
class Infected:
    """The mutant makes such a difference to a test if its values are like that."""

    difference: Difference
    is_infected: Callable[[set[object]], bool]
    mutants: tuple[Mutant, ...] = (MUTANT,)
    asked: int = 0

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        self.asked += bool(tests)
        return [Assessment({MUTANT.id: self._effect(test)} if wanted else {}) for test in tests]

    def _effect(self, test: TestCase) -> Effect:
        values: set[object] = {s.value for s in test if isinstance(s, LiteralStatement)}
        asks = any(isinstance(s, CallStatement) and s.receiver is not None for s in test)
        is_seen = asks and self.is_infected(values)
        return Effect("differs", (self.difference,)) if is_seen else Effect("survived")


@dataclass
class InTurn:
    """Yields these tests one after the other."""

    cases: list[TestCase]
    patience: int = 3
    left: list[TestCase] = field(default_factory=list)

    def begin(self, parents: Parents) -> set[int]:
        self.left = list(self.cases)
        return set(parents)

    def batch(self, surviving: Collection[int]) -> Batch:
        case = self.left.pop(0) if self.left else None
        return Batch({} if case is None else {case: case}, frozenset(surviving) if case else frozenset())

    def take_in(self, case: TestCase, reached: Mapping[int, bool]) -> None:
        """Nothing is learned."""


@dataclass
class Slow(Infected):
    """There is time for as many tests at once, where there is no time for all."""

    at_once: int = 5

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        met = super().assess(tests, seconds, wanted)
        return met if seconds is None else [*met[: self.at_once], *[None] * len(met[self.at_once :])]


def stronger(
    cases: list[TestCase],
    infected: Infected,
    executor: ObservedBank,
    patience: int = 3,
    tried: Sequence[TestCase] = (),
    by_time: bool = False,
) -> list[TestCase]:
    knowledge = Knowledge(bank(), ["bank:Account.withdraw"], Random(1))
    variation = InTurn(cases, patience)
    strengthening = Strengthening(
        knowledge, executor, infected, infected.mutants, variation, lambda: False, by_time, tried=tried
    )
    return [chromosome.case for chromosome in strengthening.stronger([])]


def taking(balance: int, amount: Scalar) -> TestCase:
    """A withdrawal from an account, and a value that it does not need."""
    *needed, amount_given, withdraw, unused = withdrawal(balance, 0).statements
    return TestCase((unused, *needed, LiteralStatement(amount_given.id, amount), withdraw))


def test_a_varied_test_that_kills_a_mutant_is_kept_once_without_what_it_does_not_need() -> None:
    at_the_bound = Infected(RETURNED, lambda values: 9 in values)

    found = stronger([taking(8, 1), taking(9, 9), taking(9, 3)], at_the_bound, ObservedBank())

    assert len(found) == 1
    assert "unused" not in [s.value for s in found[0] if isinstance(s, LiteralStatement)]


def test_a_varied_test_becomes_as_small_where_there_is_time_for_few_at_once() -> None:
    infected = Slow(RETURNED, lambda values: 9 in values and any(v in values for v in range(5, 9)))
    patient = Infected(RETURNED, infected.is_infected)

    found = [stronger([taking(9, 8)], one, ObservedBank(), by_time=True) for one in (infected, patient)]

    assert found[0] == found[1] != []


@dataclass
class Called(Infected):
    """Each function has a mutant that any call of it shows."""

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        return [Assessment(dict(self._effects(test))) for test in tests]

    def _effects(self, test: TestCase) -> Iterator[tuple[int, Effect]]:
        called = {f"{s.callable}".partition(":")[2] for s in test if isinstance(s, CallStatement)}
        for mutant in self.mutants:
            yield mutant.id, Effect("killed" if mutant.function in called else "survived")


def test_a_test_that_kills_mutants_of_two_functions_by_two_calls_becomes_two() -> None:
    *account, amount, withdraw, _ = withdrawal(9, 9).statements
    transfer = CallStatement(6, "bank:transfer", None, (2,))
    mutants = (MUTANT, Mutant(8, "statement", 20, "transfer", "", "pass"))

    found = stronger(
        [TestCase((*account, transfer, amount, withdraw))], Called(RETURNED, bool, mutants), ObservedBank()
    )

    assert [[s.callable for s in case if isinstance(s, CallStatement)][1:] for case in found] == [
        ["bank:Account.withdraw"],
        ["bank:transfer"],
    ]


def test_one_test_that_kills_two_mutants_comes_before_two_that_kill_one() -> None:
    @dataclass
    class Counting(Called):
        """As many mutants make a difference as the amount is large."""

        def _effects(self, test: TestCase) -> Iterator[tuple[int, Effect]]:
            amounts = [s.value for s in test if isinstance(s, LiteralStatement) and s.value in (1, 2)]
            for mutant, least in zip(self.mutants, (1, 2), strict=True):
                is_seen = any(isinstance(amount, int) and amount >= least for amount in amounts)
                yield mutant.id, Effect("differs", (RETURNED,)) if is_seen else Effect("survived")

    mutants = (MUTANT, replace(MUTANT, id=MUTANT.id + 1))
    tried = [taking(50, 1), taking(60, 2)]

    [found] = stronger([], Counting(RETURNED, bool, mutants), ObservedBank(), tried=tried)

    assert 2 in [s.value for s in found if isinstance(s, LiteralStatement)]


def test_a_killer_is_kept_where_there_is_no_time_to_find_out_what_else_it_kills() -> None:
    @dataclass
    class Hurried(Infected):
        """There is time for one mutant of each test."""

        def assess(
            self,
            tests: Sequence[TestCase],
            seconds: float | None = None,
            wanted: Collection[int] | None = None,
            *,
            until_survived: bool = False,
        ) -> list[Assessment | None]:
            tried = min(wanted or (), default=0)
            effect = Effect("differs", (RETURNED,)) if tried == MUTANT.id else Effect("survived")
            return [Assessment({tried: effect}) for _ in tests]

    class Aiming(InTurn):
        def batch(self, surviving: Collection[int]) -> Batch:
            made = super().batch(surviving)
            return Batch(made.tests, made.wanted & {MUTANT.id})

    mutants = (replace(MUTANT, id=MUTANT.id - 1), MUTANT)
    knowledge = Knowledge(bank(), ["bank:Account.withdraw"], Random(1))
    hurried, variation = Hurried(RETURNED, bool, mutants), Aiming([taking(9, 9)])

    found = Strengthening(knowledge, ObservedBank(), hurried, mutants, variation, lambda: False, True)

    assert len(found.stronger([])) == 1


def test_a_test_that_kills_a_mutant_by_an_odd_argument_is_not_kept() -> None:
    by_a_text = Infected(RETURNED, lambda values: "many" in values)

    assert stronger([taking(9, "many")], by_a_text, ObservedBank()) == []


@pytest.mark.parametrize(("statement", "kept"), [(4, 1), (2, 0)], ids=["last call", "call before it"])
def test_a_test_is_kept_if_its_last_call_raises_and_not_if_one_before_it_does(
    statement: int, kept: int
) -> None:
    error = RaisedException("bank:Refused", "no money", explicit=True, in_subject=True)

    def raises(_: TestCase) -> ExecutionResult:
        return ExecutionResult("raised", Trace(frozenset(), {}), statement, error)

    found = stronger([taking(9, 9)], Infected(RETURNED, lambda values: 9 in values), ObservedBank(raises))

    assert len(found) == kept


def test_tests_with_odd_arguments_are_not_made_small_for_ever() -> None:
    runs = []
    for number in (10, 30):
        by_a_text = Infected(RETURNED, lambda values: "many" in values)
        cases = [taking(balance, "many") for balance in range(100, 100 + number)]
        assert stronger(cases, by_a_text, ObservedBank(), patience=number) == []
        runs.append(by_a_text.asked)

    assert runs[1] - runs[0] == 20


def test_a_difference_that_no_assertion_tells_of_is_not_looked_at_for_ever() -> None:
    executor = ObservedBank()
    cases = [taking(balance, 1) for balance in range(10, 10 + 2 * MOST_UNTOLD)]

    found = stronger(cases, Infected(HIDDEN, lambda values: True), executor, patience=len(cases))

    assert found == []
    assert executor.observed == MOST_UNTOLD


def test_another_difference_is_looked_at_though_nothing_tells_of_those_before() -> None:
    @dataclass
    class Twofold(Infected):
        """What is hidden in a balance is seen where another amount is withdrawn."""

        def _effect(self, test: TestCase) -> Effect:
            values = {s.value for s in test if isinstance(s, LiteralStatement)}
            return Effect("differs", (RETURNED if 9 in values else HIDDEN,))

    cases = [taking(balance, 1) for balance in range(10, 10 + 2 * MOST_UNTOLD)] + [taking(50, 9)]

    found = stronger(cases, Twofold(HIDDEN, lambda _: True), ObservedBank(), patience=len(cases))

    assert len(found) == 1


def test_each_test_that_is_tried_as_it_is_meets_the_mutants_however_long_that_takes() -> None:
    tried = [taking(balance, 1) for balance in range(10, 40)] + [taking(50, 9)]
    slow = Slow(RETURNED, lambda values: 9 in values)

    assert len(stronger([], slow, ObservedBank(), tried=tried, by_time=True)) == 1


def depositing() -> Knowledge:
    """The bank, where what is withdrawn may be paid in before."""
    subject, withdraw = bank(), bank().callables["bank:Account.withdraw"]
    callables = {
        **subject.callables,
        withdraw.id: replace(withdraw, reads=("balance",)),
        "bank:Account.deposit": replace(withdraw, id="bank:Account.deposit", writes=("balance",)),
    }
    return Knowledge(replace(subject, callables=callables), ["bank:Account.withdraw"], Random(1))


def test_a_test_is_tried_with_what_prepares_the_call_that_a_mutant_is_in() -> None:
    @dataclass
    class Filled(Infected):
        """The mutant makes a difference where something was paid in before."""

        def _effect(self, test: TestCase) -> Effect:
            is_seen = calls_of(test)[1:] == ["bank:Account.deposit", "bank:Account.withdraw"]
            returned = Difference(test.statements[-1].id, "value")
            return Effect("differs", (returned,)) if is_seen else Effect("survived")

    def calls_of(test: TestCase) -> list[str]:
        return [s.callable for s in test if isinstance(s, CallStatement)]

    knowledge = depositing()
    strengthening = Strengthening(
        knowledge,
        ObservedBank(),
        Filled(RETURNED, lambda _: True),
        [MUTANT],
        InTurn([]),
        lambda: False,
        by_time=False,
        reaching={MUTANT.id: seeded([taking(9, 1)], knowledge)},
    )

    [found] = strengthening.stronger([])

    assert calls_of(found.case) == ["bank:Account", "bank:Account.deposit", "bank:Account.withdraw"]


def test_a_test_is_tried_with_what_it_looks_for_in_vain_round_after_round() -> None:
    class Lacking(Guide):
        """Whoever has less than 9 looks for one more."""

        told_by = frozenset({"sought"})

        def supplies(
            self, case: TestCase, touched: Sequence[Touch], knowledge: Knowledge
        ) -> Iterator[Callable[[], TestCase]]:
            yield lambda: taking(balance(case) + 1, 1)

    def balance(case: TestCase) -> int:
        return next((s.value for s in case if isinstance(s, LiteralStatement) and type(s.value) is int), 0)

    def run(case: TestCase) -> ExecutionResult:
        touched = (("sought", str(balance(case))),) if balance(case) < 9 else ()
        return replace(run_withdrawal(case), touched=touched)

    subject = replace(bank(), capabilities=Capabilities((Lacking(),)))
    strengthening = Strengthening(
        Knowledge(subject, ["bank:Account.withdraw"], Random(1)),
        ObservedBank(run),
        Infected(RETURNED, lambda values: 9 in values),
        [MUTANT],
        InTurn([]),
        lambda: False,
        by_time=False,
        reaching={MUTANT.id: [taking(7, 1)]},
    )

    [found] = strengthening.stronger([])

    assert balance(found.case) == 9


@dataclass
class Preparing:
    """There are 1,000 ways to prepare a test; `made` are those that were taken."""

    made: int = 0

    def __call__(self, *_: object) -> Iterator[TestCase]:
        return (self._prepared(balance) for balance in range(1_000))

    def _prepared(self, balance: int) -> TestCase:
        self.made += 1
        return taking(balance, 1)

    def strengthen(self, is_over: Callable[[], bool], executions: int | None = None) -> ObservedBank:
        """What runs the prepared tests, and others after them."""
        knowledge, executor = Knowledge(bank(), ["bank:Account.withdraw"], Random(1)), ObservedBank()
        infected, others = Infected(RETURNED, lambda _: False), InTurn([taking(9, 9)])
        reaching = {MUTANT.id: [withdrawal(9, 1)]}
        strengthening = Strengthening(
            knowledge, executor, infected, [MUTANT], others, is_over, by_time=True, reaching=reaching
        )
        strengthening.stronger([], executions)
        return executor


def test_tests_are_prepared_as_long_as_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    preparing = Preparing()
    monkeypatch.setattr(strengthening, "preparing_in_turn", preparing)

    preparing.strengthen(lambda: preparing.made >= 70)

    assert preparing.made == 70


def test_tests_that_are_prepared_count_among_those_that_are_run(monkeypatch: pytest.MonkeyPatch) -> None:
    preparing = Preparing()
    monkeypatch.setattr(strengthening, "preparing_in_turn", preparing)
    beginnings = len({statement for statement in withdrawal(9, 1) if isinstance(statement, CallStatement)})

    executor = preparing.strengthen(lambda: False, executions=60)

    looking_for_lacks = 1
    assert executor.executed == looking_for_lacks + beginnings + 60
