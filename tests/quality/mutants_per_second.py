"""Print how many mutants a second the tests of modules meet, end to end.

    python -m tests.quality.mutants_per_second FILE... [--python PY] [--executions N]

A *run* is a test with a mutant that it reaches. The tests are those of a search of so many executions with a
fixed seed, so that two commits with the same search are compared on the same tests. What counts on a busy
machine is the processor time of the agent, with what it takes to load the file.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from testloom.capabilities import CAPABILITIES
from testloom.execution import Agent, AgentSettings
from testloom.generation.suites.minimising import kept_of, minimised
from testloom.model.generation_request import Target
from testloom.model.settings import Settings
from testloom.oracle import Observed, assess
from testloom.search import Budget, goals_of, search
from testloom.subject import decode, find_root, resolve

from .environments.options import command_line
from .environments.packages import interpreter

SEED = 1


@dataclass(frozen=True, slots=True)
class Meeting:
    """How many runs there were, how many had an effect that can be noticed, and how long it took."""

    tests: int
    mutants: int
    runs: int
    noticed: int
    seconds: float
    processor_seconds: float


def main() -> int:
    """Print a line for each file."""
    parser = command_line("mutants_per_second", __doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--python", type=interpreter, default=Path(sys.executable))
    parser.add_argument("--executions", type=int, default=2_000, metavar="N", help="default: 2000")
    options = parser.parse_args()
    heads = ("tests", "mutants", "runs", "noticed", "s", "cpu s", "runs/s", "mutants/s")
    print(f"{'':<30}" + "".join(f"{head:>10}" for head in heads))
    for file in (path.absolute() for path in options.files):
        tests = tests_of(file, options.python, options.executions)
        met = meet(tests, file, options.python)
        numbers = (met.tests, met.mutants, met.runs, met.noticed)
        rates = (met.runs / met.seconds, met.mutants / met.seconds)
        cells = [f"{met.seconds:.2f}", f"{met.processor_seconds:.2f}", *(f"{rate:,.0f}" for rate in rates)]
        name = f"{file.parent.name}/{file.name}"
        print(f"{name:<30}" + "".join(f"{cell:>10}" for cell in (*numbers, *cells)), flush=True)
    return 0


def tests_of(file: Path, python: Path, executions: int) -> Sequence[Observed]:
    """The minimised tests of a search for the whole file, with what they do."""
    with Agent.start(python, file, find_root(file)) as agent:
        subject = decode(agent.description, CAPABILITIES)
        scope = resolve(Target(file), subject)
        goals, targets = goals_of(subject, scope.probes), sorted(scope.callables)
        budget = Budget(0.0, executions)
        result = search(subject, goals, targets, agent, Settings(seed=SEED), budget)
        kept = minimised(kept_of(result.archive), subject, agent)
        cases = [chromosome.case for chromosome, _ in kept]
        return [Observed(case, seen) for case, seen in zip(cases, agent.observe(cases), strict=True)]


def meet(tests: Sequence[Observed], file: Path, python: Path) -> Meeting:
    """Run the tests with the mutants of the file."""
    before = _processor_seconds()
    with Agent.start(python, file, find_root(file), AgentSettings(with_mutants=True)) as agent:
        started = time.perf_counter()
        found = [entry for entry in assess(tests, agent, None, lambda: False) if entry is not None]
        seconds = time.perf_counter() - started
    effects = [(mutant, effect) for entry in found for mutant, effect in entry.effects.items()]
    noticed = sum(effect.end != "survived" for _, effect in effects)
    met = len({mutant for mutant, _ in effects})
    used = _processor_seconds() - before
    return Meeting(len(tests), met, len(effects), noticed, seconds, used)


def _processor_seconds() -> float:
    """What processes used that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    sys.exit(main())
