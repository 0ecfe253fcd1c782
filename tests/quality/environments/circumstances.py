"""Under which circumstances something was measured."""

from __future__ import annotations

import datetime
import os
import platform
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a reader must know to compare these results with others."""

    date: str
    command: str
    budget: float
    seed: int
    jobs: int
    machine: str
    versions: Sequence[str]
    load: Mapping[str, float] = field(default_factory=dict)
    minutes: float = 0.0

    def facts(self) -> list[str]:
        """The circumstances, one a line."""
        facts = [
            f"Measured on {self.date} in {self.minutes:.0f} minutes with `{self.command}`.",
            f"Machine: {self.machine}.",
            f"Versions: {', '.join(self.versions)}.",
        ]
        if self.load:
            loads = ", ".join(f"{average:.1f} {moment}" for moment, average in self.load.items())
            facts.append(f"One-minute load average: {loads}.")
        return facts


def today() -> str:
    """The date, in UTC."""
    return datetime.datetime.now(datetime.timezone.utc).date().isoformat()


def command_line(module: str) -> str:
    """How this program was started, for others to do the same."""
    return shlex.join(["python", "-m", module, *sys.argv[1:]])


def machine() -> str:
    """The kind of this machine: system, processor, number of processors."""
    return f"{platform.system()} {platform.machine()}, {_processor()}, {os.cpu_count()} processors"


def _processor() -> str:
    """The processor's name, if the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown processor"


def load() -> float | None:
    """How many programs wanted a processor during the last minute, on average, if the system tells."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
