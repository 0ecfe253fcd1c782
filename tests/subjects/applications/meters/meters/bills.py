"""Bills from what meters have counted."""

from __future__ import annotations

import pandas as pd

RATES = {"basic": 0.31, "night": 0.24}


def price(usage: pd.DataFrame, tariffs: pd.DataFrame) -> pd.DataFrame:
    """Add what each row costs; meters without a tariff pay the basic rate."""
    priced = usage.merge(tariffs, on="meter", how="left")
    priced["tariff"] = priced["tariff"].fillna("basic")
    unknown = sorted(set(priced["tariff"]) - set(RATES))
    if unknown:
        raise ValueError(f"unknown tariffs: {unknown}")
    priced["cost"] = (priced["used"] * priced["tariff"].map(RATES)).round(2)
    return priced


def bill(usage: pd.DataFrame, tariffs: pd.DataFrame, *, deposit: float = 0.0) -> dict[str, float]:
    """What each meter has to pay, less what was paid in advance."""
    totals = price(usage, tariffs).groupby("meter")["cost"].sum() - deposit
    return {meter: round(total, 2) for meter, total in totals.clip(lower=0).items()}


def change(before: pd.Series, after: pd.Series) -> pd.Series:
    """Change in percent of what both periods have."""
    both = before.index.intersection(after.index)
    if len(both) == 0:
        raise ValueError("nothing to compare")
    old, new = before[both], after[both]
    return ((new - old) / old.where(old != 0) * 100).dropna().round(1)


def reminders(bills: pd.DataFrame, today: pd.Timestamp) -> list[str]:
    """Who has not paid, those that owe most first."""
    open_bills = bills[~bills["paid"] & (bills["due"] < today)]
    lines = []
    for row in open_bills.sort_values("amount", ascending=False).itertuples():
        late = (today - row.due).days
        level = "final" if late > 60 else "second" if late > 30 else "first"
        lines.append(f"{row.name}: {level} reminder for {row.amount:.2f}")
    return lines


def histogram(usage: pd.DataFrame, width: int = 20) -> str:
    """A bar for each meter."""
    if usage.empty:
        return "no readings"
    totals = usage.groupby("meter")["used"].sum()
    most = totals.max()
    bars = []
    for meter, total in totals.items():
        length = int(round(total / most * width)) if most > 0 else 0
        bars.append(f"{meter:<8}|{'#' * length}")
    return "\n".join(bars)
