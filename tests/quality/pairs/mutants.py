"""Mutants of a callee and of the calls of it, and which of them suites of tests notice."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TypeAlias

from testloom.execution import Agent
from testloom.integration import Coupling, callee_faults_of, faults_of
from testloom.model.suite import AssertedTest
from testloom.model.wish import Wish
from testloom.oracle import kills_of

IMPORT_SECONDS = 10.0
Known: TypeAlias = tuple[str, int]
"""A mutant: its file, and its number there."""


@dataclass(frozen=True, slots=True)
class Trials:
    """The mutants that concern a pair, of the callee and of the calls of it, and who kills which.

    Some are `killed` by tests of the pair, and some by the unit tests of caller or callee.
    """

    of_callee: frozenset[Known]
    of_calls: frozenset[Known]
    killed: frozenset[Known]
    killed_by_units: frozenset[Known]

    @property
    def killed_alone(self) -> frozenset[Known]:
        """Those that only tests of the pair kill."""
        return self.killed - self.killed_by_units


def tried_mutants(
    coupling: Coupling, wish: Wish, suites: Sequence[Sequence[AssertedTest]], seconds: float
) -> Trials:
    """Which mutants suites kill: the first is of the pair, the others are of its units.

    Running a suite with those of one file ends after so many seconds; the rest counts as not killed.
    """
    concerned: set[Known] = set()
    of_callee: set[Known] = set()
    killed: list[set[Known]] = [set() for _ in suites]
    for file in dict.fromkeys([coupling.callee.module.file, coupling.caller.module.file]):
        agent = Agent.start(wish.python, file, wish.root, IMPORT_SECONDS, with_mutants="integration")
        with closing(agent):
            numbers = frozenset(mutant.id for mutant in faults_of(coupling, file, agent.mutants))
            concerned |= {(str(file), number) for number in numbers}
            within = callee_faults_of(coupling, file, agent.mutants)
            of_callee |= {(str(file), mutant.id) for mutant in within}
            for suite, known in zip(suites, killed, strict=True):
                known |= {(str(file), number) for number in _killed(suite, agent, numbers, seconds)}
    own, *others = killed
    units = frozenset(mutant for known in others for mutant in known)
    return Trials(frozenset(of_callee), frozenset(concerned - of_callee), frozenset(own), units)


def _killed(
    suite: Sequence[AssertedTest], agent: Agent, concerned: frozenset[int], seconds: float
) -> set[int]:
    until = time.monotonic() + seconds
    killed: set[int] = set()
    for test in suite:
        left = until - time.monotonic()
        [seen] = agent.assess([test.case], left, concerned - killed) if left > 0 else [None]
        killed |= set(kills_of(test.assertions, seen)) if seen is not None else set()
    return killed & concerned
