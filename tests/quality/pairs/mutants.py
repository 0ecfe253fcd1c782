"""Mutants of a callee and of the calls of it, and which of them suites of tests notice."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from typing import TypeAlias

from testloom.execution import Agent, AgentSettings
from testloom.integration import Coupling, faults_of
from testloom.model.generation_request import GenerationRequest
from testloom.model.suite import AssertedTest
from testloom.oracle import kills_of

IMPORT_SECONDS = 10.0
Known: TypeAlias = tuple[str, int]
"""A mutant: its file, and its number there."""


def killed_mutants(
    coupling: Coupling, request: GenerationRequest, suites: Sequence[Sequence[AssertedTest]], seconds: float
) -> tuple[frozenset[Known], list[frozenset[Known]]]:
    """The mutants that concern a pair, and those of them that each suite kills.

    Running a suite with those of one file ends after so many seconds; the rest counts as not killed.
    """
    mutants: set[Known] = set()
    killed: list[set[Known]] = [set() for _ in suites]
    for file in dict.fromkeys([coupling.callee.module.file, coupling.caller.module.file]):
        settings = AgentSettings(IMPORT_SECONDS, with_mutants="integration")
        agent = Agent.start(request.python, file, request.root, settings)
        with closing(agent):
            concerned = frozenset(mutant.id for mutant in faults_of(coupling, file, agent.mutants))
            mutants |= {(str(file), number) for number in concerned}
            for suite, known in zip(suites, killed, strict=True):
                known |= {(str(file), number) for number in _killed(suite, agent, concerned, seconds)}
    return frozenset(mutants), [frozenset(known) for known in killed]


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
