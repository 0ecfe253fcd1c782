"""Which small faults concern a pair: those of what is called, and those of the calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from testloom.integration.coupling import Coupling
from testloom.model.mutation import Mutant, function_name

OF_CALLS = frozenset({"arguments", "call", "result"})
"""Operators for faults at call sites."""


def faults_of(coupling: Coupling, file: Path, mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """The mutants of a file that concern a pair.

    They are those of the callee's functions with conditions that the caller's calls lead to, without what no
    call of the pair can reach, as with coupled branches, and faults at these calls.
    """
    reached = {
        function_name(branch.code)
        for site in coupling.sites
        for branch in site.affected
        if branch.module == coupling.callee.module.name
    }
    closed = {
        (function_name(function.qualname), line)
        for function, line in coupling.closed_lines
        if function.module is coupling.callee.module
    }
    calls = {(function_name(site.caller.partition(":")[2]), site.line) for site in coupling.sites}
    for mutant in mutants:
        place = mutant.function, mutant.line
        is_led_to = mutant.function in reached and place not in closed
        is_callee = file == coupling.callee.module.file and is_led_to
        is_call = file == coupling.caller.module.file and place in calls
        if is_callee or (is_call and mutant.operator in OF_CALLS):
            yield mutant
