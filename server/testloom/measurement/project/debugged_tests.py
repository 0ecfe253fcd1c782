"""A project's own tests in a debugger: the arguments for pytest, and the events of the run."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from testloom.measurement.environment import QUIET
from testloom.measurement.events import TestEvent, read_events

_PLUGINS = ("events", "failures")


@dataclass(frozen=True, slots=True)
class DebuggedTests:
    """A project's own tests, to be run by the command that a debugger starts pytest with.

    Attributes:
        scratch: an empty folder, to be put on the import path: pytest finds the plugins there.
    """

    scratch: Path

    def arguments(self, tests: Sequence[str], installed: Collection[str]) -> list[str]:
        """Build the arguments with which pytest runs the tests with these node ids, or all.

        Args:
            tests: the node ids.
            installed: the plugins of pytest that the project's interpreter has. None may measure coverage or
                run tests in other processes, where no breakpoint stops them.
        """
        options = [option for plugin, option in QUIET.items() if plugin in installed]
        for name in _PLUGINS:
            module = f"testloom_pytest_{name}"
            plugin = Path(__file__).parents[1] / "plugins" / f"{name}.py"
            shutil.copyfile(plugin, self.scratch / f"{module}.py")
            options += ["-p", module]
        return [*options, f"--testloom-events={self._events}", *tests]

    def events(self) -> Iterator[TestEvent]:
        """Read what has become of the tests; that of a test during which the run was ended is missing."""
        return read_events(self._events)

    @property
    def _events(self) -> Path:
        return self.scratch / "events.jsonl"
