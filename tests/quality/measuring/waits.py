"""How long users wait for a command, and what they get for it."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..reporting.page import Cells, aligned
from .measurement import Measurement
from .metrics import NONE, Metric
from .phases import ASSERT, PHASES

BUDGETS, IMPORTS = 1.3, 3.0
"""A command takes at most so many times its budget, and so many imports of the module."""
FIRST_TEST = 3.0
"""Within so many seconds the first test is verified."""
BUSY_DELIVERED, BUSY_COVERAGE = 95.0, 85.0
"""In percent, what a busy machine leaves of the tests that were found, and of the coverage of a quiet one."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What came of a module with a budget in seconds."""

    budget: float
    done: Measurement

    @property
    def bound(self) -> float:
        """The seconds that the command may take."""
        return BUDGETS * self.budget + IMPORTS * (self.done.import_seconds or 0.0)

    @property
    def share(self) -> float:
        """The seconds that it took, as a multiple of those."""
        return self.done.seconds / self.bound

    @property
    def delivered(self) -> float | None:
        """Percent of the tests made of what the search found that were written; None if it found nothing."""
        tests = self.done.verdict.tests
        found = tests + sum(self.done.discarded.values())
        return 100.0 * tests / found if found else None

    @property
    def mutants_per_second(self) -> float | None:
        """Mutants of the module by the seconds that assertions took; None if it was loaded with none."""
        seconds = self.done.phases.get(ASSERT, 0.0)
        return self.done.mutants / seconds if seconds and self.done.mutants else None


def _seconds_of(phase: str) -> Callable[[Wait], float | None]:
    return lambda wait: wait.done.phases.get(phase)


COLUMNS: tuple[Metric[Wait], ...] = (
    Metric("import", lambda wait: wait.done.import_seconds),
    Metric("wall", lambda wait: wait.done.seconds),
    Metric("of bound", lambda wait: wait.share, 2),
    Metric("processor", lambda wait: wait.done.processor_seconds),
    *(Metric(phase, _seconds_of(phase)) for phase in PHASES),
    Metric("first test", lambda wait: wait.done.first_test),
    Metric("executions/s", lambda wait: wait.done.executions_per_second, 0),
    Metric("mutants/s", lambda wait: wait.mutants_per_second, 0),
    Metric("tests", lambda wait: wait.done.verdict.tests, 0),
    Metric("delivered %", lambda wait: wait.delivered),
    Metric("coverage %", lambda wait: wait.done.verdict.percent),
)


def wait_table(waits: Sequence[Wait]) -> str:
    """A row a module, and the median and the maximum of each column."""
    rows: list[Cells] = [(wait.done.module, *(column.shown(wait) for column in COLUMNS)) for wait in waits]
    for name, of in (("median", statistics.median), ("maximum", max)):
        columns = [[value for wait in waits if (value := column.of(wait)) is not None] for column in COLUMNS]
        cells = (
            column.text(of(values)) if values else NONE
            for column, values in zip(COLUMNS, columns, strict=True)
        )
        rows.append((name, *cells))
    return aligned(("module", *(column.name for column in COLUMNS)), rows)


def wait_remarks(waits: Sequence[Wait]) -> Iterator[str]:
    """What is wrong with which modules."""
    late = [f"{wait.done.module} ({wait.share:.2f})" for wait in waits if wait.share > 1]
    yield f"Longer than {BUDGETS:g} budgets and {IMPORTS:g} imports: {_listed(late)}."
    slow = [wait.done for wait in waits if (wait.done.first_test or 0.0) > FIRST_TEST]
    yield f"First test later than {FIRST_TEST:g} s: {len(slow)} of {len(waits)}."
    yield f"Without tests: {_listed([wait.done.module for wait in waits if not wait.done.verdict.tests])}."
    lost = [
        f"{wait.done.module} ({', '.join(f'{count} {why}' for why, count in wait.done.discarded.items())})"
        for wait in waits
        if wait.done.discarded
    ]
    yield f"Lost tests: {_listed(lost)}."


def budget_table(groups: Sequence[Sequence[Wait]]) -> str:
    """A row a budget: coverage, and how far it is below that of the largest one."""
    means = [statistics.fmean(wait.done.verdict.percent for wait in waits) for waits in groups]
    rows = [
        (f"{waits[0].budget:g} s", f"{mean:.1f}", f"{mean - max(means):+.1f}")
        for waits, mean in zip(groups, means, strict=True)
    ]
    return aligned(("budget", "mean coverage %", "from the best"), rows)


@dataclass(frozen=True, slots=True)
class Contrast:
    """The same module with the same budget on a quiet machine, and on a busy one."""

    quiet: Wait
    busy: Wait


def contrast_table(pairs: Sequence[Contrast]) -> str:
    """A row a module: seconds, tests, what was delivered of them, and coverage, quiet → busy."""
    names = ("wall", "tests", "delivered %", "coverage %")
    columns = [column for column in COLUMNS if column.name in names]
    rows = [
        (
            pair.quiet.done.module,
            *(f"{column.shown(pair.quiet)} → {column.shown(pair.busy)}" for column in columns),
        )
        for pair in pairs
    ]
    return aligned(("module", *(f"{column.name} quiet → busy" for column in columns)), rows)


def contrast_shares(pairs: Sequence[Contrast]) -> tuple[float, float]:
    """In percent: tests that the busy runs delivered of those they found, coverage of that of quiet ones."""
    tests = sum(pair.busy.done.verdict.tests for pair in pairs)
    found = tests + sum(sum(pair.busy.done.discarded.values()) for pair in pairs)
    quiet = sum(pair.quiet.done.verdict.percent for pair in pairs)
    busy = sum(pair.busy.done.verdict.percent for pair in pairs)
    return 100.0 * tests / max(1, found), 100.0 * busy / max(1e-9, quiet)


def _listed(names: Sequence[str]) -> str:
    return f"{len(names)}: {', '.join(names)}" if names else "none"
