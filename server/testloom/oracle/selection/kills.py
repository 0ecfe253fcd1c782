"""Observed tests, and the mutants that assertions of them kill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from testloom.model.execution import Observation
from testloom.model.mutation import Assessment
from testloom.model.statements import TestCase
from testloom.model.suite import Assertion
from testloom.oracle.selection.visibility import sees


@dataclass(frozen=True, slots=True)
class Observed:
    """A test, its observations, the effects of mutants (None: unknown), and if it adds coverage."""

    case: TestCase
    observations: Sequence[Observation]
    assessment: Assessment | None = None
    adds_coverage: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen assertions of one test, in the order to write them, and the mutants that it kills.

    They are empty if there is nothing to assert; a test that is not `needed` adds nothing to the
    others.
    """

    assertions: tuple[Assertion, ...]
    kills: frozenset[int] = frozenset()
    needed: bool = True


def kills_of(assertions: Sequence[Assertion], assessment: Assessment) -> frozenset[int]:
    """Return the mutants that a test with these assertions kills."""
    return fatal_to(assessment).union(*(seen_by(assertion, assessment) for assertion in assertions))


def seen_by(assertion: Assertion, assessment: Assessment) -> frozenset[int]:
    """Return the mutants that an assertion kills."""
    return frozenset(
        mutant
        for mutant, effect in assessment.effects.items()
        if any(sees(assertion, difference) for difference in effect.differences)
    )


def fatal_to(assessment: Assessment) -> frozenset[int]:
    """Return the mutants that fail a test whatever it asserts."""
    ends = assessment.effects.items()
    return frozenset(mutant for mutant, effect in ends if effect.end not in ("survived", "differs"))


def last_called(test: Observed) -> str:
    """Return the callable of the last statement; empty if that calls none."""
    return getattr(test.case.statements[-1], "callable", "") if test.case.statements else ""
