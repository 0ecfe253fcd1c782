"""Proof of tests: those that pass everywhere are kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testloom.generation.proving.private import DECIDED, decided_by_others, unmet_probes
from testloom.generation.proving.repair import first_guilty, is_part_of, parts, weakened
from testloom.generation.proving.twins import joined_twins
from testloom.generation.suites.losses import OWN_BUG
from testloom.measurement import (
    AGAIN,
    FORKED,
    ONCE,
    PARTS,
    PROOF,
    TestEnvironment,
    Thoroughness,
    Verification,
    verify,
)
from testloom.model.containment import Contained, Defect, most_of, raised
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest, Assertion
from testloom.writer import ProjectStyle, RenderedFile, UnwritableError, render

MAX_ROUNDS, MOST_PARTS = 5, 4
IN_COMPANY = "failed: a test that ran before it left something behind"
"""The reason for discarding a test that other tests made fail, or that made other tests fail."""


@dataclass(frozen=True, slots=True)
class Proven:
    """The tests that passed everywhere, the verification that shows it, and the file in which they ran."""

    tests: tuple[AssertedTest, ...] = ()
    verification: Verification | None = None
    rendered: RenderedFile | None = None


@dataclass(slots=True)
class Prover:
    """Runs tests in a file of their own; unstable tests are repaired once, failing tests are discarded.

    Attributes:
        environment: the project and the subject.
        path: where the tests belong.
        subject: under test.
        style: how the tests are written.
        until: when to have ended, on the monotonic clock; a proof that begins late gets as long as
            pytest takes here, once for all rounds.
        stopped: whether to end at once, without a result.
        hurried: whether to leave out what is not needed to tell that tests pass: runs of each test alone, and
            fresh interpreters, instead of which others fork that have loaded nothing but pytest.
        discard: told each discarded test, its name, and the reason.
        defect: told if Testloom fails: only tests and parts of the file are kept where it does not.
    """

    environment: TestEnvironment
    path: Path
    subject: Subject
    style: ProjectStyle
    until: float
    stopped: Callable[[], bool]
    hurried: Callable[[], bool]
    discard: Callable[[AssertedTest, str, str], None]
    defect: Defect = raised
    _repaired: set[str] = field(default_factory=set)
    _dropped: set[str] = field(default_factory=set)

    def prove(self, tests: Sequence[AssertedTest]) -> Proven:
        """Prove the tests, or a part of them where Testloom fails with all."""
        self.environment.prepare()
        with Contained(self.defect):
            return self._proven(tests)
        left = tuple(test for test in tests if test.id not in self._dropped)
        part = self._part_of(left, OWN_BUG)
        if part.verification is None and not self.stopped():
            for test in left:
                self._drop(test, test.callable, OWN_BUG)
        return part

    def _proven(self, tests: Sequence[AssertedTest]) -> Proven:
        """Drop and repair tests until all that is left passes everywhere.

        Where that takes another round, no interpreter is fresh, and tests run neither alone nor in shuffled
        order, as they, or stronger ones, have; but those that may have failed for others are shuffled. A file
        of which each part has passed everywhere, among others that are gone now, runs once.
        """
        left, passed, is_tried = tuple(tests), "", True
        self.until = max(self.until, time.monotonic() + self.environment.patience)
        for number in range(MAX_ROUNDS):
            left, rendered = self._joined(left)
            if not left:
                break
            needed = self._needed(rendered, number, passed, is_tried=is_tried)
            verification = self._verified(rendered, needed, alone=number == 0)
            if self.stopped():
                break
            passed, before = rendered.text, left
            cases = {test.id: test.case for test in rendered.tests}
            rejected = first_guilty(verification)
            bad = {test: cases[test] for test in cases if cases[test] in rejected}
            if bad:
                left = self._mended(left, bad, verification)
            else:
                unmet = unmet_probes(self.subject, verification.run)
                elsewhere = decided_by_others(left, self.subject, unmet)
                if not elsewhere:
                    proven = tuple(replace(test, hits=test.hits - unmet) for test in left)
                    return Proven(proven, verification, rendered)
                left = self._without(left, elsewhere, cases)
            is_tried = len(rejected) == len(verification.rejected)
            if not is_tried or any(test not in before for test in left):
                passed = ""
        return Proven() if self.stopped() or not left else self._part_of(left)

    def _needed(self, rendered: RenderedFile, number: int, passed: str, *, is_tried: bool) -> Thoroughness:
        """Choose the runs for a file in a round; `passed` is a text in which the tests passed everywhere.

        If `is_tried`, they, or stronger ones, ran in each order; otherwise some failed before they could.
        """
        is_first = number == 0
        if is_first and not self.hurried():
            return PROOF
        if not is_first and is_part_of(rendered.text, passed):
            return ONCE
        return FORKED if is_first or not is_tried else AGAIN

    def _joined(self, tests: tuple[AssertedTest, ...]) -> tuple[tuple[AssertedTest, ...], RenderedFile]:
        """The tests that can be written, each once, as a file of their own."""
        left, rendered = self._rendered(tests)
        with Contained(self.defect):
            joined = joined_twins(left, rendered.tests)
            return self._rendered(joined) if len(joined) < len(left) else (left, rendered)
        return left, rendered

    def _without(
        self, tests: Sequence[AssertedTest], others: Collection[str], cases: Mapping[str, str]
    ) -> tuple[AssertedTest, ...]:
        """The tests without others, by their ids, whose goals private files decide."""
        for test in tests:
            if test.id in others:
                self._drop(test, cases[test.id], DECIDED)
        return tuple(test for test in tests if test.id not in others)

    def _part_of(self, tests: tuple[AssertedTest, ...], reason: str = IN_COMPANY) -> Proven:
        """A half or a quarter of the tests that passes as it is, for where other tests fail in each round.

        One test leaves something behind that makes another fail, such as a coroutine that nobody has awaited:
        the test that fails does not show which one that is. The others are discarded for the `reason`.
        """
        size = len(tests) // 2
        while size >= len(tests) // MOST_PARTS and size:
            for start in range(0, len(tests), size):
                proven = Proven()
                with Contained(self.defect):
                    proven = self._as_it_is(tests[start : start + size])
                if self.stopped():
                    return Proven()
                if proven.verification is None:
                    continue
                kept = {test.id for test in proven.tests}
                for test in tests:
                    if test.id not in kept:
                        self._drop(test, test.callable, reason)
                return proven
            size //= 2
        return Proven()

    def _as_it_is(self, tests: tuple[AssertedTest, ...]) -> Proven:
        """A few tests, unless any of them fails; nothing then."""
        part, rendered = self._rendered(tests)
        verification = self._verified(rendered, FORKED)
        if self.stopped():
            return Proven()
        unmet = unmet_probes(self.subject, verification.run)
        if verification.rejected or decided_by_others(part, self.subject, unmet):
            return Proven()
        proven = tuple(replace(test, hits=test.hits - unmet) for test in part)
        return Proven(proven, verification, rendered)

    def _verified(
        self, rendered: RenderedFile, thoroughness: Thoroughness, *, alone: bool = False
    ) -> Verification:
        seconds = max(0.0, self.until - time.monotonic())
        names = [test.case for test in rendered.tests]
        return verify(
            self.environment,
            self.path,
            rendered.text,
            names,
            seconds=seconds,
            alone=lambda: alone and not self.hurried(),
            thoroughness=thoroughness,
            stopped=self.stopped,
        )

    def _mended(
        self, tests: tuple[AssertedTest, ...], bad: Mapping[str, str], verification: Verification
    ) -> tuple[AssertedTest, ...]:
        """The tests without those that are rejected, unless these can be repaired: then as repaired."""
        repairable = [
            test
            for test in tests
            if test.id in bad and test.id not in self._repaired and verification.is_of_assertion(bad[test.id])
        ]
        sound = self._sound(repairable)
        repaired = {test.id: weakened(test, sound.get(test.id, ())) for test in repairable}
        self._repaired |= repaired.keys()
        kept: list[AssertedTest] = []
        for test in tests:
            instead = repaired.get(test.id) if test.id in bad else test
            if instead is None:
                self._drop(test, bad[test.id], verification.rejected[bad[test.id]])
            else:
                kept.append(instead)
        return tuple(kept)

    def _sound(self, tests: Sequence[AssertedTest]) -> dict[str, list[Assertion]]:
        """For each test with several assertions, by its id, those that pass everywhere on their own."""
        found = {test.id: parts(test) for test in tests if len(test.assertions) > 1}
        if not found or self.hurried():
            return {}
        whole = {name: (of, assertion) for of in found for name, (assertion, _) in found[of].items()}
        _, rendered = self._rendered(tuple(part for its in found.values() for _, part in its.values()))
        rejected = self._verified(rendered, PARTS).rejected
        sound: dict[str, list[Assertion]] = {of: [] for of in found}
        for entry in rendered.tests:
            of, assertion = whole[entry.id]
            if entry.case not in rejected:
                sound[of].append(assertion)
        return sound

    def _rendered(self, tests: tuple[AssertedTest, ...]) -> tuple[tuple[AssertedTest, ...], RenderedFile]:
        """The tests that can be written, as a file of their own."""
        while True:
            try:
                kept, rendered = most_of(tests, self._as_file, self.defect)
            except UnwritableError as error:
                for test in tests:
                    if test.id == error.test:
                        self._drop(test, test.callable, f"unwritable: {error.what}")
                tests = tuple(test for test in tests if test.id != error.test)
                continue
            for test in tests:
                if test not in kept:
                    self._drop(test, test.callable, OWN_BUG)
            return tuple(kept), rendered or self._as_file(())

    def _drop(self, test: AssertedTest, name: str, reason: str) -> None:
        if test.id not in self._dropped:
            self._dropped.add(test.id)
            self.discard(test, name, reason)

    def _as_file(self, tests: Sequence[AssertedTest]) -> RenderedFile:
        return render(tests, self.subject, None, self.style)
