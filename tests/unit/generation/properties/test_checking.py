"""Whether properties hold, and what they notice."""

from __future__ import annotations

from collections.abc import Callable as Function
from collections.abc import Collection, Sequence
from random import Random

import pytest

from testloom.generation.properties.candidates import FIRST, SECOND, Candidate, candidates
from testloom.generation.properties.checking import holds, noticed
from testloom.generation.properties.strategies import STRATEGIES, drawn
from testloom.model.execution import ExecutionResult, Observation, RaisedException
from testloom.model.mutation import Assessment, Difference, Effect, Mutant
from testloom.model.properties import Law
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search import ValueSource
from tests.unit.search.bank import FakeBank
from tests.values import scalar

TEXT = TypeRef("str")
ESCAPE = Callable("shop:escape", "function", parameters=(Parameter("text", type=TEXT),), returns=TEXT)
UNESCAPE = Callable("shop:unescape", "function", parameters=(Parameter("text", type=TEXT),), returns=TEXT)


class Functions(FakeBank):
    """Observes two functions of a text, of which each may raise."""

    def __init__(self, first: Function[[str], str], second: Function[[str], str]) -> None:
        super().__init__(lambda case: ExecutionResult("passed", trace=None))  # type: ignore[arg-type]
        self.functions = {FIRST: first, SECOND: second}

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [list(self._observed(test)) for test in tests]

    def _observed(self, test: TestCase) -> list[Observation]:
        given = test.statements[0]
        assert isinstance(given, LiteralStatement)
        value = str(given.value)
        told: list[Observation] = []
        for statement, function in self.functions.items():
            try:
                value = function(value)
            except ValueError as error:
                raised = RaisedException("builtins:ValueError", str(error), False, True)
                return [*told, Observation(statement, exception=raised)]
            told.append(Observation(statement, scalar(value)))
        return told


def never() -> bool:
    return False


def refused(text: str) -> str:
    raise ValueError(text)


@pytest.mark.parametrize(
    ("law", "first", "second", "expected"),
    [
        ("inverse", str.swapcase, str.swapcase, True),
        ("inverse", str.upper, str.lower, False),
        ("inverse", refused, str.lower, False),
        ("idempotent", str.upper, str.upper, True),
        ("idempotent", str.swapcase, str.swapcase, False),
    ],
)
def test_a_law_holds_if_no_case_breaks_it(
    law: Law, first: Function[[str], str], second: Function[[str], str], expected: bool
) -> None:
    candidate = Candidate(law, ESCAPE, UNESCAPE)
    cases = [candidate.case(text) for text in ("a", "B", "aB")]

    assert holds(candidate, cases, Functions(first, second), never) is expected


def test_nothing_holds_that_there_is_no_time_to_try() -> None:
    candidate = Candidate("idempotent", ESCAPE, ESCAPE)

    assert not holds(candidate, [candidate.case("a")], Functions(str.upper, str.upper), lambda: True)


class Told:
    """Mutants whose effects on every test are known."""

    mutants: tuple[Mutant, ...] = ()

    def __init__(self, effects: dict[int, Effect]) -> None:
        self.effects = effects

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        return [Assessment({m: e for m, e in self.effects.items() if m in (wanted or ())}) for _ in tests]


EFFECTS = {
    1: Effect("raised"),
    2: Effect("differs", (Difference(SECOND, "value"),)),
    3: Effect("differs", (Difference(FIRST, "value"),)),
    4: Effect("differs", (Difference(FIRST, "value"), Difference(SECOND, "value"))),
    5: Effect("survived"),
    6: Effect("differs", (Difference(SECOND, "output"),)),
}


@pytest.mark.parametrize(("law", "expected"), [("inverse", {1, 2, 4}), ("idempotent", {1, 2, 3})])
def test_only_what_breaks_the_law_is_noticed(law: Law, expected: set[int]) -> None:
    candidate = Candidate(law, ESCAPE, UNESCAPE)

    assert noticed(candidate, [candidate.case("a")], Told(EFFECTS), EFFECTS, never, by_time=False) == expected


def test_pairs_are_found_by_name_and_what_takes_its_own_result() -> None:
    count = Callable(
        "shop:count", "function", parameters=(Parameter("text", type=TEXT),), returns=TypeRef("int")
    )
    subject = Subject("shop", "shop.py", {one.id: one for one in (ESCAPE, UNESCAPE, count)})

    found = [
        (one.law, one.first.name, one.second.name)
        for one in candidates(subject, frozenset({"escape", "count"}))
    ]

    assert found == [
        ("inverse", "escape", "unescape"),
        ("idempotent", "escape", "escape"),
        ("inverse", "escape", "escape"),
    ]


@pytest.mark.parametrize("name", STRATEGIES)
def test_only_what_a_strategy_draws_is_drawn(name: str) -> None:
    values = ValueSource(Random(1), (-7,), (float("inf"),), ("\ud800", "é"), (b"\xff",))

    for strategy in STRATEGIES[name]:
        found = drawn(strategy, 200, values)
        assert all(strategy.draws(value) for value in found)
        assert len(set(map(repr, found))) > 50
