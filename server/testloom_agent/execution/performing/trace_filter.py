"""Selection of the statements that are traced: in integration tests, preparing statements are not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from testloom_agent.execution.performing.interpreter import Performer, Statement, Values
from testloom_agent.instrumentation.tracing.tracer import Tracer
from testloom_agent.reflection.identities import class_id

OF_VALUES = frozenset({"attribute", "assign"})
OF_RESULTS = frozenset({"invoke", "enter"})


class TraceFilter:
    """Makes performers leave no trace unless the statement uses something from `ids`.

    Of the statements that do, the last one that hits a probe is traced. The ids are those of callables,
    and of classes with all their attributes. A result that is called or entered either was returned by
    a traced statement or belongs to none.
    """

    def __init__(self, tracer: Tracer, ids: Iterable[str]) -> None:
        self._tracer = tracer
        self._ids = frozenset(ids)
        self._known: dict[str, bool] = {}

    def __call__(self, kind: str, perform: Performer) -> Performer:
        """Return the performer of one kind of statement, which leaves no trace where none is wanted."""
        if kind not in OF_VALUES | OF_RESULTS | {"call", "fixed", "request", "command"}:
            return perform

        def selective(statement: Statement, values: Values) -> Any:
            is_traced = kind in OF_RESULTS or self._is_traced(self._used(kind, statement[2], values))
            with self._tracer.afresh() if is_traced else self._tracer.silence():
                return perform(statement, values)

        return selective

    def _used(self, kind: str, subject: Any, values: Values) -> str:
        return class_id(type(values[subject])) if kind in OF_VALUES else str(subject)

    def _is_traced(self, name: str) -> bool:
        found = self._known.get(name)
        if found is None:
            found = name in self._ids or name.rpartition(".")[0] in self._ids
            self._known[name] = found
        return found
