"""Statements of accounts, read from CSV files."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import polars as pl

REQUIRED = {"date", "payee", "amount"}


class BadStatement(ValueError):
    """A file is no statement."""


def read_statement(path: str | Path) -> pl.DataFrame:
    """The bookings in a file, the latest last, without those of zero."""
    frame = pl.read_csv(path, try_parse_dates=True)
    if missing := REQUIRED - set(frame.columns):
        raise BadStatement(f"missing: {', '.join(sorted(missing))}")
    return frame.filter(pl.col("amount") != 0).sort("date")


def balance(path: str | Path, start: float = 0.0) -> float:
    """What is left after all bookings of a file."""
    total = read_statement(path)["amount"].sum()
    return round(start + total, 2)


def by_payee(path: str | Path) -> dict[str, float]:
    """What each payee got; those who gave are left out."""
    frame = read_statement(path)
    spent = frame.filter(pl.col("amount") < 0).group_by("payee").agg(pl.col("amount").sum())
    return {payee: -amount for payee, amount in sorted(spent.iter_rows())}


def read_budget(path: Path) -> dict[str, float]:
    """The limits by category, of a file with `category` and `limit`."""
    if not path.exists():
        return {}
    frame = pd.read_csv(path)
    frame = frame.dropna(subset=["limit"])
    if (frame["limit"] < 0).any():
        raise BadStatement("a limit is negative")
    return dict(zip(frame["category"], frame["limit"].astype(float), strict=True))


def write_summary(bookings: pd.DataFrame, path: Path) -> int:
    """Write the sum of each month to a file; returns how many months there are."""
    months = pd.to_datetime(bookings["date"]).dt.to_period("M").astype(str)
    sums = bookings.groupby(months)["amount"].sum().round(2)
    sums.rename_axis("month").reset_index().to_csv(path, index=False)
    return len(sums)
