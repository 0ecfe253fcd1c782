"""Delivery of the tests that passed everywhere: as a file, or as its would-be contents."""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testloom.generation.delivering.describing import described
from testloom.generation.delivering.formatters import Formatters
from testloom.generation.delivering.neighbours import FileNeighbours
from testloom.generation.earlier.suite_update import SuiteUpdate
from testloom.generation.proving.early import VerifiedSuite
from testloom.generation.proving.proof import Proven, Prover
from testloom.generation.proving.trial import lacking_path
from testloom.generation.suites.losses import Losses
from testloom.measurement import TestEnvironment, never
from testloom.model.containment import Contained, Defect, raised
from testloom.model.errors import StoreError
from testloom.model.events.jobs import SIGNATURE_CHANGED, Candidate, Discarded, EventSink, FileReady
from testloom.model.generation_request import GenerationRequest
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest, EmittedTest
from testloom.repository.pytest_settings import pytest_settings
from testloom.store import EmittedTests
from testloom.subject import find_project, module_name
from testloom.writer import (
    Document,
    ProjectStyle,
    RenderedFile,
    check_writable,
    find_test_file,
    find_test_root,
    project_style,
    read_existing,
    render_instead,
    save,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Delivery:
    """The result of a delivery: test files, tests by id, their coverage in percent, and discarded tests.

    Each test is mapped to its function in the test file, "" if its user does not want it there.
    `hits` are the probes that the tests run.
    """

    files: tuple[str, ...] = ()
    kept: Mapping[str, str] = field(default_factory=dict)
    coverage: float | None = None
    losses: Losses = field(default_factory=Losses)
    hits: frozenset[int] = frozenset()


@dataclass(slots=True)
class TestEmitter:
    """Writes and verifies the tests of one subject, and notes the tests that it discards.

    The tests run in the `environment`. `emitted` remembers written tests; without it, nothing is known
    of earlier runs. `kills` describes the mutants that each test kills, by its id. `defect` is told of steps
    at which Testloom fails, and which tests can do without.
    """

    request: GenerationRequest
    environment: TestEnvironment
    subject: Subject
    path: Path
    emit: EventSink
    emitted: EmittedTests | None = None
    kills: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    losses: Losses = field(default_factory=Losses)
    defect: Defect = raised

    def deliver(
        self,
        tests: Sequence[AssertedTest],
        until: float = math.inf,
        stopped: Callable[[], bool] = never,
        hurried: Callable[[], bool] = never,
    ) -> Delivery:
        """Verify the tests, then write the file or report its text, and report each test as a candidate.

        Verification ends at `until`, on the monotonic clock; all ends with nothing once it is `stopped`.
        Once it is `hurried`, only what no test is written without is done.
        """
        if not tests:
            return Delivery(losses=self.losses)
        style = self._style()
        prover = Prover(
            self.environment,
            self.path,
            self.subject,
            style,
            until,
            stopped,
            hurried,
            self._discard,
            self.defect,
        )
        update = SuiteUpdate(self.request.earlier)
        return self._delivered(prover.prove(update.admitted(tests)), style, until, stopped)

    def deliver_verified(self, known: VerifiedSuite, until: float, stopped: Callable[[], bool]) -> Delivery:
        """Deliver tests that were verified before, in a file of their own."""
        for test, name, reason in known.discarded:
            self._discard(test, name, reason)
        return self._delivered(known.proven, self._style(), until, stopped)

    def _style(self) -> ProjectStyle:
        return style_at(self.path, Path(self.subject.file), self.environment.plugins or frozenset())

    def _delivered(
        self, proven: Proven, style: ProjectStyle, until: float, stopped: Callable[[], bool]
    ) -> Delivery:
        update = SuiteUpdate(self.request.earlier)
        admitted = update.admitted(proven.tests)
        if proven.verification is None or not admitted:
            return Delivery(losses=self.losses)
        neighbours = FileNeighbours(
            self.environment, self.path, existing_text(self.request, self.path), until, stopped
        )
        kept = self._merged(proven, admitted, neighbours, style, update)
        if not kept:
            return Delivery(losses=self.losses)
        hits = frozenset[int]().union(*(test.hits for test in admitted if test.id in kept))
        return Delivery((str(self.path),), kept, proven.verification.percent, self.losses, hits)

    def _merged(
        self,
        proven: Proven,
        admitted: Sequence[AssertedTest],
        neighbours: FileNeighbours,
        style: ProjectStyle,
        update: SuiteUpdate,
    ) -> dict[str, str]:
        """Put tests into their file; return the name of the function of each, by the id of the test."""
        existing = neighbours.existing
        known = self.emitted.of(self.path) if self.emitted else []
        outdated = [] if update.keeps_all else list(neighbours.outdated(known, self.subject))
        changed = [event.name for event in outdated if event.reason == SIGNATURE_CHANGED]
        renewed = {*changed, *self.request.renewed}
        project = find_project(Path(self.subject.file))
        formatters = Formatters(project, self.path, self.environment.python.parent)
        beside = {test.name for test in known} if self.request.adds else set[str]()

        def merged(kept: Sequence[AssertedTest]) -> RenderedFile:
            if existing is None and not known and proven.rendered and len(kept) == len(proven.tests):
                rendered = proven.rendered  # unchanged since it ran
            else:
                superseded = update.superseded(update.improved_units(kept))
                rendered = render_instead(
                    kept, self.subject, existing, style, known, renewed, superseded, beside
                )
            with Contained(self.defect):
                return formatters.applied(rendered, existing, style)
            return rendered

        rendered = merged(admitted)
        if failing := neighbours.failing_together(rendered):
            for test in admitted:
                if test.id in failing:
                    self._discard(test, *failing[test.id])
            admitted = update.admitted([test for test in admitted if test.id not in failing])
            if not admitted:
                return {}
            rendered = merged(admitted)
        for event in outdated:
            self.emit(replace(event, source=rendered.today.get(event.name, "")))
        self._hand_over(rendered, admitted, known, existing)
        return _functions(rendered)

    def _hand_over(
        self,
        rendered: RenderedFile,
        tests: Sequence[AssertedTest],
        known: Sequence[EmittedTest],
        existing: str | None,
    ) -> None:
        for candidate in described(Candidate, rendered, tests, self.path, self.subject, self.kills):
            self.emit(candidate)
        if self.request.write:
            save(self.path, rendered.text, border_of(self.request, Path(self.subject.file)))
        with Contained(self.defect):
            self._remember(rendered, known)
        is_new, lacking, apart = existing is None, "", False
        if is_new:
            with Contained(self.defect):
                lacking = lacking_path(self.environment, self.path)
                apart = not pytest_settings(self.environment.project).collects(self.path)
        changed = rendered.text != existing
        self.emit(FileReady(str(self.path), rendered.text, is_new, changed, lacking, apart))

    def _remember(self, rendered: RenderedFile, known: Sequence[EmittedTest]) -> None:
        """Store the tests for the next run; if only offered, those known before stay as they were."""
        if self.emitted:
            before = {} if self.request.write else {test.name: test for test in known}
            kept = [
                before.get(test.name) or replace(test, was_seen=test.was_seen or self.request.write)
                for test in rendered.kept
            ]
            try:
                self.emitted.remember(self.path, kept)
            except StoreError as error:
                log.warning("Edited tests will not be recognised: %s", error)

    def _discard(self, test: AssertedTest, name: str, reason: str) -> None:
        self.emit(Discarded(name, reason))
        self.losses.note(reason, test.goals, name)


def destination(request: GenerationRequest, file: Path) -> Path:
    """Find the test file for a source file.

    Raises:
        OutputError: if it could not be written, checked before the search rather than after it.
    """
    path = find_test_file(find_project(file), file, module_name(request.root, file), request.out)
    check_writable(path, border_of(request, file))
    return path


def check_existing(request: GenerationRequest, path: Path) -> None:
    """Find out before the search whether tests can be added to a test file.

    Raises:
        OutputError: if it cannot be read, or is not valid Python.
    """
    existing = existing_text(request, path)
    if existing and existing.strip():
        Document.parse(existing, path)


def existing_text(request: GenerationRequest, path: Path) -> str | None:
    """Read a test file as an editor shows it, or else as it is on disk; None if there is none.

    Raises:
        OutputError: if it cannot be read.
    """
    shown = request.unsaved.get(Path(os.path.realpath(path)))
    return read_existing(path) if shown is None else shown


def border_of(request: GenerationRequest, file: Path) -> Path:
    """Find the folder that must contain all tests of a source file."""
    return find_test_root(find_project(file), request.out)


def style_at(path: Path, subject: Path, plugins: frozenset[str]) -> ProjectStyle:
    """Find the style for tests of a source file in a test file, with these plugins of pytest."""
    root = find_project(subject)
    folders = [folder for folder in (path.parent, root / "tests", root / "test") if folder.is_dir()]
    style = project_style(root, folders, plugins, subject)
    if style.asynchronous == "asyncio-auto" and not path.is_relative_to(root):
        return replace(style, asynchronous="asyncio")  # the project's configuration does not apply there
    return style


def _functions(rendered: RenderedFile) -> dict[str, str]:
    """The function that contains each test, by the test's id; empty if the user edited or deleted it."""
    unwanted = ("edited", "deleted")
    return {test.id: "" if test.standing in unwanted else test.name for test in rendered.tests}
