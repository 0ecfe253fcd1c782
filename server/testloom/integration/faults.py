"""Which small faults concern a pair: those of what is called, and those of the calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from testloom.integration.coupling import Coupling
from testloom.model.mutation import Mutant

OF_CALLS = frozenset({"arguments", "call", "result"})
"""Operators for faults at call sites."""


def faults_of(coupling: Coupling, file: Path, mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """The mutants of a file that concern a pair: those of the callee, and those of the calls of it."""
    known = list(mutants)
    within = callee_faults_of(coupling, file, known)
    yield from within
    if file == coupling.caller.module.file:
        calls = {(_plain(site.caller.partition(":")[2]), site.line) for site in coupling.sites}
        for mutant in known:
            is_call = mutant.operator in OF_CALLS and (mutant.function, mutant.line) in calls
            if is_call and mutant not in within:
                yield mutant


def callee_faults_of(coupling: Coupling, file: Path, mutants: Iterable[Mutant]) -> list[Mutant]:
    """The mutants of a file that are of the callee.

    They are those of its functions with conditions that the caller's calls lead to, without what no call of
    the pair can reach, as with coupled branches.
    """
    callee = coupling.callee.module
    if file != callee.file:
        return []
    reached = {
        _plain(branch.code)
        for site in coupling.sites
        for branch in site.affected
        if branch.module == callee.name
    }
    closed = {
        (_plain(function.qualname), line)
        for function, line in coupling.closed_lines
        if function.module is callee
    }
    return [
        mutant
        for mutant in mutants
        if mutant.function in reached and (mutant.function, mutant.line) not in closed
    ]


def _plain(code: str) -> str:
    """The name of a function as mutants have it."""
    return code.replace(".<locals>", "")
