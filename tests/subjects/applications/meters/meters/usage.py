"""What households use, from the readings of their meters."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import polars as pl

COLUMNS = {"meter", "read_on", "kwh"}
BANDS = {"low": 5.0, "normal": 15.0}


class ReadingsError(Exception):
    """Readings that cannot be used."""


def load(path: Path) -> pl.DataFrame:
    """Readings from a CSV file, in order."""
    readings = pl.read_csv(path, try_parse_dates=True)
    missing = COLUMNS - set(readings.columns)
    if missing:
        raise ReadingsError(f"{path.name} lacks {', '.join(sorted(missing))}")
    return readings.sort("meter", "read_on")


def clean(readings: pl.DataFrame) -> pl.DataFrame:
    """Without readings that are missing, negative or there twice."""
    return readings.drop_nulls("kwh").filter(pl.col("kwh") >= 0).unique(["meter", "read_on"], keep="last", maintain_order=True)


def consumption(readings: pl.DataFrame) -> pl.DataFrame:
    """Add what each meter has counted since its last reading; a new meter starts at nothing."""
    used = pl.col("kwh").diff().over("meter").fill_null(0.0)
    return readings.sort("meter", "read_on").with_columns(
        used=pl.when(used < 0).then(pl.col("kwh")).otherwise(used)
    )


def monthly(readings: pl.DataFrame) -> pl.DataFrame:
    """What each meter has counted in each month."""
    return (
        consumption(readings)
        .group_by("meter", pl.col("read_on").dt.strftime("%Y-%m").alias("month"))
        .agg(pl.col("used").sum().round(1))
        .sort("meter", "month")
    )


def band(average: float | None) -> str:
    if average is None:
        return "unknown"
    for name, limit in BANDS.items():
        if average <= limit:
            return name
    return "high"


def summary(readings: pl.DataFrame, households: pl.DataFrame) -> list[dict[str, object]]:
    """A row for each household: its total, its average a day, and its band."""
    if readings.is_empty():
        return []
    totals = consumption(readings).group_by("meter").agg(
        total=pl.col("used").sum(),
        days=(pl.col("read_on").max() - pl.col("read_on").min()).dt.total_days(),
    )
    joined = households.join(totals, on="meter", how="left").sort("name")
    rows = []
    for row in joined.iter_rows(named=True):
        average = row["total"] / row["days"] if row["days"] else None
        rows.append({"name": row["name"], "total": row["total"] or 0.0, "band": band(average)})
    return rows


def suspicious(readings: pl.DataFrame, factor: float = 3.0) -> list[str]:
    """Meters that have counted far more at once than they usually do."""
    if factor <= 1:
        raise ValueError("factor must be more than 1")
    used = consumption(readings)
    usual = used.group_by("meter").agg(pl.col("used").median().alias("usual"))
    odd = used.join(usual, on="meter").filter((pl.col("usual") > 0) & (pl.col("used") > pl.col("usual") * factor))
    return odd["meter"].unique().sort().to_list()


def overdue(readings: pl.DataFrame, today: date, days: int = 30) -> list[str]:
    """Meters that nobody has read for so many days."""
    last = readings.group_by("meter").agg(pl.col("read_on").max())
    late = last.filter((pl.lit(today) - pl.col("read_on")).dt.total_days() > days)
    return sorted(late["meter"])
