"""Measurements and pairs in words and tables."""

from __future__ import annotations

import csv
import datetime
import shlex
import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ..environments.events import ERRORS, EVENTS, OUTPUT
from ..reporting.page import Cells, aligned, markdown
from .measurement import Measurement, load
from .metrics import Metric
from .pairing import METRICS, Pair, difference
from .shelf import RECORD
from .trial import JUDGED, TESTS

LAST_LINES = 15
FIELDS = (
    "module",
    "percent",
    "line_percent",
    "branch_percent",
    "statements",
    "branches",
    "tests",
    "failing",
    "unstable",
    "seconds",
    "lines",
    "note",
)


def pair_line(pair: Pair) -> str:
    """A pair as it is told while others are still measured."""
    coverage, tests, rate, seconds, _ = (_both(metric, pair) for metric in METRICS)
    return f"{pair.module}: coverage {coverage}, tests {tests}, executions/s {rate}, seconds {seconds}"


def pair_table(pairs: Sequence[Pair]) -> str:
    """A line a pair: each metric of A and of B, and how far B's coverage is from A's."""
    header = ("module", "note", *(f"{metric.name} A → B" for metric in METRICS), "coverage B-A")
    return aligned(header, [_pair_cells(pair) for pair in pairs], texts=2)


def _pair_cells(pair: Pair) -> Cells:
    gap = pair.second.verdict.percent - pair.first.verdict.percent
    sides = (("A", pair.first), ("B", pair.second))
    notes = [f"{name}: {done.note}" for name, done in sides if done.note]
    if not pair.is_in_turn:
        notes.append("not in turn")
    return (pair.module, "; ".join(notes), *(_both(metric, pair) for metric in METRICS), f"{gap:+.1f}")


def _both(metric: Metric[Measurement], pair: Pair) -> str:
    return f"{metric.shown(pair.first)} → {metric.shown(pair.second)}"


def difference_table(pairs: Sequence[Pair]) -> str:
    """A line a metric: how far B is from A."""
    header = ("metric", "A", "B", "mean B-A", "95% interval", "B higher", "equal", "lower", "P(B>A)")
    rows: list[Cells] = []
    for metric in METRICS:
        found = difference(pairs, metric)
        if found is None:
            continue
        decimals = metric.decimals + 1
        means = (f"{value:,.{decimals}f}" for value in (found.first, found.second))
        mean, low, high = (f"{value:+,.{decimals}f}" for value in (found.mean, *found.interval))
        counts = (str(count) for count in (found.higher, found.equal, found.lower))
        rows.append((metric.name, *means, mean, f"{low} … {high}", *counts, f"{found.superiority:.2f}"))
    return aligned(header, rows)


def pair_remarks(pairs: Sequence[Pair]) -> Iterator[str]:
    """What the tables do not say."""
    yield (
        "Mean B-A over modules, 95% interval by the bootstrap (percentiles; Efron and Tibshirani 1993). "
        "P(B>A): probability of superiority within pairs, ties half (Grissom and Kim 2012); 0.5 is no effect."
    )
    for side, name in enumerate("AB"):
        done = [(pair.first, pair.second)[side] for pair in pairs]
        yield f"{name}: {_sums(done)}."
    starved = sum("no search" in side.note for pair in pairs for side in (pair.first, pair.second))
    if starved:
        yield (
            f"Measurements that ended before their search had begun: {starved}. Their coverage is chance: "
            "give them more seconds, or the machine less to do."
        )
    if apart := sum(not pair.is_in_turn for pair in pairs):
        yield (
            f"{apart} of {len(pairs)} pairs were not measured in turn: another load may explain differences "
            "in speed, and in what a search covers in its seconds. --again measures them anew."
        )


def measurement_line(done: Measurement) -> str:
    """A measurement as it is told while others are still made."""
    verdict = done.verdict
    return (
        f"{done.module:45} {verdict.percent:6.1f}%  {verdict.tests:4} tests, {verdict.failing} fail, "
        f"{verdict.unstable} unstable, {done.seconds:.1f} s {done.note}".rstrip()
    )


def summary_line(done: Sequence[Measurement]) -> str:
    """All measurements: nothing is left out of a mean."""
    percents = [each.verdict.percent for each in done]
    return (
        f"modules {len(done)} · mean {statistics.fmean(percents):.1f} · "
        f"median {statistics.median(percents):.1f} · {_sums(done)}"
    )


def _sums(done: Sequence[Measurement]) -> str:
    verdicts = [each.verdict for each in done]
    return (
        f"tests {sum(verdict.tests for verdict in verdicts)} · "
        f"failing {sum(verdict.failing for verdict in verdicts)} · "
        f"unstable {sum(verdict.unstable for verdict in verdicts)} · "
        f"without tests {sum(verdict.tests == 0 for verdict in verdicts)}"
    )


def save_rows(path: Path, done: Sequence[Measurement]) -> None:
    """Write a row a module, for spreadsheets."""
    with path.open("w", newline="", encoding="utf-8") as sink:
        writer = csv.writer(sink)
        writer.writerow(FIELDS)
        for each in done:
            writer.writerow([getattr(each if hasattr(each, name) else each.verdict, name) for name in FIELDS])


def paragraphs(done: Sequence[Measurement]) -> list[str]:
    """The same for a page: a row a module, what stands in the way of the rest, and the means."""
    header = ("module", "coverage", "tests", "failing", "unstable", "seconds", "not reached, by reason")
    grid = [
        (
            each.module,
            f"{each.verdict.percent:.1f}%",
            *map(str, (each.verdict.tests, each.verdict.failing, each.verdict.unstable)),
            f"{each.seconds:.0f}",
            " · ".join(filter(None, (_counts(each.unreached) if each.unreached else "", each.note))),
        )
        for each in sorted(done, key=lambda each: each.module)
    ]
    return [markdown(header, grid), f"{summary_line(done)}."]


def details(folder: Path) -> Iterator[str]:
    """What is kept of a measurement, and the most of what it says."""
    done = load(folder / RECORD)
    verdict = done.verdict
    when = datetime.datetime.fromtimestamp(done.began, datetime.timezone.utc)
    yield f"{done.module}, {folder.parent.parent.name}, {folder.parent.name}, {when:%Y-%m-%d %H:%M} UTC"
    yield f"  in {folder}: {TESTS}/, {JUDGED}/, {EVENTS}, {ERRORS}, {OUTPUT}, {RECORD}"
    yield f"  ran {shlex.join(done.command)}"
    yield (
        f"  exit {done.status} after {done.seconds:.1f} s, {done.processor_seconds:.1f} s of processors"
        + (f", {done.executions_per_second:,.0f} executions/s" if done.executions_per_second else "")
    )
    yield (
        f"  coverage {verdict.percent:.1f}% of {verdict.statements} statements and {verdict.branches} "
        f"branches, {verdict.tests} tests, {verdict.failing} failing, {verdict.unstable} unstable "
        f"{verdict.note}".rstrip()
    )
    yield f"  phases (s): {_counts({name: f'{value:.1f}' for name, value in done.phases.items()})}"
    yield f"  unreached: {_counts(done.unreached)}"
    yield f"  discarded: {_counts(done.discarded)}"
    lines = (folder / ERRORS).read_text(encoding="utf-8", errors="replace").splitlines()
    yield f"  stderr, {'all' if len(lines) <= LAST_LINES else f'last {LAST_LINES} of'} {len(lines)} lines:"
    yield from (f"    {line}" for line in lines[-LAST_LINES:])


def _counts(of: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {count}" for name, count in of.items()) or "none"
