"""Keep the tests that pass everywhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testloom.generation.proving.private import DECIDED, decided_by_others, unmet_probes
from testloom.generation.proving.repair import first_guilty, may_be_repaired, parts, weakened
from testloom.generation.proving.twins import joined_twins
from testloom.measurement import Laboratory, Verification, verify
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest, Assertion
from testloom.store import keep_failure
from testloom.writer import ProjectStyle, RenderedFile, UnwritableError, render

MAX_ROUNDS = 5
LEAST_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Proven:
    """The tests that passed everywhere, and the run that says so."""

    tests: tuple[AssertedTest, ...] = ()
    verification: Verification | None = None


@dataclass(slots=True)
class Prover:
    """Runs tests in a file of their own; what is unstable is repaired once, what fails is discarded.

    Attributes:
        laboratory: the project and the subject.
        path: where the tests belong.
        subject: what they test.
        style: how they are written.
        until: when to have ended, on the monotonic clock.
        stopped: whether to end at once, without a result.
        discard: told each test that is dropped, its name, and why.
    """

    laboratory: Laboratory
    path: Path
    subject: Subject
    style: ProjectStyle
    until: float
    stopped: Callable[[], bool]
    discard: Callable[[AssertedTest, str, str], None]
    _repaired: set[str] = field(default_factory=set)

    def prove(self, tests: Sequence[AssertedTest]) -> Proven:
        """Drop and repair tests until all that is left passes everywhere."""
        left = tuple(tests)
        for number in range(MAX_ROUNDS):
            left, rendered = self._rendered(left)
            joined = joined_twins(left, rendered.tests)
            if len(joined) < len(left):
                left, rendered = self._rendered(joined)
            if not left:
                break
            verification = self._verified(rendered, alone=number == 0, is_proof=True)
            if self.stopped():
                break
            cases = {test.id: test.case for test in rendered.tests}
            rejected = first_guilty(verification.rejected)
            bad = {test: cases[test] for test in cases if cases[test] in rejected}
            if bad:
                left = self._mended(left, bad, rejected)
                continue
            unmet = unmet_probes(self.subject, verification.run)
            elsewhere = decided_by_others(left, self.subject, unmet)
            if not elsewhere:
                return Proven(tuple(replace(test, hits=test.hits - unmet) for test in left), verification)
            for test in left:
                if test.id in elsewhere:
                    self.discard(test, cases[test.id], DECIDED)
            left = tuple(test for test in left if test.id not in elsewhere)
        return Proven()

    def _verified(self, rendered: RenderedFile, *, alone: bool, is_proof: bool) -> Verification:
        seconds = max(LEAST_SECONDS, self.until - time.monotonic())
        names = [test.case for test in rendered.tests]
        return verify(
            self.laboratory,
            self.path,
            rendered.text,
            names,
            seconds=seconds,
            alone=alone,
            is_proof=is_proof,
            stopped=self.stopped,
        )

    def _mended(
        self, tests: tuple[AssertedTest, ...], bad: Mapping[str, str], reasons: Mapping[str, str]
    ) -> tuple[AssertedTest, ...]:
        """The tests without those that are rejected, or with a repaired one in their place."""
        kept: list[AssertedTest] = []
        for test in tests:
            if test.id not in bad:
                kept.append(test)
                continue
            reason = reasons[bad[test.id]]
            may_repair = may_be_repaired(reason) and test.id not in self._repaired
            repaired = weakened(test, self._sound(test)) if may_repair else None
            if repaired is None:
                self.discard(test, bad[test.id], reason)
            else:
                self._repaired.add(test.id)
                kept.append(repaired)
        return tuple(kept)

    def _sound(self, test: AssertedTest) -> list[Assertion]:
        """Those of a test's assertions that pass everywhere, each for itself; none if there is only one."""
        if len(test.assertions) < 2:
            return []
        found = parts(test)
        _, rendered = self._rendered(tuple(part for _, part in found.values()))
        rejected = self._verified(rendered, alone=False, is_proof=False).rejected
        return [found[entry.id][0] for entry in rendered.tests if entry.case not in rejected]

    def _rendered(self, tests: tuple[AssertedTest, ...]) -> tuple[tuple[AssertedTest, ...], RenderedFile]:
        """The tests that can be written, as a file of their own."""
        while True:
            try:
                return tests, render(tests, self.subject, None, self.style)
            except UnwritableError as error:
                for test in tests:
                    if test.id == error.test:
                        self.discard(test, test.callable, f"unwritable: {error.what}")
                tests = tuple(test for test in tests if test.id != error.test)
            except Exception:
                failures = {test.id: self._failure_at(test) for test in tests}
                if not any(failures.values()):
                    raise
                for test in tests:
                    if failure := failures[test.id]:
                        self.discard(test, test.callable, failure)
                tests = tuple(test for test in tests if not failures[test.id])

    def _failure_at(self, test: AssertedTest) -> str:
        """What goes wrong in Testloom itself when it writes one test; empty if nothing."""
        try:
            render([test], self.subject, None, self.style)
        except UnwritableError:
            pass  # that is told apart
        except Exception as error:
            return f"a bug in Testloom ({error!r}). {keep_failure(error)}"
        return ""
