"""Run `testloom generate` and tell where the time goes."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from ..environments.events import Finished, run_with_events
from ..environments.revisions import Program
from ..measuring.phases import Span, durations, spans
from ..reporting.page import Cells, aligned
from .functions import Seen, functions, py_spy, watched
from .ledger import by_phase
from .processes import KINDS, Sample, Sampler

LIMIT = 1_800.0
MOST_FUNCTIONS = 10


def profile(program: Program, words: Sequence[str], kept: Path, with_functions: bool) -> Iterator[str]:
    """Generate as the words say, alone and then under py-spy; yields the paragraphs of a report.

    They are two runs, as looking at functions takes time that would be seen as theirs.
    """
    shutil.rmtree(kept, ignore_errors=True)
    command = [str(program.python), "-m", "testloom", "generate", *words, "--json"]
    sampler = Sampler()
    ended = _run(command, program, kept / "alone", sampler.follow)
    samples = sampler.stop()
    yield _summary(ended)
    yield time_table(spans(ended.events, ended.seconds), samples)
    if not with_functions:
        return
    spy = py_spy()
    if spy is None:
        yield "py-spy is not installed: with it (`pip install py-spy`), functions are shown, too."
        return
    stacks = kept / "stacks.txt"
    _run(watched(spy, command, stacks), program, kept / "py-spy")
    yield from function_tables(functions(stacks.read_text(encoding="utf-8", errors="replace")))


def _run(
    command: Sequence[str], program: Program, logs: Path, started: Callable[[int, float], None] | None = None
) -> Finished:
    """Run it where we are, as its words may name files from here, but with a home of its own."""
    logs.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="quality-", ignore_cleanup_errors=True) as home:
        out = [] if "--out" in command else ["--out", str(Path(home) / "out")]
        variables = {"PYTHONPATH": str(program.server), "HOME": home, "TMPDIR": home}
        return run_with_events([*command, *out], Path.cwd(), LIMIT, logs, variables, started)


def _summary(ended: Finished) -> str:
    told = ended.summary
    return (
        f"exit {ended.status} after {ended.seconds:.1f} s, {ended.processor_seconds:.1f} s of processors: "
        f"{told.get('tests', 0)} tests, {told.get('covered', 0)} of {told.get('goals', 0)} goals, "
        f"{told.get('executions_per_second', 0):,.0f} executions/s"
    )


def time_table(found: Sequence[Span], samples: Sequence[Sample]) -> str:
    """A line a phase: seconds on the clock, and of processors by kind of process."""
    wall, spent = durations(found), by_phase(samples, found)
    sums = {kind: sum(times.get(kind, 0.0) for times in spent.values()) for kind in KINDS}
    kinds = [kind for kind in KINDS if round(sums[kind], 1)]
    rows = [_cells(phase, seconds, spent.get(phase, {}), kinds) for phase, seconds in wall.items()]
    rows.append(_cells("all", sum(wall.values()), sums, kinds))
    return aligned(("phase", "clock", *kinds, "processors"), rows)


def _cells(phase: str, clock: float, spent: Mapping[str, float], kinds: Sequence[str]) -> Cells:
    times = (clock, *(spent.get(kind, 0.0) for kind in kinds), sum(spent.values()))
    return (phase, *(f"{seconds:.1f}" for seconds in times))


def function_tables(found: Mapping[str, Seen]) -> Iterator[str]:
    """A table a kind of process: the functions that it is in most often."""
    header = ("function", "on top", "within")
    for kind in sorted(found, key=lambda kind: -found[kind].times):
        seen = found[kind]
        rows = [
            (name, f"{100 * times / seen.times:.1f}%", f"{100 * seen.anywhere[name] / seen.times:.1f}%")
            for name, times in seen.on_top.most_common(MOST_FUNCTIONS)
        ]
        share = 100 * seen.times / sum(each.times for each in found.values())
        yield f"{kind}: {share:.0f}% of what py-spy saw\n{aligned(header, rows)}"
