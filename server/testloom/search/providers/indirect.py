"""Indirect calls: callables that tests reach without calling them, such as web request handlers."""

from __future__ import annotations

from collections.abc import Collection

from testloom.model.capabilities import Aspect
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Callable, Subject
from testloom.search.providers.builder import Builder


class Caller:
    """Reaches callables indirectly in one search, and learns from its tests."""

    def call(self, builder: Builder, called: Callable, receiver: int | None) -> int:
        """Append what reaches a callable, with all that it needs; returns the id of what comes back."""
        raise NotImplementedError

    def note_success(self, case: TestCase) -> None:
        """Learn from a test that covers what none did before."""


class IndirectCalls(Aspect):
    """Indirect calls of a capability; `kinds` are the statements that make them."""

    def reaches(self, called: Callable) -> bool:
        """Check whether a callable is reached indirectly."""
        return False

    def caller(self) -> Caller:
        """Make what reaches them in a search."""
        return Caller()

    def calls(self, subject: Subject) -> Collection[str]:
        """Return the paths of the callables besides the subject that tests call on the way."""
        return ()

    def current(self, statement: CallStatement, called: Callable) -> CallStatement:
        """Update a statement of an earlier run to the current way to reach its callable."""
        return statement


def way_to(called: Callable, subject: Subject) -> IndirectCalls | None:
    """Find how a callable is reached; None if tests call it directly."""
    return next((way for way in subject.capabilities.of(IndirectCalls) if way.reaches(called)), None)
