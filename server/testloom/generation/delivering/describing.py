"""Descriptions of written tests, for a user to choose among them: what each covers and kills."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from testloom.model.events.jobs import Candidate
from testloom.model.mutation import Mutant
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.search import doubled_in, private_in
from testloom.writer import RenderedFile

Kind = TypeVar("Kind", bound=Candidate)


def described(
    kind: type[Kind],
    rendered: RenderedFile,
    tests: Sequence[AssertedTest],
    path: Path,
    subject: Subject,
    kills: Mapping[str, tuple[str, ...]],
) -> Iterator[Kind]:
    """Yield the tests that are new in a file, with what each covers, reaches and kills.

    `kills` describes the mutants that each test kills, by its id.
    """
    by_id = {test.id: test for test in tests}
    for written in rendered.tests:
        if written.is_new:
            test = by_id[written.id]
            lines, branches = reached_by(test.hits, subject)
            yield kind(
                id=written.id,
                name=written.case,
                source=written.source,
                file=str(path),
                target=test.callable,
                covers=test.covers,
                doubles=doubled_in(test.case),
                private=private_in(test.case),
                kills=kills.get(written.id, ()),
                lines=lines,
                branches=branches,
            )


def reached_by(
    hits: Collection[int], subject: Subject
) -> tuple[tuple[int, ...], tuple[tuple[int, str], ...]]:
    """Find the lines of the subject's own file that a test with these hits runs.

    Also find the branches that it takes, as line and label.
    """
    own = subject.parts[0].probes if subject.parts else range(len(subject.probes))
    probes = [probe for probe in subject.probes if probe.index in hits and probe.index in own]
    lines = {line for probe in probes for line in probe.lines}
    branches = {(probe.line, probe.label) for probe in probes if probe.kind == "branch" and probe.label}
    return tuple(sorted(lines)), tuple(sorted(branches))


def in_words(kills: Mapping[str, Iterable[int]], mutants: Iterable[Mutant]) -> dict[str, tuple[str, ...]]:
    """Describe the mutants that each test kills, in source order."""
    words = {mutant.id: f"line {mutant.line}: {mutant.before} → {mutant.after}" for mutant in mutants}
    return {
        test: tuple(dict.fromkeys(words[mutant] for mutant in sorted(killed) if mutant in words))
        for test, killed in kills.items()
    }
