"""Functions and classes of modules outside the project: a test that replaces one affects other tests."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from operator import is_, itemgetter
from types import ModuleType
from typing import Any

from testloom_agent.kinds import is_a

MISSING = object()
OWN = "testloom_agent"
OBSERVING = "warnings.showwarning"
"""The function that an observation itself replaces."""


class ForeignNames:
    """The public functions and classes of all loaded modules except the given ones, as they are now."""

    def __init__(self, project: Iterable[ModuleType]) -> None:
        own = {id(module) for module in project}
        self._saved = [
            _Names(module, name)
            for name, module in list(sys.modules.items())
            if is_a(module, ModuleType)
            and id(module) not in own
            and name.partition(".")[0] not in (OWN, "__main__")
        ]

    def replaced(self) -> Iterator[str]:
        """Yield the names that were replaced since they were saved, such as `re.compile`."""
        for names in self._saved:
            if not names.are_kept():
                yield from names.replaced()


class _Names:
    """The public functions and classes of one module."""

    def __init__(self, module: ModuleType, name: str) -> None:
        self._live: Mapping[str, Any] = vars(module)
        self._name = name
        self._saved = dict(_public(module))
        names = [*self._saved]
        self._values = itemgetter(*names, names[0]) if names else None
        self._kept = self._values(self._saved) if self._values else ()

    def are_kept(self) -> bool:
        """Whether all stand for what they did; it never leaves C, as there are some ten thousand names."""
        try:
            return self._values is None or all(map(is_, self._values(self._live), self._kept))
        except KeyError:
            return False

    def replaced(self) -> Iterator[str]:
        for name, value in self._saved.items():
            if self._live.get(name, MISSING) is not value and f"{self._name}.{name}" != OBSERVING:
                yield f"{self._name}.{name}"


def _public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    for name, value in list(vars(module).items()):
        if not name.startswith("_") and callable(value):
            yield name, value
