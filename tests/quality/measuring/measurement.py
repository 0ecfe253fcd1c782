"""What came of a generator on one module."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ..environments.process import TIMED_OUT
from ..judgement.court import Verdict
from .phases import LOAD, SEARCH


@dataclass(frozen=True, slots=True)
class Measurement:
    """What the tests are worth, and what the run says of itself.

    Attributes:
        command: how the generator was run.
        status: its exit status.
        began: when, in seconds since 1970.
        seconds: that the generator took, judging excluded.
        processor_seconds: of all its processes together.
        executions_per_second: its own count, None if it gave none.
        phases: seconds of each.
        unreached: goals that no test reached, by reason.
        discarded: tests that were not kept, by reason.
        import_seconds: that the module takes to be imported by itself, None if that fails.
        first_test: when the first test was verified, in seconds from the start.
        mutants: those that the module was loaded with.
    """

    module: str
    command: tuple[str, ...]
    verdict: Verdict
    status: int
    began: float
    seconds: float
    processor_seconds: float
    executions_per_second: float | None = None
    phases: Mapping[str, float] = field(default_factory=dict)
    unreached: Mapping[str, int] = field(default_factory=dict)
    discarded: Mapping[str, int] = field(default_factory=dict)
    import_seconds: float | None = None
    first_test: float | None = None
    mutants: int = 0

    @property
    def note(self) -> str:
        """What a reader of the numbers must know."""
        if self.status == TIMED_OUT:
            return f"stopped after {self.seconds:.0f} s"
        ended = f"exit {self.status}" if self.status else ""
        starved = "no search" if LOAD in self.phases and SEARCH not in self.phases else ""
        return ", ".join(filter(None, (ended, self.verdict.note, starved)))

    def save(self, path: Path) -> None:
        """Write it as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> Measurement:
    """Read what `save` wrote."""
    data = json.loads(path.read_text(encoding="utf-8"))
    verdict, command = Verdict(**data.pop("verdict")), tuple(data.pop("command"))
    return Measurement(verdict=verdict, command=command, **data)
