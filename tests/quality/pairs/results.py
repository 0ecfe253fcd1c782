"""Rows of measurements, and their means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

HEADER = (
    f"{'pair':76}{'coupled':>8}{'pair':>8}{'unit':>8}{'random':>8}{'mutants':>9}{'killed':>8}{'units':>8}{'alone':>8}"
    f"{'of left':>9}{'tests':>7}{'failing':>9}{'unstable':>10}{'seconds':>9}"
)


@dataclass(frozen=True, slots=True)
class Row:
    """What tests of a pair are worth.

    Of the `coupled` branches tests of the pair, unit tests of the caller and random tests cover some. Of the
    `mutants` tests of the pair kill some, some of these alone: unit tests of caller and callee do not.
    """

    pair: str
    budget: float
    seed: int
    coupled: int
    integration: int
    unit: int
    random: int
    mutants: int
    killed: int
    killed_by_units: int
    killed_alone: int
    tests: int
    failing: int
    unstable: int
    findings: int
    seconds: int
    executions: int | None = None

    @property
    def percents(self) -> tuple[float, ...]:
        """What the three kinds of tests cover, and the mutants that tests kill.

        These are tests of the pair, unit tests of both, and tests of the pair alone.
        """
        part, share = 100 / self.coupled, 100 / max(1, self.mutants)
        covered = (part * self.integration, part * self.unit, part * self.random)
        return (*covered, share * self.killed, share * self.killed_by_units, share * self.killed_alone)

    @property
    def of_left(self) -> float | None:
        """The percentage that tests of the pair kill of what unit tests leave; None if that is nothing."""
        left = self.mutants - self.killed_by_units
        return 100 * self.killed_alone / left if left else None

    @property
    def cells(self) -> str:
        """A line of the table."""
        one, two, three, killed, units, alone = self.percents
        return (
            f"{self.pair:76}{self.coupled:8}{one:7.1f}%{two:7.1f}%{three:7.1f}%{self.mutants:9}{killed:7.1f}%"
            f"{units:7.1f}%{alone:7.1f}%{_shown(self.of_left)}{self.tests:7}{self.failing:9}{self.unstable:10}"
            f"{self.seconds:9}"
        )


def _shown(percent: float | None) -> str:
    return f"{'-':>9}" if percent is None else f"{percent:8.1f}%"


def summary(rows: Sequence[Row]) -> str:
    """The means over pairs, and the sums; what is killed of that which unit tests leave, where they do."""
    of_left = [row.of_left for row in rows if row.of_left is not None]
    means = [mean(column) for column in zip(*(row.percents for row in rows), strict=True)]
    one, two, three, killed, units, alone = means
    coupled, mutants, tests, failing, unstable, seconds = (
        sum(getattr(row, name) for row in rows)
        for name in ("coupled", "mutants", "tests", "failing", "unstable", "seconds")
    )
    return (
        f"{f'mean of {len(rows)}, sums':76}{coupled:8}{one:7.1f}%{two:7.1f}%{three:7.1f}%{mutants:9}"
        f"{killed:7.1f}%{units:7.1f}%{alone:7.1f}%{_shown(mean(of_left) if of_left else None)}"
        f"{tests:7}{failing:9}{unstable:10}{seconds:9}"
    )
