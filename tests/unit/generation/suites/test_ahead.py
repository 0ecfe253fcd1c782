"""What was asked ahead is not asked again, and nothing is asked while the search needs all processors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from typing import Any

import pytest

from testloom.execution import Agent
from testloom.generation.suites.ahead import Ahead
from testloom.generation.suites.caching import CachingExecutor
from testloom.model.execution import Behaviour, EndKind, ExecutionResult, Observation, Trace, Watched
from testloom.model.statements import LiteralStatement, TestCase
from testloom.search import Archive, goals_of
from testloom.search.chromosome import evaluated
from tests.unit.search.bank import bank, run_withdrawal, withdrawal

ONE, OTHER = (TestCase((LiteralStatement(0, value),)) for value in (1, 2))


@dataclass
class Asked:
    """An executor that notes what it is asked."""

    end: EndKind = "passed"
    seen: list[Observation] = field(default_factory=lambda: [Observation(0)])
    behaviour: Behaviour | None = None
    cases: list[TestCase] = field(default_factory=list)

    def execute(self, tests: Sequence[TestCase]) -> list[ExecutionResult]:
        self.cases += tests
        return [ExecutionResult(self.end, Trace(frozenset())) for _ in tests]

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        self.cases += tests
        return [self.seen for _ in tests]

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        self.cases += tests
        return [self.behaviour for _ in tests]

    def submit(self, tests: object, wanted: object = None, seconds: object = None) -> None: ...

    def collect(self) -> list[ExecutionResult]:
        return []

    def watch(self, tests: Sequence[TestCase], wanted: object = None) -> list[Watched]:
        return []


def test_what_another_agent_was_asked_ahead_is_not_asked_again() -> None:
    now, ahead = Asked(), Asked(behaviour=Behaviour((), Trace(frozenset())))
    memory = CachingExecutor(now)
    helper = memory.of(ahead)
    helper.execute([ONE])
    helper.observe([ONE])
    helper.vary([ONE, OTHER])

    results = memory.execute([OTHER, ONE, OTHER])

    assert [result.end for result in results] == ["passed"] * 3
    assert now.cases == [OTHER]
    assert (memory.observe([ONE]), memory.vary([ONE, OTHER])) == ([ahead.seen], [ahead.behaviour] * 2)
    assert now.cases == [OTHER]


def test_tests_that_run_together_are_run_each_time() -> None:
    now = Asked()
    memory = CachingExecutor(now)
    memory.observe([ONE])
    memory.observe([ONE], together=True)

    assert now.cases == [ONE, ONE]


def test_what_was_cut_short_is_asked_again() -> None:
    now = Asked(end="timeout")
    memory = CachingExecutor(now)
    for _ in range(2):
        memory.execute([ONE])
        memory.vary([ONE])

    assert now.cases == [ONE] * 4


@pytest.mark.parametrize("seen", [[], [Observation(0, denied=("leave a thread running",))]])
def test_what_did_not_end_by_itself_is_observed_once_more_by_another_agent(seen: list[Observation]) -> None:
    now, ahead = Asked(), Asked(seen=seen)
    memory = CachingExecutor(now)
    helper = memory.of(ahead)

    assert [helper.observe([ONE]), helper.observe([ONE])] == [[seen], [seen]]
    assert ahead.cases == [ONE]
    assert memory.observe([ONE]) == [now.seen]


def test_nothing_is_begun_ahead_while_no_processor_is_free() -> None:
    asked = Event()

    def is_free() -> bool:
        asked.set()
        return False

    def start(_: Callable[[], bool]) -> Agent:
        pytest.fail("an agent was started")

    case = withdrawal(1, 2)
    archive = Archive(tuple(goals_of(bank(), {0})))
    archive.update(evaluated(case, run_withdrawal(case)))
    with Ahead(start, bank(), CachingExecutor(Asked()), 0.0, is_free=is_free) as ahead:
        ahead.look(archive)
        assert asked.wait()
    assert ahead._work is not None
    assert ahead._work.exception() is None


class FakeAgent(Asked):
    """An agent that needs no process."""

    def __enter__(self) -> FakeAgent:
        return self

    def __exit__(self, *_: object) -> None: ...

    def lower_priority(self) -> None: ...


def test_what_comes_after_the_search_is_made_ready_once_something_was_verified() -> None:
    done: list[str] = []
    verified = Event()

    def verify(*_: object) -> None:
        done.append("verified")
        if done.count("verified") == 3:
            verified.set()

    case = withdrawal(1, 2)
    archive = Archive(tuple(goals_of(bank(), {0})))
    archive.update(evaluated(case, run_withdrawal(case)))
    start: Any = lambda _: FakeAgent()  # noqa: E731
    prepare = partial(done.append, "prepared")
    with Ahead(start, bank(), CachingExecutor(Asked()), 0.0, verify, prepare=prepare) as ahead:
        ahead.look(archive)
        assert verified.wait(20)

    assert done[:2] == ["verified", "prepared"]
    assert done.count("prepared") == 1
