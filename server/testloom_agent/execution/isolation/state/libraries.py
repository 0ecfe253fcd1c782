"""The state of libraries that remember what they were refused.

Libraries are too large to be inspected after each test case, and hardly any has to be. But one that was
refused an operation may remember that, and not try it again: then the state of its modules is restored as
that of the project's.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType

from testloom_agent.execution.isolation.state.module_state import ModuleState
from testloom_agent.kinds import is_a

DEEPEST = 6
"""How deep below a module something may be remembered: by an object that a decorator keeps for a function."""


class Libraries:
    """The watched libraries, by the names of their packages."""

    def __init__(self) -> None:
        self.names: frozenset[str] = frozenset()
        self._state: ModuleState | None = None

    def watch(self, names: Iterable[str]) -> None:
        """Take the present state of more libraries for that to be restored."""
        self.names = self.names.union(names)
        modules = [
            module
            for name, module in list(sys.modules.items())
            if name.partition(".")[0] in self.names and is_a(module, ModuleType)
        ]
        self._state = ModuleState(modules, ignored=[sys.modules], deepest=DEEPEST)

    def are_restored(self) -> bool:
        """Undo what the last test case changed; false if that is impossible."""
        state = self._state
        return state is None or (state.is_restored() and state.is_restored_after_batch())
