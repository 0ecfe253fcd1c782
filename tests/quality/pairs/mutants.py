"""Mutants of a callee and of the calls of it, and which of them suites of tests notice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

from testloom.execution import Agent
from testloom.integration import Coupling
from testloom.measurement import never
from testloom.model.mutation import Mutant
from testloom.model.suite import AssertedTest
from testloom.model.wish import Wish
from testloom.oracle import assess, kills_of

IMPORT_SECONDS = 10.0
OF_CALLS = frozenset({"arguments", "call", "result"})
"""Operators for faults at call sites."""
Known: TypeAlias = tuple[str, int]
"""A mutant: its file, and its number there."""


def killed_mutants(
    coupling: Coupling, wish: Wish, suites: Sequence[Sequence[AssertedTest]], seconds: float
) -> tuple[frozenset[Known], list[frozenset[Known]]]:
    """The mutants that concern a pair, and those of them that each suite kills.

    They are those of the callee's functions that the caller's calls lead to, and faults at these calls.
    Running a suite with those of one file ends after so many seconds; the rest counts as not killed.
    """
    mutants: set[Known] = set()
    killed: list[set[Known]] = [set() for _ in suites]
    for file in dict.fromkeys([coupling.callee.module.file, coupling.caller.module.file]):
        agent = Agent.start(wish.python, file, wish.root, IMPORT_SECONDS, with_mutants="integration")
        with closing(agent):
            concerned = {mutant.id for mutant in _concerned(coupling, file, agent.mutants)}
            mutants |= {(str(file), number) for number in concerned}
            for suite, known in zip(suites, killed, strict=True):
                known |= {(str(file), number) for number in _killed(suite, agent, seconds) & concerned}
    return frozenset(mutants), [frozenset(known) for known in killed]


def _killed(suite: Sequence[AssertedTest], agent: Agent, seconds: float) -> set[int]:
    found = assess([test.case for test in suite], agent, seconds, never)
    pairs = zip(suite, found, strict=True)
    return {number for test, seen in pairs if seen is not None for number in kills_of(test.assertions, seen)}


def _concerned(coupling: Coupling, file: Path, mutants: Sequence[Mutant]) -> Iterator[Mutant]:
    reached = {
        branch.code.replace(".<locals>", "")
        for site in coupling.sites
        for branch in site.affected
        if branch.module == coupling.callee.module.name
    }
    calls = {(site.caller.partition(":")[2].replace(".<locals>", ""), site.line) for site in coupling.sites}
    for mutant in mutants:
        is_callee = file == coupling.callee.module.file and mutant.function in reached
        is_call = file == coupling.caller.module.file and (mutant.function, mutant.line) in calls
        if is_callee or (is_call and mutant.operator in OF_CALLS):
            yield mutant
