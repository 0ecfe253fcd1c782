"""Render tests, verify them in fresh processes, and hand over what passed."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testloom.measurement import Verification, verify
from testloom.model.errors import OutputError
from testloom.model.events import Candidate, Discarded, EventSink, FileReady
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.model.wish import Wish
from testloom.subject import find_project, module_name
from testloom.writer import RenderedFile, project_style, render, save
from testloom.writer.layout import find_test_file

MAX_VERIFICATIONS = 3
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
    """The tests that passed, what measured them, and the reasons of those that did not."""

    tests: tuple[AssertedTest, ...]
    verification: Verification | None
    discarded: Counter[str]


def destination(wish: Wish, file: Path) -> Path:
    """The test file for a source file; checks early that it could be written.

    Raises:
        OutputError: if its folder cannot hold it.
    """
    path = find_test_file(find_project(file), file, module_name(wish.root, file), wish.out)
    existing = next(folder for folder in path.parents if folder.exists())
    if not existing.is_dir():
        raise OutputError(
            f"{path} cannot be written: {existing} is a file.", "Choose another folder with --out."
        )
    return path


def deliver(
    wish: Wish, subject: Subject, tests: Sequence[AssertedTest], path: Path, emit: EventSink
) -> Delivery:
    """Verify the tests, then write the file or report its text, and report each test as a candidate."""
    style = project_style(find_project(Path(subject.file)))
    verified = _verify(wish, subject, tests, path, emit)
    if not verified.tests or verified.verification is None:
        return Delivery(discarded=verified.discarded)
    existing = path.read_text(encoding="utf-8") if path.exists() else None
    rendered = render(verified.tests, subject, existing, style)
    for candidate in _candidates(rendered, verified.tests, path):
        emit(candidate)
    if wish.write:
        save(path, rendered.text)
    emit(FileReady(str(path), rendered.text, created=existing is None))
    coverage = verified.verification.percent
    return Delivery((str(path),), len(verified.tests), coverage, verified.discarded)


def _verify(
    wish: Wish, subject: Subject, tests: Sequence[AssertedTest], path: Path, emit: EventSink
) -> Verified:
    """Drop tests until all that is left passes everywhere."""
    style = project_style(find_project(Path(subject.file)))
    kept = tuple(tests)
    discarded: Counter[str] = field(default_factory=Counter)
    for _ in range(MAX_VERIFICATIONS):
        if not kept:
            break
        rendered = render(kept, subject, None, style)
        verification = verify(wish.python, rendered.text, path.name, wish.root, Path(subject.file))
        names = {test.name: test.id for test in rendered.tests}
        bad = {names[name]: (name, reason) for name, reason in verification.rejected.items()}
        if not bad:
            return Verified(kept, verification, discarded)
        for name, reason in bad.values():
            emit(Discarded(name, reason))
            discarded[reason.partition(":")[0]] += 1
        kept = tuple(test for test in kept if test.id not in bad)
    return Verified((), None, discarded)


def _candidates(rendered: RenderedFile, tests: Sequence[AssertedTest], path: Path) -> list[Candidate]:
    by_id = {test.id: test for test in tests}
    return [
        Candidate(
            id=written.id,
            name=written.name,
            source=written.source,
            file=str(path),
            target=by_id[written.id].callable,
            covers=by_id[written.id].covers,
        )
        for written in rendered.tests
    ]
