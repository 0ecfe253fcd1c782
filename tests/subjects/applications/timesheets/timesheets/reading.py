"""Reads the timesheets that people upload, one CSV file per person and month."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

NAME = re.compile(r"(?P<person>[a-z]+(?:-[a-z]+)*)_(?P<month>\d{4}-\d{2})\.csv")
REQUIRED = {"day", "project", "hours"}


class BadSheet(ValueError):
    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path.name}: {reason}")
        self.path = path
        self.reason = reason


@dataclass
class Entry:
    person: str
    day: date
    project: str
    hours: float
    billable: bool = True
    note: str = ""


@dataclass
class Sheet:
    person: str
    month: str
    entries: list[Entry] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def total(self) -> float:
        return sum(entry.hours for entry in self.entries)


def parse_hours(text: str) -> float:
    """Parse 7.5, 7,5 or 7:30."""
    text = text.strip()
    if ":" in text:
        hours, minutes = text.split(":", 1)
        if int(minutes) >= 60:
            raise ValueError(f"not a time: {text}")
        value = int(hours) + int(minutes) / 60
    else:
        value = float(text.replace(",", "."))
    if not 0 < value <= 24:
        raise ValueError(f"not the hours of a day: {text}")
    return value


def parse_day(text: str) -> date:
    for pattern in ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y"):
        try:
            return datetime.strptime(text.strip(), pattern).date()
        except ValueError:
            continue
    raise ValueError(f"not a date: {text}")


def sniff_delimiter(line: str) -> str:
    return max(",;\t", key=line.count)


def read_sheet(path: Path) -> Sheet:
    match = NAME.fullmatch(path.name)
    if match is None:
        raise BadSheet(path, "the name has to be person_YYYY-MM.csv")
    sheet = Sheet(match["person"], match["month"])
    with path.open(newline="", encoding="utf-8-sig") as file:
        delimiter = sniff_delimiter(file.readline())
        file.seek(0)
        reader = csv.DictReader(file, delimiter=delimiter)
        missing = REQUIRED - {name.strip().lower() for name in reader.fieldnames or ()}
        if missing:
            raise BadSheet(path, f"columns are missing: {', '.join(sorted(missing))}")
        reader.fieldnames = [name.strip().lower() for name in reader.fieldnames]
        for row in reader:
            if not any(row.values()):
                continue
            try:
                entry = Entry(
                    person=sheet.person,
                    day=parse_day(row["day"]),
                    project=row["project"].strip().upper(),
                    hours=parse_hours(row["hours"]),
                    billable=(row.get("billable") or "yes").lower() not in ("no", "n", "0"),
                    note=(row.get("note") or "").strip(),
                )
            except ValueError as error:
                sheet.warnings.append(f"line {reader.line_num}: {error}")
                continue
            if entry.day.strftime("%Y-%m") != sheet.month:
                sheet.warnings.append(f"line {reader.line_num}: {entry.day} is of another month")
                continue
            sheet.entries.append(entry)
    return sheet


def read_folder(folder: Path, month: str | None = None) -> Iterator[Sheet]:
    if not folder.is_dir():
        raise NotADirectoryError(folder)
    for path in sorted(folder.glob("*.csv")):
        if month is not None and not path.stem.endswith(month):
            continue
        yield read_sheet(path)
