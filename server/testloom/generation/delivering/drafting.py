"""Drafts: the tests that a search has found so far, in readable form, long before they are verified."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from testloom.execution import guarded_command
from testloom.generation.delivering.delivery import destination, existing_text, style_at
from testloom.generation.delivering.describing import described
from testloom.generation.suites.asserting import Kept
from testloom.generation.suites.minimising import minimised
from testloom.generation.suites.suite import build_suite
from testloom.generation.timing.pacing import Pace
from testloom.measurement import PLUGINS, installed
from testloom.model.containment import Contained, Defect, raised
from testloom.model.errors import TestloomError
from testloom.model.events.jobs import Draft, Drafted, EventSink
from testloom.model.execution import VaryingExecutor
from testloom.model.generation_request import GenerationRequest
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.search import Archive, Chromosome
from testloom.store import EmittedTests
from testloom.writer import ProjectStyle, RenderedFile, UnwritableError, render

SECONDS_BETWEEN = 1.0
REST = 9.0
"""How long the search goes on before the next drafts, relative to the time for making drafts.

Drafts so take a tenth of the time at most.
"""
SECONDS_A_LOOK = 0.1
SECONDS_FOR_THE_FIRST = 0.4
"""Seconds for minimising tests for the first drafts; the other tests come with the next drafts."""
NOTHING: Mapping[str, tuple[str, ...]] = MappingProxyType({})
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Drafting:
    """Reports drafts of the tests for one file, if the request asks for them; writes and verifies nothing.

    For each goal, the draft of the last test case is kept that the archive has kept for it. Drafts
    belong into the `test_file`, or else where the project keeps its tests. The interpreter is asked
    for the `plugins` of pytest if they are not known. Where Testloom fails, which the `defect` tells, drafts
    stay as they were.
    """

    request: GenerationRequest
    file: Path
    subject: Subject
    executor: VaryingExecutor
    emit: EventSink
    emitted: EmittedTests | None = None
    test_file: Path | None = None
    plugins: frozenset[str] | None = None
    defect: Defect = raised
    _next: float = 0.0
    _seen: set[Chromosome] = field(default_factory=set)
    _tests: dict[str, AssertedTest] = field(default_factory=dict)
    _said: dict[str, Draft] = field(default_factory=dict)
    _styled: tuple[Path, ProjectStyle] | None = None

    def look(self, archive: Archive) -> None:
        """Report what the archive keeps, unless that was done a moment ago."""
        now = time.monotonic()
        if self.request.drafts and archive.best and now >= self._next:
            self._look(archive, now + (SECONDS_A_LOOK if self._said else SECONDS_FOR_THE_FIRST))
            spent = time.monotonic() - now
            self._next = now + spent + max(SECONDS_BETWEEN, REST * spent)

    def conclude(self, archive: Archive) -> None:
        """Report what a search has found that is over."""
        if self.request.drafts:
            self._look(archive, time.monotonic() + SECONDS_FOR_THE_FIRST)

    def show(self, tests: Sequence[AssertedTest], kills: Mapping[str, tuple[str, ...]] = NOTHING) -> None:
        """Report these tests instead of all before; `kills` are in words what each kills, by its id."""
        if self.request.drafts:
            with Contained(self.defect):
                self._show(tests, kills)

    def _show(self, tests: Sequence[AssertedTest], kills: Mapping[str, tuple[str, ...]]) -> None:
        try:
            path, style = self._where()
            kept, rendered = self._rendered(list({test.id: test for test in tests}.values()), path, style)
        except TestloomError as error:
            log.info("No drafts are shown: %s", error)
            return
        drafts = {draft.id: draft for draft in described(Draft, rendered, kept, path, self.subject, kills)}
        if drafts == self._said:
            return
        for id, draft in drafts.items():
            if self._said.get(id) != draft:
                self.emit(draft)
        self._said = drafts
        self.emit(Drafted(str(path), rendered.text, tuple(drafts)))

    def _look(self, archive: Archive, until: float) -> None:
        with Contained(self.defect):
            self._find(archive, until)
        self.show(list(self._tests.values()))

    def _find(self, archive: Archive, until: float) -> None:
        """Make tests of what the archive keeps that is new."""
        pace = Pace(until, until + SECONDS_BETWEEN, until + SECONDS_BETWEEN)
        small: list[Kept] = []
        for chromosome, goals in archive.suite():
            if chromosome not in self._seen and not pace.minimising_is_over():
                self._seen.add(chromosome)
                small += minimised([(chromosome, goals)], self.subject, self.executor, pace)
        for test in build_suite(small, self.subject, self.executor, pace=pace).tests if small else ():
            self._tests.update(dict.fromkeys(test.goals, test))

    def _where(self) -> tuple[Path, ProjectStyle]:
        """The path of the test file, and its style; both are found out once."""
        if self._styled is None:
            path = self.test_file or destination(self.request, self.file)
            plugins = self.plugins
            if plugins is None:
                plugins = installed(self.request.python, PLUGINS, guarded_command)
            self._styled = path, style_at(path, self.file, plugins)
        return self._styled

    def _rendered(
        self, tests: list[AssertedTest], path: Path, style: ProjectStyle
    ) -> tuple[list[AssertedTest], RenderedFile]:
        """The tests that can be written, and the test file with them."""
        known = self.emitted.of(path) if self.emitted else []
        beside = {test.name for test in known} if self.request.adds else set[str]()
        existing = existing_text(self.request, path)
        while True:
            try:
                return tests, render(tests, self.subject, existing, style, known, (), beside)
            except UnwritableError as error:
                tests = [test for test in tests if test.id != error.test]
