"""Upkeep of asynchronous sessions after a test has changed: they work on a session of the test."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.capabilities.databases.sessions import MADE_BY, SYNCHRONOUS, WRAPPED_BY
from testloom.model.statements import CallStatement, StubStatement, TestCase
from testloom.model.subject import Subject
from testloom.search.providers.upkeep import Upkeep

WRAPPERS, MAKERS = frozenset(WRAPPED_BY.values()), frozenset(MADE_BY.values())


class SessionUpkeep(Upkeep):
    """Has what asynchronous sessions are made of return one session, and raise nothing."""

    def restored(self, case: TestCase, subject: Subject) -> TestCase:
        """Restore functions that return the one session which asynchronous sessions work on."""
        if case.called.isdisjoint(WRAPPERS):
            return case
        wrong = {stub.id: stub for stub in _restored(case)}
        return TestCase(tuple(wrong.get(s.id, s) for s in case.statements)) if wrong else case


def _restored(case: TestCase) -> Iterator[StubStatement]:
    """The functions that return something else, as they are to be."""
    calls = case.calls
    wrapped = {dict(call.kwargs).get(SYNCHRONOUS) for call in calls if call.callable in WRAPPERS}
    sessions: list[int] = []
    for made in case.statements:
        if isinstance(made, CallStatement) and made.callable in MAKERS:
            sessions.append(made.id)
        elif isinstance(made, StubStatement) and made.id in wrapped and sessions:
            own = [session for session in sessions if session in made.answers] or sessions[-1:]
            plain = StubStatement(made.id, tuple(own[:1]))
            if plain != made:
                yield plain
