"""Tests of earlier runs that no longer pass: the cause, and possible remedies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from testloom.measurement import TestRun
from testloom.model.events.jobs import BEHAVIOUR_CHANGED, REMOVED, SIGNATURE_CHANGED, Outdated
from testloom.model.subject import Subject
from testloom.model.suite import EmittedTest
from testloom.writer import signature_of


def outdated_tests(
    run: TestRun, owned: Mapping[str, EmittedTest], subject: Subject, file: str
) -> Iterator[Outdated]:
    """Classify those of our own tests, by the name that they have in the file, that a run saw fail.

    A test whose callable is gone is outdated even if the file could not be imported because of that.
    """
    for name, test in owned.items():
        known = subject.callables.get(test.callable)
        said = _failure(run, name)
        if test.callable and known is None and test.callable not in subject.classes:
            what = f"{test.callable.partition(':')[2]} is gone"
            yield Outdated(name, file, REMOVED, what)
        elif said and known is not None and test.signature not in ("", signature_of(known)):
            what = f"{known.qualname}{test.signature} is now {known.qualname}{signature_of(known)}"
            yield Outdated(name, file, SIGNATURE_CHANGED, what)
        elif said:
            yield Outdated(name, file, BEHAVIOUR_CHANGED, said)


def _failure(run: TestRun, name: str) -> str:
    """The message of the first failing row of a test; empty if none fails."""
    ended = run.case(name)
    if ended is None or ended.outcome != "failed":
        return ""
    return run.told(ended.message).removeprefix("AssertionError: ")
