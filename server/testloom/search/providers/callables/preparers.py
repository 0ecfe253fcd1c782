"""Preparing calls: for each callable, the calls that change an attribute or name that it reads."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.subject import Callable, Subject

PREPARING = ("method", "function")


class Preparers:
    """For each method, the public methods of its class that set or change an attribute it reads.

    A method that reads what it changes prepares itself: by the second call the object has seen the same
    value, or is full. For a function they are the functions that change a name of its module, or the
    rows that it finds.
    """

    def __init__(self, subject: Subject) -> None:
        self._public = [known for known in subject.callables.values() if not known.is_private]
        self._changing = any(known.writes and known.kind in PREPARING for known in self._public)
        self._known: dict[str, Sequence[Callable]] = {}
        self._prepared: dict[str, Sequence[Callable]] = {}

    @property
    def is_any(self) -> bool:
        """Whether there are calls that change what others look at."""
        return self._changing

    def of(self, called: Callable) -> Sequence[Callable]:
        """List the calls that prepare a call, in the order of the source."""
        if called.kind not in PREPARING or not called.reads:
            return ()
        if called.id not in self._known:
            read = called.qualified(called.reads)
            self._known[called.id] = [
                other
                for other in self._public
                if other.kind == called.kind and not read.isdisjoint(other.qualified(other.writes))
            ]
        return self._known[called.id]

    def prepared_by(self, called: Callable) -> Sequence[Callable]:
        """List the public calls that a call prepares, in the order of the source."""
        if called.kind not in PREPARING or not called.writes:
            return ()
        if called.id not in self._prepared:
            written = called.qualified(called.writes)
            self._prepared[called.id] = [
                other
                for other in self._public
                if other.kind == called.kind and not written.isdisjoint(other.qualified(other.reads))
            ]
        return self._prepared[called.id]
