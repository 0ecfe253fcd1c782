from __future__ import annotations

from dataclasses import replace

from testloom.generation.suites.asserting import Stable, asserted
from testloom.generation.suites.losses import Losses
from testloom.model.execution import ExecutionResult, Observation, Trace
from testloom.model.mutation import Assessment, Effect
from testloom.model.observed import Instance, Value
from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable
from testloom.search.chromosome import Chromosome
from tests.unit.writer.building import SUBJECT
from tests.values import scalar

TEXT, CALL = LiteralStatement(0, "a"), CallStatement(1, "shop.account:maybe", None, (0,))


def kept(*statements: Statement, value: Value, assessment: Assessment | None = None) -> int:
    """How many tests are left of one with these statements, the last of which yields the value."""
    seen = [Observation(entry.id, scalar("a")) for entry in statements[:-1]]
    seen.append(Observation(statements[-1].id, value))
    chromosome = Chromosome(TestCase(statements), ExecutionResult("passed", Trace(frozenset())), frozenset())
    tests, _ = asserted([Stable(chromosome, [], seen, assessment)], SUBJECT, Losses())
    return len(tests)


def test_a_test_says_something_of_the_subject() -> None:
    error = Instance("builtins:PermissionError", {})
    of_library = CallStatement(2, "builtins:OSError", None, (0,))
    of_subject = CallStatement(2, "builtins:OSError", None, (1,))

    assert kept(TEXT, CALL, of_library, value=error) == 0
    assert kept(TEXT, CALL, of_subject, value=error) == 1


def test_a_private_call_that_says_nothing_is_kept_unless_it_was_seen_to_kill_nothing() -> None:
    private, nothing = CallStatement(1, "shop.account:_hidden", None, (0,)), scalar(None)

    assert kept(TEXT, private, value=nothing, assessment=Assessment({7: Effect("survived")})) == 0
    assert kept(TEXT, private, value=nothing, assessment=Assessment({7: Effect("raised")})) == 1
    assert kept(TEXT, private, value=nothing) == 1


def left_after_tidying(count: int) -> int:
    """How many tests are left of one that only shows that a private method keeps a count."""
    known = Callable("shop.account:Account._tidy", "method", "shop.account:Account", writes=("entries",))
    subject = replace(SUBJECT, callables={**SUBJECT.callables, known.id: known})
    case = TestCase((CallStatement(1, "shop.account:Account"), CallStatement(2, known.id, 1)))
    account = Instance("shop.account:Account", {"entries": scalar(count)}, reference=1)
    seen = [Observation(1, account), Observation(2, scalar(None), receiver=account)]
    chromosome = Chromosome(case, ExecutionResult("passed", Trace(frozenset())), frozenset())
    survived = Assessment({7: Effect("survived")})
    tests, _ = asserted([Stable(chromosome, [], seen, survived, is_finding=True)], subject, Losses())
    return len(tests)


def test_a_private_call_that_leaves_an_empty_object_empty_is_no_test() -> None:
    assert (left_after_tidying(0), left_after_tidying(2)) == (0, 1)


def test_a_test_calls_no_method_of_its_own_at_last() -> None:
    own = ClassStatement(1, "Own", ("shop.account:Account",), members=(Member("method", "close", 0),))
    made = MakeStatement(2, "shop.account:Account", 1)
    closed, deposited = (CallStatement(3, f"shop.account:Account.{name}", 2) for name in ("close", "deposit"))

    wrapped = Assessment({7: Effect("raised")})

    assert kept(TEXT, own, made, closed, value=scalar("a")) == 0
    assert kept(TEXT, own, made, closed, value=scalar("a"), assessment=wrapped) == 1
    assert kept(TEXT, own, made, deposited, value=scalar("a")) == 1
