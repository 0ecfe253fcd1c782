"""Render tests, verify them in fresh processes, and hand over what passed."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testloom.execution import guarded_command
from testloom.measurement import Laboratory, Verification, verify
from testloom.model.errors import StoreError
from testloom.model.events import Candidate, Discarded, EventSink, FileReady
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.model.wish import Wish
from testloom.store import EmittedTests
from testloom.subject import find_project, module_name
from testloom.writer import (
    ProjectStyle,
    RenderedFile,
    UnwritableError,
    check_writable,
    find_test_file,
    project_style,
    read_existing,
    render,
    save,
)

MAX_VERIFICATIONS = 4
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Delivery:
    """What was handed over: test files, how many tests, their coverage in percent, and what was discarded."""

    files: tuple[str, ...] = ()
    tests: int = 0
    coverage: float | None = None
    discarded: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Verified:
    """The tests that passed everywhere, and the run that says so."""

    tests: tuple[AssertedTest, ...] = ()
    verification: Verification | None = None


@dataclass(slots=True)
class Desk:
    """Where the tests of one subject are written and verified; counts what it discards, by reason.

    `emitted` remembers what was written into the test file; without, nothing is known of earlier runs.
    """

    wish: Wish
    subject: Subject
    path: Path
    emit: EventSink
    emitted: EmittedTests | None = None
    discarded: Counter[str] = field(default_factory=Counter)

    def deliver(self, tests: Sequence[AssertedTest]) -> Delivery:
        """Verify the tests, then write the file or report its text, and report each test as a candidate."""
        verified = self._verify(tuple(tests))
        if verified.verification is None:
            return Delivery(discarded=self.discarded)
        existing = read_existing(self.path)
        known = self.emitted.of(self.path) if self.emitted else []
        rendered = render(verified.tests, self.subject, existing, self._style, known)
        for candidate in _candidates(rendered, verified.tests, self.path):
            self.emit(candidate)
        if self.wish.write:
            save(self.path, rendered.text)
        self._remember(rendered)
        self.emit(FileReady(str(self.path), rendered.text, created=existing is None))
        percent = verified.verification.percent
        return Delivery((str(self.path),), len(verified.tests), percent, self.discarded)

    def _remember(self, rendered: RenderedFile) -> None:
        """Know the tests again in the next run; what was only offered may not come into the file."""
        if self.emitted:
            kept = [replace(test, was_seen=test.was_seen or self.wish.write) for test in rendered.kept]
            try:
                self.emitted.remember(self.path, kept)
            except StoreError as error:
                log.warning("Edited tests will not be recognised: %s", error)

    def _verify(self, tests: tuple[AssertedTest, ...]) -> Verified:
        """Drop tests until all that is left passes everywhere."""
        laboratory = self._laboratory
        for _ in range(MAX_VERIFICATIONS):
            tests, rendered = self._rendered(tests)
            if not tests:
                break
            cases = [test.case for test in rendered.tests]
            verification = verify(laboratory, self.path, rendered.text, cases)
            rejected = verification.rejected
            bad = {test.id: test.case for test in rendered.tests if test.case in rejected}
            if not bad:
                return Verified(tests, verification)
            for case in bad.values():
                self._discard(case, rejected[case])
            tests = tuple(test for test in tests if test.id not in bad)
        return Verified()

    def _rendered(self, tests: tuple[AssertedTest, ...]) -> tuple[tuple[AssertedTest, ...], RenderedFile]:
        """The tests that can be written, as a file of their own."""
        while True:
            try:
                return tests, render(tests, self.subject, None, self._style)
            except UnwritableError as error:
                name = next((test.callable for test in tests if test.id == error.test), "a test")
                self._discard(name, f"unwritable: {error.what}")
                tests = tuple(test for test in tests if test.id != error.test)

    def _discard(self, name: str, reason: str) -> None:
        self.emit(Discarded(name, reason))
        self.discarded[reason.partition(":")[0]] += 1

    @property
    def _style(self) -> ProjectStyle:
        return project_style(find_project(Path(self.subject.file)))

    @property
    def _laboratory(self) -> Laboratory:
        file = Path(self.subject.file)
        return Laboratory(self.wish.python, find_project(file), self.wish.root, file, guarded_command)


def destination(wish: Wish, file: Path) -> Path:
    """The test file for a source file.

    Raises:
        OutputError: if it could not be written: better now than after the search.
    """
    path = find_test_file(find_project(file), file, module_name(wish.root, file), wish.out)
    check_writable(path)
    return path


def _candidates(rendered: RenderedFile, tests: Sequence[AssertedTest], path: Path) -> list[Candidate]:
    by_id = {test.id: test for test in tests}
    return [
        Candidate(
            id=written.id,
            name=written.case,
            source=written.source,
            file=str(path),
            target=by_id[written.id].callable,
            covers=by_id[written.id].covers,
        )
        for written in rendered.tests
        if written.is_new
    ]
