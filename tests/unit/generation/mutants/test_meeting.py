"""Tests meet mutants beside other work, and what one makes visible no later one has to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from threading import Event

from testloom.generation.mutants import meeting
from testloom.generation.mutants.meeting import BATCH, Meeting
from testloom.model.errors import AgentError
from testloom.model.mutation import Assessment, Difference, Effect, Mutant
from testloom.model.statements import CallStatement, TestCase
from testloom.oracle import Met

SHOWS, SURVIVES = Effect("differs", (Difference(1, "value"),)), Effect("survived")


def called(name: str) -> TestCase:
    return TestCase((CallStatement(1, f"m:{name}", None, ()),))


CASES = [called(f"f{place}") for place in range(BATCH + 1)]


class Runner:
    """The first mutant shows in each test, the second in none; notes what was wanted, request by request."""

    mutants = (Mutant(1, "number", 1, "f", "1", "2"), Mutant(2, "number", 2, "f", "2", "3"))

    def __init__(self) -> None:
        self.asked: list[tuple[int, Collection[int] | None]] = []
        self.is_done = Event()

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        self.asked.append((len(tests), wanted))
        if CASES[-1] in tests:
            self.is_done.set()
        return [
            Assessment({n: effect for n, effect in ((1, SHOWS), (2, SURVIVES)) if wanted and n in wanted})
            for _ in tests
        ]


def test_a_mutant_that_shows_is_left_out_of_later_tests() -> None:
    runner = Runner()
    among = Meeting(lambda: runner)
    among.add(CASES)
    assert runner.is_done.wait(20)
    met = among.end()

    assert runner.asked == [(BATCH, frozenset({1, 2})), (1, frozenset({2}))]
    assert met[CASES[0].wire] == Met(frozenset({1, 2}), Assessment({1: SHOWS, 2: SURVIVES}))
    assert met[CASES[-1].wire] == Met(frozenset({2}), Assessment({2: SURVIVES}))


def test_a_test_whose_time_is_over_has_met_the_mutants_up_to_its_last() -> None:
    late = Met(frozenset({1}), Assessment({1: SHOWS}))
    assert meeting.until_the_last(frozenset({1, 2}), late.assessment) == late.tried
    assert meeting.until_the_last(frozenset({1, 2}), Assessment()) == frozenset()


def test_what_cannot_be_loaded_ends_a_meeting_without_results() -> None:
    def fail() -> Runner:
        raise AgentError("It cannot be loaded.", "")

    among = Meeting(fail)
    among.add(CASES)

    assert among.end() == {}
