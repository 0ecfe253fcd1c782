"""Drafts: tests that running jobs have found so far; they disappear when their jobs end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from testloom.lsp.candidates.offering import offered_tests
from testloom.model.events.jobs import Draft, Drafted
from testloom.model.generation_request import GenerationRequest
from testloom.model.progress.offers import OfferedTest


@dataclass(slots=True)
class _Running:
    """The drafts of a job, and the drafts that its user has already decided on or discarded.

    `shown` has all former and present drafts, by id: the editor may still show a former draft when its
    user decides on it.
    """

    found: dict[str, Draft] = field(default_factory=dict)
    tests: dict[str, tuple[OfferedTest, ...]] = field(default_factory=dict)
    shown: dict[str, OfferedTest] = field(default_factory=dict)
    decided: list[OfferedTest] = field(default_factory=list)
    discarded: list[OfferedTest] = field(default_factory=list)

    @property
    def open(self) -> list[OfferedTest]:
        """The drafts that are not decided on."""
        return [test for tests in self.tests.values() for test in tests if self.is_open(test)]

    def is_open(self, test: OfferedTest) -> bool:
        """Check whether the user has decided neither on this test nor on one with the same coverage."""
        return not any(_is_same(test, other) for other in self.decided)


class Drafts:
    """The drafts of all jobs by the job's id; `changed` is called whenever they change."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._jobs: dict[str, _Running] = {}

    @property
    def all(self) -> list[OfferedTest]:
        """The drafts of all jobs that are not decided on."""
        return [test for job in self._jobs.values() for test in job.open]

    def receive(
        self, id: str, request: GenerationRequest, event: Draft | Drafted, marks: Mapping[Path, str]
    ) -> None:
        """Take a draft that a job has found, or the complete file that shows its drafts so far.

        The `marks` are those of the source files when the job began.
        """
        job = self._jobs.setdefault(id, _Running())
        if isinstance(event, Draft):
            job.found[event.id] = event
            return
        found = [job.found[draft] for draft in event.ids if draft in job.found]
        texts = {event.file: event.text}
        tests = tuple(offered_tests(request, found, texts, marks, is_verified=False))
        job.tests[event.file] = tests
        job.shown.update({test.id: test for test in tests})
        self._changed()

    def decide(self, ids: Collection[str]) -> None:
        """Remove accepted or discarded drafts; their jobs must not offer them again."""
        for job in self._jobs.values():
            job.decided += [test for id, test in job.shown.items() if id in ids]

    def discard(self, ids: Collection[str]) -> None:
        """Remove drafts that the user does not want, whatever assertions they get later."""
        self.decide(ids)
        for job in self._jobs.values():
            job.discarded += [test for id, test in job.shown.items() if id in ids]

    def restore(self, ids: Collection[str]) -> frozenset[str]:
        """Restore discarded drafts; return the ids of those that their jobs still have."""
        for job in self._jobs.values():
            job.decided = [test for test in job.decided if test.id not in ids]
            job.discarded = [test for test in job.discarded if test.id not in ids]
        return frozenset(test.id for test in self.all if test.id in ids)

    def discarded(self, id: str, tests: Iterable[OfferedTest]) -> list[OfferedTest]:
        """Select the tests of a job that the user discarded while they were drafts."""
        job = self._jobs.get(id, _Running())
        return [test for test in tests if any(_is_same(test, other) for other in job.discarded)]

    def undecided(self, id: str, tests: Iterable[OfferedTest]) -> list[OfferedTest]:
        """Select the tests of a job that the user did not decide on while they were drafts."""
        job = self._jobs.get(id, _Running())
        return [test for test in tests if job.is_open(test)]

    def end(self, id: str) -> int:
        """End a job and its drafts; return the number of drafts that were not decided on."""
        job = self._jobs.pop(id, None)
        if job is None:
            return 0
        self._changed()
        return len(job.open)


def _is_same(test: OfferedTest, other: OfferedTest) -> bool:
    """Check whether a decision on the `other` test applies to this one of the same job.

    It does if they have the same id, or the other covers at least the same goals.
    """
    if test.id == other.id:
        return True
    is_of_same = (test.file, test.target) == (other.file, other.target)
    return is_of_same and bool(test.covers) and {*test.covers} <= {*other.covers}
