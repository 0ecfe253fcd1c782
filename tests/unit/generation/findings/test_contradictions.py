"""What documentation states is compared with what was observed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from testloom.generation.documented import Claim
from testloom.generation.documented.stated import StatedResult
from testloom.generation.findings.contradictions import BATCH, answer_of, contradictions_of
from testloom.model.events.jobs import Finding
from testloom.model.execution import Observation, RaisedException
from testloom.model.observed import Dict, FrozenSet, Scalar, Set, Tuple, Value
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Callable, Subject

ONE, TWO = Scalar("int", 1), Scalar("int", 2)
CASE = TestCase((CallStatement(1, "shop:parts", None),))
SUBJECT = Subject("shop", "shop.py", {"shop:parts": Callable("shop:parts", "function")})


class Observing:
    """An executor whose only function always returns the same, or raises the same."""

    def __init__(self, value: Value, error: RaisedException | None = None) -> None:
        self.value = value
        self.error = error
        self.asked = 0

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        self.asked += len(tests)
        value = self.value if self.error is None else None
        return [[Observation(1, value, self.error)] for _ in tests]


def found(value: Value, stated: str) -> list[Finding]:
    claim = Claim(CASE, CASE, 1, "shop:parts", "parts()", StatedResult(stated))
    return list(contradictions_of([claim], SUBJECT, Observing(value), lambda: False))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "said", "returned"),
    [
        (Set((FrozenSet((ONE,)),)), "1", "{frozenset({1})}"),
        (Dict((FrozenSet((ONE,)), TWO)), "{}", "{frozenset({1}): 2}"),
        (Set((Tuple((ONE, TWO)),)), "{(1, 3)}", "{(1, 2)}"),
    ],
)
def test_what_is_in_sets_is_compared(value: Value, said: str, returned: str) -> None:
    assert answer_of(value) == returned
    assert [finding.returned for finding in found(value, said)] == [returned]


def test_the_same_set_is_no_contradiction() -> None:
    assert found(Set((Tuple((ONE, TWO)),)), "{(1, 2)}") == []


@pytest.mark.parametrize(
    ("documented", "raised", "told"),
    [
        ("ValueError", "builtins:TypeError", ["TypeError: no"]),
        ("ValueError", "builtins:ValueError", []),
        ("LookupError", "builtins:KeyError", []),
        ("ValueError", "shop:PartsError", []),
        ("PartsError", "builtins:TypeError", []),
    ],
)
def test_another_exception_contradicts_if_it_surely_does_not_derive_from_the_documented_one(
    documented: str, raised: str, told: list[str]
) -> None:
    claim = Claim(CASE, CASE, 1, "shop:parts", "parts()", StatedResult(raises=documented))
    executor = Observing(ONE, RaisedException(raised, "no", explicit=True, in_subject=True))

    found = contradictions_of([claim], SUBJECT, executor, lambda: False)  # type: ignore[arg-type]

    assert [finding.message for finding in found] == told


def test_nothing_is_run_when_time_is_over() -> None:
    claims = [Claim(CASE, CASE, 1, "shop:parts", "parts()", StatedResult("1"))] * 3 * BATCH
    executor, answers = Observing(ONE), iter([False, True])

    list(contradictions_of(claims, SUBJECT, executor, lambda: next(answers)))  # type: ignore[arg-type]

    assert executor.asked == BATCH
