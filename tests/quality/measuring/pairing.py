"""Two generators on the same modules, module by module."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from ..reporting.statistics import mean_interval, superiority
from .measurement import Measurement
from .metrics import Metric
from .trial import Trial

TOO_FAR_APART = 600.0
"""Seconds after which a machine may have become busier, or less busy, than it was."""


@dataclass(frozen=True, slots=True)
class Job:
    """A module, and the place that it has in the list."""

    number: int
    module: str


@dataclass(frozen=True, slots=True)
class Pair:
    """What came of the first generator and of the second on one module."""

    number: int
    first: Measurement
    second: Measurement

    @property
    def module(self) -> str:
        """The module of both."""
        return self.first.module

    @property
    def is_in_turn(self) -> bool:
        """Whether one was measured right after the other, so that their speeds can be compared."""
        return abs(self.first.began - self.second.began) < TOO_FAR_APART


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two generators, under the same circumstances."""

    first: Trial
    second: Trial

    def measure(self, job: Job) -> Pair:
        """Measure a module with both, one right after the other.

        Which is the first to run changes from module to module: a machine that becomes busier, or caches that
        fill, are no advantage of one of them.
        """
        if job.number % 2:
            second = self.second.measure(job.module)
            return Pair(job.number, self.first.measure(job.module), second)
        first = self.first.measure(job.module)
        return Pair(job.number, first, self.second.measure(job.module))


METRICS: tuple[Metric[Measurement], ...] = (
    Metric("coverage", lambda done: done.verdict.percent),
    Metric("tests", lambda done: done.verdict.tests, 0),
    Metric("executions/s", lambda done: done.executions_per_second, 0),
    Metric("seconds", lambda done: done.seconds),
    Metric("processor s", lambda done: done.processor_seconds),
)


@dataclass(frozen=True, slots=True)
class Difference:
    """The second minus the first, of a metric, over all pairs that have it.

    `interval` is a 95% confidence interval of the mean difference. `higher`, `equal` and `lower` count the
    pairs by the sign of theirs, `superiority` is the effect size.
    """

    metric: Metric[Measurement]
    first: float
    second: float
    mean: float
    interval: tuple[float, float]
    higher: int
    equal: int
    lower: int
    superiority: float


def difference(pairs: Sequence[Pair], metric: Metric[Measurement]) -> Difference | None:
    """How far the second generator is from the first; None if no pair has the metric."""
    values = [(metric.of(pair.first), metric.of(pair.second)) for pair in pairs]
    known = [(first, second) for first, second in values if first is not None and second is not None]
    if not known:
        return None
    differences = [second - first for first, second in known]
    return Difference(
        metric=metric,
        first=statistics.fmean(first for first, _ in known),
        second=statistics.fmean(second for _, second in known),
        mean=statistics.fmean(differences),
        interval=mean_interval(differences),
        higher=sum(each > 0 for each in differences),
        equal=sum(each == 0 for each in differences),
        lower=sum(each < 0 for each in differences),
        superiority=superiority(differences),
    )
