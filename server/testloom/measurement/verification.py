"""Whether tests may be shown: they pass in fresh processes, whatever surrounds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from testloom.measurement.laboratory import Laboratory
from testloom.measurement.results import TestRun
from testloom.measurement.runs import run_tests
from testloom.measurement.surroundings import BASE, CHANGED, FACTORS, Surroundings

MAX_CULPRITS = 5
AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Verification:
    """The tests that may not be shown, by name with the id of the row, each with its reason.

    `run` is the one in the base surroundings, from which the coverage comes; `failed` are those that
    did not pass in it, `unstable` those that ended differently in other surroundings.
    """

    run: TestRun
    failed: Mapping[str, str] = field(default_factory=dict)
    unstable: Mapping[str, str] = field(default_factory=dict)

    @property
    def rejected(self) -> dict[str, str]:
        """All tests that may not be shown."""
        return {**self.failed, **self.unstable}

    @property
    def percent(self) -> float | None:
        """Coverage of the subject in percent, lines and branches; None if it could not be measured."""
        return self.run.coverage.percent if self.run.coverage else None


def verify(
    laboratory: Laboratory, test_file: Path, text: str, cases: Sequence[str], *, timeout: float = 60.0
) -> Verification:
    """Run a test file in the base surroundings and in changed ones, both in fresh processes at once.

    Args:
        laboratory: the project and the subject.
        test_file: where the file belongs; nothing is written there.
        text: what is in it.
        cases: the tests to judge, by name with the id of the row (`test_x[row]`); one that was not
            seen to pass is rejected, whatever the cause.
        timeout: in seconds, for each run.
    """

    def run(surroundings: Surroundings) -> TestRun:
        measure = surroundings == BASE
        return _to_the_end(laboratory, test_file, text, surroundings, timeout, measure)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        base, changed = pool.map(run, (BASE, CHANGED))
        failed = {name: reason for name in cases if (reason := _failure(base, name))}
        suspects = [name for name in cases if name not in failed and _failure(changed, name)]
        unstable = dict.fromkeys(suspects, "unstable: it ends differently when all surroundings change")
        if suspects:
            for description, other in zip(FACTORS, pool.map(run, FACTORS.values()), strict=True):
                guilty = [name for name in suspects if _failure(other, name)]
                unstable.update(dict.fromkeys(guilty, f"unstable: it ends differently {description}"))
    return Verification(base, failed, unstable)


def _to_the_end(
    laboratory: Laboratory,
    test_file: Path,
    text: str,
    surroundings: Surroundings,
    timeout: float,
    measure: bool,
) -> TestRun:
    """Run; where a test ends the process or hangs, run again without it."""
    culprits: dict[str, TestRun] = {}
    while True:
        run = run_tests(
            laboratory,
            test_file,
            text,
            surroundings=surroundings,
            timeout=timeout,
            measure=measure,
            without=list(culprits),
        )
        if run.culprit is None or run.culprit in culprits or len(culprits) >= MAX_CULPRITS:
            break
        culprits[run.culprit] = run
    cases = dict(run.cases)
    for earlier in culprits.values():
        cases |= earlier.cases
    return replace(run, cases=cases)


def _failure(run: TestRun, name: str) -> str:
    """Why a test did not pass; empty if it did."""
    found = run.cases.get(name)
    if found is None:
        return f"failed: {run.error or 'pytest did not run it'}"
    if found.outcome == "passed":
        return ""
    return f"{found.outcome}: {found.message}"
