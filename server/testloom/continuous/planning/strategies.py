"""Strategies for spending a budget on a project, as compared by Campos et al. (ASE 2014)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Strategy:
    """The rules by which a run spends its time.

    Attributes:
        by_goals: difficult units get more time than others.
        seeds: tests of earlier runs enter the search.
        remembers: the results of earlier runs decide which units are worth a run.
    """

    name: str
    by_goals: bool = False
    seeds: bool = False
    remembers: bool = False


STRATEGIES: Mapping[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy("simple"),
        Strategy("budget", by_goals=True),
        Strategy("seeding", seeds=True),
        Strategy("budget+seeding", by_goals=True, seeds=True),
        Strategy("history", by_goals=True, seeds=True, remembers=True),
    )
}
