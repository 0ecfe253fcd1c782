"""Values within values become plainer where a test does not need as many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from testloom.capabilities.requests.overriding import OverrideStatement
from testloom.model.execution import ExecutionResult, Observation, Trace
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search import minimise, one_by_one
from testloom.search.chromosome import evaluated
from testloom.search.minimisation.values.conformance import is_well_typed
from testloom.search.minimisation.values.nesting import flattened
from tests.unit.search.bank import FakeBank, bank
from tests.values import scalar

NODE = TypeRef("bank:Account")


def tree() -> Subject:
    """Nodes that are made of one another, `negated(node: Account)`, and `shown(node)`."""
    negated = Callable("bank:negated", "function", None, (Parameter("node", type=NODE),), NODE)
    shown = Callable("bank:shown", "function", None, (Parameter("node"),))
    return replace(bank(), callables={**bank().callables, negated.id: negated, shown.id: shown})


def nested() -> TestCase:
    return TestCase(
        (
            LiteralStatement(1, 5),
            CallStatement(2, "bank:Account", None, (1,)),
            CallStatement(3, "bank:negated", None, (2,)),
            CallStatement(4, "bank:negated", None, (3,)),
            CallStatement(5, "bank:shown", None, (4,)),
        )
    )


def test_a_value_gives_way_to_one_that_it_is_made_of_unless_that_is_of_another_type() -> None:
    calls = [(last.callable, last.args) for last in _changed(nested(), tree())]

    assert calls == [
        ("bank:negated", (2,)),
        ("bank:shown", (1,)),
        ("bank:shown", (2,)),
        ("bank:shown", (3,)),
    ]


def test_a_moment_does_not_give_way_to_its_time_zone() -> None:
    due = Parameter("due", type=TypeRef("datetime:datetime"))
    send = Callable("bank:send", "function", None, (due,))
    subject = replace(bank(), callables={send.id: send})
    zone, year = ReferenceStatement(1, "datetime:timezone.utc"), LiteralStatement(2, 2024)
    moment = CallStatement(3, "datetime:datetime", None, (2, 2, 2), (("tzinfo", 1),))
    case = TestCase((zone, year, moment, CallStatement(4, send.id, None, (3,))))
    by_zone = TestCase((zone, CallStatement(4, send.id, None, (1,))))

    assert [last.args for last in _changed(case, subject)] == []
    assert is_well_typed(case, subject) and not is_well_typed(by_zone, subject)


def test_what_takes_the_place_of_a_dependency_stays_whole() -> None:
    user = CallStatement(2, "bank:Account", None, (1,))
    case = TestCase((LiteralStatement(1, 5), user, OverrideStatement(3, "bank:app", "bank:current_user", 2)))

    assert list(flattened(case, tree())) == []


def _changed(case: TestCase, subject: Subject) -> list[CallStatement]:
    """The statement that each variant has otherwise."""
    found = []
    for variant in flattened(case, subject):
        [changed] = [new for old, new in zip(case, variant, strict=True) if old != new]
        assert isinstance(changed, CallStatement)
        found.append(changed)
    return found


def test_a_test_keeps_as_many_values_within_one_another_as_it_needs() -> None:
    def is_negated(case: TestCase) -> ExecutionResult:
        made = {s.id: s for s in case if isinstance(s, CallStatement)}
        given = [made.get(s.args[0]) for s in made.values() if s.callable == "bank:shown" and s.args]
        is_so = any(call is not None and call.callable == "bank:negated" for call in given)
        return ExecutionResult("passed" if is_so else "timeout", Trace(frozenset()))

    case = nested()
    small = minimise(evaluated(case, is_negated(case)), (), tree(), FakeBank(is_negated), lambda: False)

    called = [s.callable for s in small.case if isinstance(s, CallStatement)]
    assert called == ["bank:Account", "bank:negated", "bank:shown"]


class Counting(FakeBank):
    """What comes of the last statement is whether the first collection has items, if that `counts`."""

    def __init__(self, *, counts: bool) -> None:
        super().__init__(lambda case: ExecutionResult("passed", Trace(frozenset())))
        self._counts = counts

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [[Observation(test.statements[-1].id, scalar(self._shown(test)))] for test in tests]

    def _shown(self, test: TestCase) -> bool:
        filled = [s for s in test if isinstance(s, CollectionStatement) and s.items]
        return self._counts and bool(filled)


@pytest.mark.parametrize("counts", [True, False])
def test_a_collection_of_objects_is_empty_unless_something_comes_of_them(counts: bool) -> None:
    case = TestCase(
        (
            LiteralStatement(1, 5),
            CallStatement(2, "bank:Account", None, (1,)),
            CollectionStatement(3, "list", (2,)),
            CallStatement(4, "bank:shown", None, (3,)),
        )
    )
    executor = Counting(counts=counts)

    def still(variant: TestCase) -> bool:
        """It hands over a list, of objects if of anything."""
        kinds = [type(statement) for statement in variant]
        is_of_objects = LiteralStatement not in kinds or kinds.count(CallStatement) > 1
        return CollectionStatement in kinds and is_of_objects

    [result] = executor.execute([case])
    small = minimise(evaluated(case, result), (), tree(), executor, lambda: False, one_by_one(still))

    [items] = [s.items for s in small.case if isinstance(s, CollectionStatement)]
    assert bool(items) is counts
