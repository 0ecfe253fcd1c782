"""Of tests that are alike, those stay that reach a goal or kill a mutant that the others do not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random

from testloom.generation.mutants.analysis import Effort, MutationAnalysis
from testloom.generation.suites.asserting import Stable
from testloom.generation.suites.strengthening import Analyst
from testloom.generation.timing.pacing import Pace
from testloom.model.execution import Behaviour, ExecutionResult, Observation, RaisedException
from testloom.model.generation_request import GenerationRequest
from testloom.model.mutation import Assessment, Difference, Effect, Mutant
from testloom.model.observed import Instance
from testloom.model.statements import CallStatement, DoubleStatement, LiteralStatement, Statement, TestCase
from testloom.oracle import NONE_OWN, Observed, OwnReturns
from testloom.search import Chromosome, Goal, GoalIndex, Knowledge, evaluated, goals_of
from tests.unit.search.bank import FakeBank, bank, run_withdrawal, withdrawal
from tests.values import scalar


class Analysis(MutationAnalysis):
    """Knows what each test kills by its place; finds nothing that kills more."""

    def __init__(self, kills: Sequence[Iterable[int] | None]) -> None:
        super().__init__(GenerationRequest((), Path("python"), Path()), Path("bank.py"), None, lambda: False)
        self._kills = kills

    def assess(self, tests: Sequence[Observed], own: OwnReturns = NONE_OWN) -> list[Assessment | None]:
        effect = Effect("differs", (Difference(4, "value"),))
        found = zip(tests, self._kills, strict=False)
        return [None if its is None else Assessment(dict.fromkeys(its, effect)) for _, its in found]

    def within(self, goals: Iterable[Goal]) -> list[Mutant]:
        return [Mutant(n, "number", 13, "Account.withdraw", "1", "2") for n in range(9)]


class Strong(Analysis):
    """Finds one test, and each kills the mutant whose number it begins with."""

    def __init__(self, case: TestCase) -> None:
        super().__init__(())
        self._found = [evaluated(case, run_withdrawal(case))]

    def strengthen(self, *_: object) -> list[Chromosome]:
        return self._found

    def assess(self, tests: Sequence[Observed], own: OwnReturns = NONE_OWN) -> list[Assessment | None]:
        numbers = [getattr(test.case.statements[0], "value", 0) for test in tests]
        return [Assessment({number: Effect("differs", (Difference(4, "value"),))}) for number in numbers]

    def counted(self, tests: Sequence[Observed], own: OwnReturns) -> list[Observed]:
        return list(tests)


class SeeingBank(FakeBank):
    """Is told a number by each statement of a test, whatever that relies on."""

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [[Observation(statement.id, scalar(1)) for statement in test] for test in tests]

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        return [None] * len(tests)


class Bank(FakeBank):
    """Is asked to observe no test."""

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        assert not tests
        return []

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        assert not tests
        return []


def left_of(cases: Sequence[TestCase], *kills: Iterable[int] | None) -> list[list[int]]:
    """The goals that each test is there for after the analysis; before, each is for all that it reaches."""
    goals = goals_of(bank(), {1, 2, 3})
    index = GoalIndex.of(goals)
    shorter = [TestCase(case.statements[:4]) for case in cases]
    tests = [stable(evaluated(case, run_withdrawal(case), index), goals) for case in shorter]
    analyst = Analyst(
        Analysis(kills), bank(), goals, Knowledge(bank(), [], Random(0)), Bank(), Effort(seconds=0.0)
    )
    return [[goal.index for goal in test.goals] for test in analyst.analysed(tests)]


def stable(chromosome: Chromosome, goals: Sequence[Goal]) -> Stable:
    covered = [goal for goal in goals if chromosome.covers(goal)]
    return Stable(
        chromosome, covered, [Observation(statement.id, scalar(1)) for statement in chromosome.case]
    )


def test_a_test_that_kills_no_more_than_another_of_the_same_goals_is_there_for_none() -> None:
    assert left_of([withdrawal(9, 8), withdrawal(99, 8)], {1, 2}, {1}) == [[2, 3], []]


def test_tests_of_the_same_goals_that_kill_different_mutants_stay() -> None:
    assert left_of([withdrawal(9, 8), withdrawal(99, 8)], {1}, {2}) == [[2, 3], [2, 3]]


def test_a_test_that_reaches_a_goal_that_the_other_does_not_stays() -> None:
    assert left_of([withdrawal(9, 8), withdrawal(8, 9)], {1}, {1}) == [[2, 3], [1]]


def test_of_equals_one_stays() -> None:
    assert left_of([withdrawal(9, 8), withdrawal(9, 8)], {1}, {1}) == [[], [2, 3]]


def test_a_test_of_which_nobody_knows_what_it_kills_stays() -> None:
    assert left_of([withdrawal(9, 8), withdrawal(99, 8)], {1}, None) == [[2, 3], [2, 3]]


def stronger_than(weak: TestCase, strong: TestCase) -> list[TestCase]:
    """The tests after the analysis of a weak one, where a strong one kills more and reaches no goal."""
    goals = goals_of(bank(), {1, 2, 3})
    chromosome = evaluated(weak, run_withdrawal(withdrawal(9, 8)), GoalIndex.of(goals))
    knowledge = Knowledge(bank(), [], Random(0))
    analyst = Analyst(Strong(strong), bank(), goals, knowledge, SeeingBank(), Effort(seconds=0.0))
    return [test.chromosome.case for test in analyst.analysed([stable(chromosome, goals)])]


def private(name: str, value: int, *more: Statement) -> TestCase:
    return TestCase((LiteralStatement(3, value), *more, CallStatement(4, f"bank:{name}", None, (3,))))


def test_a_private_function_that_a_test_calls_anyway_gets_more_tests_that_kill() -> None:
    weak, strong = private("_audit", 1), private("_audit", 2)

    assert stronger_than(weak, strong) == [weak, strong]


def test_a_test_without_a_double_is_not_replaced_by_one_with_a_double() -> None:
    weak = TestCase(withdrawal(1, 8).statements[:4])
    strong = TestCase(withdrawal(8, 7).statements[:4])
    with_double = TestCase((*strong.statements[:1], DoubleStatement(8), *strong.statements[1:]))

    assert stronger_than(weak, strong)[-1] == strong
    assert stronger_than(weak, with_double) == [weak]


def test_nothing_more_is_called_that_is_private_and_no_more_doubles_are_made_only_to_kill() -> None:
    weak = private("_audit", 1)

    assert stronger_than(weak, private("_check", 2)) == [weak]
    assert stronger_than(weak, private("_audit", 2, DoubleStatement(5))) == [weak]


class Opening(Analysis):
    """Finds nothing; mutant 1 changes the balance that the constructor sets, as the last call shows it."""

    def __init__(self) -> None:
        super().__init__(())

    def strengthen(self, *_: object) -> list[Chromosome]:
        return []

    def assess(self, tests: Sequence[Observed], own: OwnReturns = NONE_OWN) -> list[Assessment | None]:
        return [self._assessed(test.case.statements[-1].id) for test in tests]

    def counted(self, tests: Sequence[Observed], own: OwnReturns) -> list[Observed]:
        return list(tests)

    def _assessed(self, last: int) -> Assessment:
        shown = (
            Difference(last, "value", ("balance",))
            if last == 2
            else Difference(4, "receiver", (2, "balance"))
        )
        return Assessment({1: Effect("differs", (shown,))})


class Accounts(SeeingBank):
    """Shows the account that the first call opens, and that the second leaves as it is."""

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        opened = Instance("bank:Account", {"balance": scalar(9)}, reference=2)
        seen = {2: Observation(2, opened), 4: Observation(4, scalar(7), receiver=opened)}
        return [[seen.get(s.id, Observation(s.id, scalar(1))) for s in test] for test in tests]


def opened(
    is_late: bool = False,
    is_cancelled: bool = False,
    case: TestCase | None = None,
    analysis: Analysis | None = None,
    run: Callable[[TestCase], ExecutionResult] = run_withdrawal,
) -> list[TestCase]:
    """The tests after the analysis of one that kills only by what its last call left as it was."""
    goals, case = goals_of(bank(), {1, 2, 3}), case or TestCase(withdrawal(9, 8).statements[:4])
    [seen] = Accounts().observe([case])
    test = Stable(evaluated(case, run_withdrawal(case), GoalIndex.of(goals)), goals, seen)
    knowledge = Knowledge(bank(), [], Random(0))
    analysis = analysis or Opening()
    analysis.cancelled = lambda: is_cancelled
    pace = Pace(is_ended=lambda: is_late)
    analyst = Analyst(analysis, bank(), goals, knowledge, Accounts(run), Effort(seconds=0.0), pace)
    return [found.chromosome.case for found in analyst.analysed([test])]


def test_what_a_constructor_sets_is_asserted_in_a_test_of_it_though_there_is_no_time_for_others() -> None:
    both = [TestCase(withdrawal(9, 8).statements[:end]) for end in (4, 2)]

    assert opened() == both
    assert opened(is_late=True) == both
    assert opened(is_cancelled=True) == both[:1]


def test_an_argument_without_which_a_constructor_raises_stays_in_the_test_of_what_it_sets() -> None:
    limit = LiteralStatement(5, 3)
    opening = CallStatement(2, "bank:Account", None, (1,), (("limit", limit.id),))
    balance, _, *withdrawn = withdrawal(9, 8).statements[:4]
    lacking = RaisedException(
        "builtins:ZeroDivisionError", "division by zero", explicit=False, in_subject=True
    )

    def run(case: TestCase) -> ExecutionResult:
        ran = run_withdrawal(case)
        is_limited = any(statement.references == opening.references for statement in case)
        return ran if is_limited else ExecutionResult("raised", ran.trace, exception=lacking)

    case = TestCase((balance, limit, opening, *withdrawn))
    assert opened(case=case, run=run) == [case, TestCase((balance, limit, opening))]
    assert opened(case=case)[-1] == TestCase((balance, opening.replace(kwargs=())))


class HurriedOpening(Opening):
    """Has no more tests meet a mutant once some have killed it."""

    def assess(self, tests: Sequence[Observed], own: OwnReturns = NONE_OWN) -> list[Assessment | None]:
        return [*super().assess(tests[:5], own), *(Assessment() for _ in tests[5:])]


def test_the_barest_test_of_what_a_constructor_sets_meets_the_mutants_first() -> None:
    balance, plain, *withdrawn = withdrawal(9, 8).statements[:4]
    options = [LiteralStatement(number, number) for number in range(10, 17)]
    named = tuple((f"option_{option.id}", option.id) for option in options)
    opening = CallStatement(2, "bank:Account", None, (1,), named)

    tests = opened(case=TestCase((balance, *options, opening, *withdrawn)), analysis=HurriedOpening())

    assert tests[1:] == [TestCase((balance, plain))]


def test_no_barer_test_of_what_a_constructor_sets_is_tried_once_time_is_over() -> None:
    balance, _, *withdrawn = withdrawal(9, 8).statements[:4]
    limit = LiteralStatement(5, 3)
    opening = CallStatement(2, "bank:Account", None, (1,), (("limit", limit.id),))
    case = TestCase((balance, limit, opening, *withdrawn))

    assert opened(case=case, is_late=True) == [case, TestCase((balance, limit, opening))]
