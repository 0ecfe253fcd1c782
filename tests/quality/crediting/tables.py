"""What operators and providers won over many searches, and what the searches lose without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from ..reporting.page import Cells
from ..reporting.statistics import mean_interval, superiority
from .trial import NEEDED, PROVIDER, Place, Run, Won

CREDIT: Cells = ("name", "kind", "modules", "tried", "goals first", "per 1,000 tries", "per second")
ABLATION: Cells = (
    "without",
    "modules",
    "pairs",
    "goals with",
    "goals without",
    "mean lost",
    "95 % interval",
    "P(with > without)",
)
KINDS = ("operator", "mutation", PROVIDER)


def totals(runs: Sequence[Run]) -> dict[str, Won]:
    """The sums for each name, those that won most first, kind by kind."""
    found: dict[str, Won] = {}
    for run in runs:
        for name, won in run.won.items():
            old = found.get(name, Won(won.kind))
            sums = (old.tried + won.tried, old.goals + won.goals, old.seconds + won.seconds)
            found[name] = Won(won.kind, *sums)
    return dict(sorted(found.items(), key=lambda item: (KINDS.index(item[1].kind), -item[1].goals, item[0])))


def modules_won(name: str, runs: Sequence[Run]) -> dict[Place, int]:
    """The modules where it reached goals first, and how many, most first."""
    found: dict[Place, int] = {}
    for run in runs:
        if name in run.won and run.won[name].goals:
            found[run.place] = found.get(run.place, 0) + run.won[name].goals
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def credit_rows(runs: Sequence[Run]) -> list[Cells]:
    """A row for each name. What was made by several at once is counted for each of them."""
    rows: list[Cells] = []
    for name, won in totals(runs).items():
        per_try = f"{1000 * won.goals / won.tried:.2f}" if won.tried else "-"
        per_second = f"{won.goals / won.seconds:.1f}" if won.seconds else "-"
        places = len(modules_won(name, runs))
        rows.append((name, won.kind, str(places), f"{won.tried:,}", f"{won.goals:,}", per_try, per_second))
    return rows


def to_ablate(runs: Sequence[Run], most: int) -> Mapping[str, Sequence[Place]]:
    """What can be left out and won something, and the modules where it won most, so many at most."""
    chosen = {name: list(modules_won(name, runs))[:most] for name in totals(runs) if name not in NEEDED}
    return {name: places for name, places in chosen.items() if places}


def ablation_rows(whole: Sequence[Run], ablated: Sequence[Run]) -> list[Cells]:
    """A row for each that was left out: the same modules and seeds with it and without."""
    known = {(run.place, run.seed): run for run in whole}
    pairs: dict[str, list[tuple[Run, Run]]] = {}
    for run in ablated:
        if not run.error and (run.place, run.seed) in known:
            pairs.setdefault(run.without, []).append((known[run.place, run.seed], run))
    rows = []
    for name, both in pairs.items():
        lost = [float(old.covered - new.covered) for old, new in both]
        low, high = mean_interval(lost)
        rows.append(
            (
                fmean(lost),
                (
                    name,
                    str(len({old.place for old, _ in both})),
                    str(len(both)),
                    f"{sum(old.covered for old, _ in both):,}",
                    f"{sum(new.covered for _, new in both):,}",
                    f"{fmean(lost):.2f}",
                    f"{low:.2f} to {high:.2f}",
                    f"{superiority(lost):.2f}",
                ),
            )
        )
    return [cells for _, cells in sorted(rows, key=lambda row: -row[0])]
