"""A generator is run on a module, and its tests are judged without it."""

from __future__ import annotations

import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from ..environments.events import Finished, run_with_events
from ..environments.packages import Installation
from ..environments.process import confined, run
from ..environments.subjects import module_file
from ..judgement.court import Court, Verdict
from .generators import Generator, Task
from .measurement import Measurement
from .phases import durations, first_test, spans
from .shelf import RECORD, Shelf

TESTS, JUDGED = "tests", "judged"
IMPORTING = """\
import importlib, os, sys, time
sys.path.insert(0, sys.argv[1])
begun = time.perf_counter()
importlib.import_module(sys.argv[2])
print(time.perf_counter() - begun, flush=True)
os._exit(0)
"""
IMPORT_LIMIT = 60.0
_WORTH_KEEPING = ("*.xml", "*.log", "coverage.json")


@dataclass(frozen=True, slots=True)
class Trial:
    """A generator with a budget and a seed. What the shelf has is not measured again, unless it shall be."""

    generator: Generator
    place: Installation
    budget: float
    seed: int
    shelf: Shelf
    again: bool = False

    def measure(self, module: str) -> Measurement:
        """What comes of the generator on a module; all that was written and said is on the shelf."""
        known = None if self.again else self.shelf.read(module)
        return known or self._measure(module)

    def _measure(self, module: str) -> Measurement:
        began = time.time()
        with (
            tempfile.TemporaryDirectory(prefix="quality-", ignore_cleanup_errors=True) as name,
            self.shelf.making(module) as kept,
        ):
            folder = Path(name).resolve()
            home, out, court = folder / "home", folder / "out", folder / "court"
            home.mkdir()
            out.mkdir()
            task = Task(module, module_file(self.place.root, module), self.place, out, self.budget, self.seed)
            command = self.generator.command(task)
            imported = _import_seconds(module, self.place, home)
            ended = run_with_events(command, home, task.limit, kept, self.generator.variables)
            verdict = Court(self.place.python, task.file, self.place.root, court).judge(out)
            shutil.copytree(out, kept / TESTS)
            _keep_reports(court, kept / JUDGED)
            measurement = _measurement(module, command, verdict, ended, began, imported)
            measurement.save(kept / RECORD)
        return measurement


def _import_seconds(module: str, place: Installation, home: Path) -> float | None:
    """How long a fresh interpreter imports a module, here and now; None if that fails."""
    command = confined([place.python, "-c", IMPORTING, place.root, module])
    done = run(command, home, IMPORT_LIMIT)
    return float(done.output.split()[-1]) if done.status == 0 else None


def _measurement(
    module: str,
    command: list[str],
    verdict: Verdict,
    ended: Finished,
    began: float,
    import_seconds: float | None,
) -> Measurement:
    return Measurement(
        module=module,
        command=tuple(command),
        verdict=verdict,
        status=ended.status,
        began=round(began, 1),
        seconds=round(ended.seconds, 2),
        processor_seconds=round(ended.processor_seconds, 2),
        executions_per_second=ended.summary.get("executions_per_second") or None,
        phases=durations(spans(ended.events, ended.seconds)) if ended.events else {},
        unreached=ended.summary.get("unreached", {}),
        discarded=ended.summary.get("discarded", {}),
        import_seconds=import_seconds,
        first_test=first_test(ended.events),
        mutants=ended.summary.get("mutants", 0),
    )


def _keep_reports(court: Path, kept: Path) -> None:
    """What pytest and coverage.py said in each run of the tests."""
    for pattern in _WORTH_KEEPING:
        for file in court.glob(f"*/{pattern}"):
            target = kept / file.relative_to(court)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
