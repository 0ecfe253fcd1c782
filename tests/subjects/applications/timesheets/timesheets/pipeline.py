from __future__ import annotations

import csv
import json
import logging
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pandas as pd

from timesheets.reading import BadSheet, Sheet, read_folder

log = logging.getLogger(__name__)

COLUMNS = ["person", "day", "project", "hours", "billable", "note"]


def to_frame(sheets: Iterable[Sheet]) -> pd.DataFrame:
    rows = [asdict(entry) for sheet in sheets for entry in sheet.entries]
    frame = pd.DataFrame(rows, columns=COLUMNS)
    frame["day"] = pd.to_datetime(frame["day"])
    return frame.sort_values(["day", "person"], ignore_index=True)


def drop_duplicates(frame: pd.DataFrame) -> pd.DataFrame:
    """Keep the entry with the most hours where a person booked a project twice on a day."""
    ordered = frame.sort_values("hours", ascending=False, kind="stable")
    kept = ordered.drop_duplicates(["person", "day", "project"])
    return kept.sort_index().reset_index(drop=True)


def with_rates(frame: pd.DataFrame, rates: pd.DataFrame, default: float = 80.0) -> pd.DataFrame:
    merged = frame.merge(rates, on=["person", "project"], how="left", validate="many_to_one")
    unknown = merged["rate"].isna()
    if unknown.any():
        log.warning("%d entries have no rate", unknown.sum())
    merged["rate"] = merged["rate"].fillna(default)
    merged["amount"] = np.where(merged["billable"], merged["hours"] * merged["rate"], 0.0).round(2)
    return merged


def overtime(frame: pd.DataFrame, weekly: float = 40.0) -> pd.DataFrame:
    weeks = frame.assign(week=frame["day"].dt.isocalendar().week)
    totals = weeks.groupby(["person", "week"], as_index=False)["hours"].sum()
    totals["overtime"] = (totals["hours"] - weekly).clip(lower=0)
    return totals[totals["overtime"] > 0].reset_index(drop=True)


def invoice_lines(frame: pd.DataFrame, discount_over: float = 5_000.0) -> pd.DataFrame:
    lines = frame.groupby("project").agg(
        hours=("hours", "sum"), people=("person", "nunique"), amount=("amount", "sum")
    )
    lines["discount"] = np.where(lines["amount"] > discount_over, lines["amount"] * 0.05, 0.0)
    lines["total"] = (lines["amount"] - lines["discount"]).round(2)
    return lines.sort_values("total", ascending=False).reset_index()


def utilisation(frame: pd.DataFrame) -> dict[str, float]:
    if frame.empty:
        return {}
    billed = frame[frame["billable"]].groupby("person")["hours"].sum()
    share = billed / frame.groupby("person")["hours"].sum()
    return share.fillna(0).round(3).to_dict()


def pivot(frame: pd.DataFrame) -> pd.DataFrame:
    table = frame.pivot_table(
        index="person", columns="project", values="hours", aggfunc="sum", fill_value=0
    )
    table["total"] = table.sum(axis=1)
    return table


def load_rates(path: Path) -> pd.DataFrame:
    if path.suffix == ".json":
        data = json.loads(path.read_text(encoding="utf-8"))
        rows = [
            {"person": person, "project": project, "rate": float(rate)}
            for person, projects in data.items()
            for project, rate in projects.items()
        ]
        return pd.DataFrame(rows, columns=["person", "project", "rate"])
    if path.suffix != ".csv":
        raise ValueError(f"rates are CSV or JSON, not {path.suffix or 'without a suffix'}")
    rates = pd.read_csv(path, dtype={"person": str, "project": str, "rate": float})
    if (rates["rate"] <= 0).any():
        raise ValueError("rates have to be positive")
    return rates


def write_invoices(lines: pd.DataFrame, folder: Path, month: str) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for line in lines.itertuples():
        path = folder / f"{month}-{line.project.lower()}.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["project", "hours", "total"])
            writer.writerow([line.project, f"{line.hours:.2f}", f"{line.total:.2f}"])
        written.append(path)
    return written


def run(source: Path, rates: Path, target: Path, month: str) -> dict[str, object]:
    sheets, rejected = [], []
    try:
        for sheet in read_folder(source, month):
            sheets.append(sheet)
    except BadSheet as error:
        rejected.append(str(error))
    frame = drop_duplicates(to_frame(sheets))
    priced = with_rates(frame, load_rates(rates))
    lines = invoice_lines(priced)
    paths = write_invoices(lines, target, month)
    return {
        "people": len(sheets),
        "entries": len(frame),
        "amount": float(lines["total"].sum()),
        "invoices": [path.name for path in paths],
        "rejected": rejected,
        "warnings": sum(len(sheet.warnings) for sheet in sheets),
    }
