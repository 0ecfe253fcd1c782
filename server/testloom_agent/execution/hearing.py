"""Which statements of a test leave a trace: where two modules meet, what only prepares is no part of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

from testloom_agent.execution.interpreter import Performer, Statement, Values
from testloom_agent.reflection.identities import class_id

AROUND_VALUES = frozenset({"attribute", "assign"})


class Hearing:
    """Makes performers silent unless the statement uses something of `ids`.

    These are callables, and classes with all that they have. A result that is called or entered was returned
    by what is heard, or belongs to nobody.
    """

    def __init__(self, silence: Callable[[], AbstractContextManager[None]], ids: Iterable[str]) -> None:
        self._silence = silence
        self._ids = frozenset(ids)
        self._known: dict[str, bool] = {}

    def __call__(self, kind: str, perform: Performer) -> Performer:
        """The performer of one kind of statement, made silent where that is wanted."""
        if kind not in AROUND_VALUES and kind != "call":
            return perform

        def selective(statement: Statement, values: Values) -> Any:
            used = statement[2] if kind == "call" else class_id(type(values[statement[2]]))
            if self._is_heard(used):
                return perform(statement, values)
            with self._silence():
                return perform(statement, values)

        return selective

    def _is_heard(self, name: str) -> bool:
        found = self._known.get(name)
        if found is None:
            found = name in self._ids or name.rpartition(".")[0] in self._ids
            self._known[name] = found
        return found
