from dataclasses import replace

from testloom.model.execution import ExecutionResult, Trace
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, Probe, Subject, SubjectClass
from testloom.model.types import TypeRef
from testloom.search import call_goals, construction_goals, goals_of
from testloom.search.algorithm.objectives import OpenGoals
from testloom.search.archive import Archive
from testloom.search.chromosome import evaluated
from testloom.search.goals import GoalIndex
from testloom.search.goals.branches import ProbeGoal
from testloom.search.goals.distances import normalise

from .bank import bank, withdrawal


def distance(probe: int, hits: set[int], distances: dict[int, tuple[float, float]] | None = None) -> float:
    subject = bank()
    [goal] = goals_of(subject, {probe})
    return goal.distance(Trace(frozenset(hits), distances or {}), subject)


def test_a_covered_goal_has_fitness_zero() -> None:
    assert distance(1, {0, 1}) == 0.0


def test_a_branch_whose_predicate_ran_has_its_normalised_distance() -> None:
    assert distance(1, {0, 2}, {0: (3.0, 0.0)}) == normalise(3.0) == 0.75


def test_each_level_above_the_deciding_branch_adds_one() -> None:
    assert distance(1, set()) == 2.0
    assert distance(3, set()) == 3.0


def test_statements_after_one_that_raised_are_half_a_level_away() -> None:
    assert distance(3, {0, 2}) == 0.5


def test_goals_leave_out_what_importing_reaches() -> None:
    assert [goal.index for goal in goals_of(bank(), {0, 1, 2, 3})] == [0, 1, 2, 3]
    assert [goal.label for goal in goals_of(bank(), {1})] == ["amount > self.balance is true"]


def test_normalise_keeps_order_and_stays_below_one() -> None:
    assert 0 == normalise(0) < normalise(1) < normalise(1000) < normalise(float("inf")) == 1


def test_a_callable_without_a_body_of_its_own_is_reached_when_a_call_returns() -> None:
    goals = call_goals(bank(), ["bank:Account", "bank:Account.withdraw"])
    assert [goal.label for goal in goals] == ["Account is called"]

    returned = ExecutionResult("passed", Trace(frozenset({0})))
    raised = ExecutionResult("raised", Trace(frozenset({0})), statement=2)

    assert evaluated(withdrawal(1, 2), returned, GoalIndex.of(goals)).hits == {0, 4}
    assert evaluated(withdrawal(1, 2), raised, GoalIndex.of(goals)).hits == {0}


def test_a_class_that_only_holds_values_is_to_be_called() -> None:
    made = Callable("bank:Rates", "constructor", "bank:Rates", returns=TypeRef("bank:Rates"))
    rates = SubjectClass("bank:Rates", attributes=("low", "high"))
    subject = replace(bank(), callables={made.id: made}, classes={"bank:Rates": rates})

    assert [goal.label for goal in call_goals(subject, [made.id])] == ["Rates is called"]
    assert not call_goals(replace(subject, classes={"bank:Rates": SubjectClass("bank:Rates")}), [made.id])


def test_beside_code_that_runs_only_constructors_with_defaults_are_to_return() -> None:
    def constructor(name: str, *, has_default: bool) -> Callable:
        taken = Parameter("size", has_default=has_default)
        return Callable(f"m:{name}", "constructor", f"m:{name}", parameters=(taken,))

    made = [constructor("Plain", has_default=False), constructor("Usual", has_default=True)]
    run = Callable("m:run", "function")
    known = {called.id: called for called in (*made, run)}
    subject = Subject("m", "m.py", callables=known, probes=(Probe(0, "entry", 1, "run"),))

    beside = construction_goals(subject, sorted(known))
    alone = construction_goals(subject, ["m:Plain"])

    assert [goal.label for goal in beside] == ["Usual is called"]
    assert [goal.label for goal in alone] == ["Plain is called"]


def test_a_function_within_another_is_nearer_where_that_runs() -> None:
    outer, inner = Probe(0, "entry", 1, "retry"), Probe(1, "entry", 2, "retry.<locals>.wrapper")
    subject = Subject("m", "m.py", probes=(outer, inner, Probe(2, "entry", 9, "other")))
    goal = ProbeGoal.of("inner", inner)
    objectives = OpenGoals(subject, Archive((goal,)))

    def near(*hits: int) -> bool:
        result = ExecutionResult("passed", Trace(frozenset(hits)))
        return goal in objectives.distances(evaluated(TestCase((LiteralStatement(1, 1),)), result))

    assert near(0)
    assert not near(2)
