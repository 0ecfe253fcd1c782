"""A project's own tests under coverage.py: the command that runs them, and its events.

The editor and the command line run the same command and get the same events, so they show the same
numbers.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from testloom.measurement.environment import QUIET
from testloom.measurement.events import TestEvent, follow
from testloom.model.progress.reach import MeasuredFile

_SCRIPTS = Path(__file__).parents[1] / "plugins"
COLLECTING = _SCRIPTS / "collecting.py"
"""The script that lists the tests; its argument is the file for the list."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Tests not to be run, and tests to be run as code has `changed`; new and failing ones come first."""

    unaffected: Sequence[str] = ()
    changed: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class CoveredTests:
    """A project's own tests, to be run under coverage.py in the project's folder.

    Attributes:
        python: the project's interpreter.
        scratch: an empty folder for what a run writes; it writes nothing into the project.
        unimported: the files of the project that count even if no test imports them, unless the project's
            settings of coverage.py select the measured code.
        owns: whether a file is the project's own; nothing is reported about other files.
    """

    python: Path
    scratch: Path
    unimported: Sequence[Path]
    owns: Callable[[Path], bool]

    def command(
        self, tests: Sequence[str] | None = None, *, told_apart: bool = True, plan: Plan | None = None
    ) -> list[str]:
        """Build the command that runs the tests with these node ids, or all.

        Tests that a plan leaves out do not run. A run of some tests reports nothing on files that these don't
        import. Unless tests are `told_apart`, all coverage counts as coverage by the test "", which takes
        less time.
        """
        # The kernel mistakes the end of the thread that started a process for the end of the parent process.
        is_complete = tests is None and not (plan and plan.unaffected)
        planned = self.scratch / "plan.json"
        if plan is not None:
            planned.write_text(json.dumps(asdict(plan)), encoding="utf-8")
        parent = os.getpid() if threading.current_thread() is threading.main_thread() else None
        arguments = {
            "events": str(self._events),
            "scratch": str(self.scratch),
            "parent": parent,
            "tests": list(tests or ()),
            "files": [str(file) for file in self.unimported] if is_complete else [],
            "told_apart": told_apart,
            "quiet": QUIET,
            "plan": None if plan is None else str(planned),
        }
        return [str(self.python), "-B", str(_SCRIPTS / "under_coverage.py"), json.dumps(arguments)]

    def new_events(self) -> Iterator[list[TestEvent]]:
        """Yield, at each step, the events of the run that were written since the last."""
        for events in follow(self._events):
            yield [event for event in events if self._is_told(event)]

    @property
    def _events(self) -> Path:
        return self.scratch / "events.jsonl"

    def _is_told(self, event: TestEvent) -> bool:
        return not isinstance(event, MeasuredFile) or self.owns(event.file)
