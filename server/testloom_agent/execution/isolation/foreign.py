"""Functions and classes of modules that are not the project's: a test that replaces one spoils others."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from testloom_agent.kinds import is_a

MISSING = object()
OWN = "testloom_agent"
OBSERVING = "warnings.showwarning"
"""What an observation itself replaces."""


class ForeignNames:
    """The public functions and classes of all loaded modules but the given ones, as they are now."""

    def __init__(self, project: Iterable[ModuleType]) -> None:
        own = {id(module) for module in project}
        self._saved = [
            (vars(module), name, dict(_public(module)))
            for name, module in list(sys.modules.items())
            if is_a(module, ModuleType)
            and id(module) not in own
            and name.partition(".")[0] not in (OWN, "__main__")
        ]

    def replaced(self) -> Iterator[str]:
        """What was replaced since, as `re.compile`."""
        for live, module, saved in self._saved:
            for name, value in saved.items():
                if live.get(name, MISSING) is not value and f"{module}.{name}" != OBSERVING:
                    yield f"{module}.{name}"


def _public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    for name, value in list(vars(module).items()):
        if not name.startswith("_") and callable(value):
            yield name, value
