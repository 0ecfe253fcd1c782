"""Selection of the mutants that concern a pair: those of the called code, and those of the calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from testloom.integration.coupling import Coupling
from testloom.model.mutation import Mutant, function_name

OF_CALLS = frozenset({"arguments", "call", "result"})
"""The operators for mutants of call sites."""


def faults_of(coupling: Coupling, file: Path, mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """Yield the mutants of a file that concern a pair.

    They are in functions of the callee with conditions that the caller's calls reach, except lines that no
    call of the pair can reach, as with coupled branches; or they change these calls.
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
