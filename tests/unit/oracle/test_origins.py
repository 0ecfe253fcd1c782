"""What tests would assert as unchanged is for tests of the calls that set it."""

from __future__ import annotations

from dataclasses import replace

from testloom.model.execution import Observation
from testloom.model.mutation import Assessment, Difference, Effect
from testloom.model.observed import Instance
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter
from testloom.oracle import Observed, needed_of, origins, shortened
from tests.unit.search.bank import bank
from tests.values import scalar

BALANCE, AMOUNT = LiteralStatement(1, 9), LiteralStatement(3, 8)
OPENED = CallStatement(2, "bank:Account", None, (1,))
WITHDRAWN = CallStatement(4, "bank:Account.withdraw", 2, (3,))
ASKED = CallStatement(5, "bank:Account.show", 2)
CASE = TestCase((BALANCE, OPENED, AMOUNT, WITHDRAWN, ASKED))


def account(**attributes: int) -> Instance:
    return Instance("bank:Account", {n: scalar(value) for n, value in attributes.items()}, reference=2)


def observed(effects: dict[int, Effect] | None) -> Observed:
    """An account is opened, `balance` and `limit` are set; `balance` is changed; then it is only asked."""
    after = account(balance=1, limit=5)
    observations = [
        Observation(1, scalar(9)),
        Observation(2, account(balance=9, limit=5)),
        Observation(3, scalar(8)),
        Observation(4, scalar(None), receiver=after),
        Observation(5, scalar(7), receiver=after),
    ]
    return Observed(CASE, observations, None if effects is None else Assessment(effects))


def showing(*attributes: str) -> Effect:
    return Effect("differs", tuple(Difference(5, "receiver", (2, name)) for name in attributes))


RESULT = Effect("differs", (Difference(5, "value"),))
TO_OPEN, TO_WITHDRAW = TestCase((BALANCE, OPENED)), TestCase((BALANCE, OPENED, AMOUNT, WITHDRAWN))


def test_an_unchanged_attribute_that_alone_kills_is_asserted_where_it_is_set() -> None:
    assert origins([observed({1: showing("limit")})], bank()) == [TO_OPEN]
    assert origins([observed({1: showing("balance")})], bank()) == [TO_WITHDRAW]


def test_what_some_test_kills_by_what_it_does_needs_no_other_test() -> None:
    assert origins([observed({1: showing("limit")}), observed({1: RESULT})], bank()) == []


def test_the_fewest_tests_are_made_that_may_kill_all() -> None:
    effects = {1: showing("limit"), 2: showing("limit"), 3: showing("limit", "balance")}

    assert origins([observed(effects)], bank()) == [TO_OPEN]
    assert origins([observed({**effects, 4: showing("balance")})], bank()) == [TO_OPEN, TO_WITHDRAW]


def test_nothing_is_made_where_nobody_knows_what_kills() -> None:
    assert origins([observed(None)], bank()) == []


def test_an_argument_that_only_a_later_call_needed_is_left_out() -> None:
    opened = CallStatement(2, "bank:open", None, (1,), (("limit", 3),))
    open_ = Callable(
        "bank:open", "function", None, (Parameter("balance"), Parameter("limit", has_default=True))
    )
    subject = replace(bank(), callables={open_.id: open_})
    assessment = Assessment({1: Effect("differs", (Difference(2, "value"),))})

    tests = list(shortened(TestCase((BALANCE, AMOUNT, opened)), subject))
    seen = [Observed(case, [Observation(2, scalar(9), receiver=None)], assessment) for case in tests]

    assert [tests[place] for place in needed_of(seen, ())] == [TestCase((BALANCE, opened.replace(kwargs=())))]
