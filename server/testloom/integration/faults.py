"""Which small faults concern a pair: those of what is called, and those of the calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from testloom.integration.coupling import Coupling
from testloom.model.mutation import Mutant

OF_CALLS = frozenset({"arguments", "call", "result"})
"""Operators for faults at call sites."""


def faults_of(coupling: Coupling, file: Path, mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """The mutants of a file that concern a pair.

    They are those of the callee's functions that the caller's calls lead to, and faults at these calls.
    """
    reached = {
        _plain(branch.code)
        for site in coupling.sites
        for branch in site.affected
        if branch.module == coupling.callee.module.name
    }
    calls = {(_plain(site.caller.partition(":")[2]), site.line) for site in coupling.sites}
    for mutant in mutants:
        is_callee = file == coupling.callee.module.file and mutant.function in reached
        is_call = file == coupling.caller.module.file and (mutant.function, mutant.line) in calls
        if is_callee or (is_call and mutant.operator in OF_CALLS):
            yield mutant


def _plain(code: str) -> str:
    """The name of a function as mutants have it."""
    return code.replace(".<locals>", "")
