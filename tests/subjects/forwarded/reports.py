"""Reports: a function in front of another one, which takes most of what it is given."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Row:
    """A line of a report."""

    label: str
    amount: int


def _rendered(title: str, rows: list[Row], *, width: int, mark: str = "-", total: bool = False) -> str:
    if width < len(title):
        raise ValueError("the title does not fit")
    lines = [title.center(width), mark * width]
    lines += [f"{row.label}{row.amount:>{width - len(row.label)}}" for row in rows]
    if total:
        lines.append(str(sum(row.amount for row in rows)).rjust(width))
    return "\n".join(lines)


def yearly(year: int, **options) -> str:
    """The report of a year."""
    text = _rendered(f"Year {year}", **options)
    if text.count("\n") > 3:
        return text + "\n(long)"
    return text


def monthly(*args, **options) -> str:
    """The report of a month, without what is not known yet."""
    text = _rendered(*args, **options)
    lines = text.splitlines()
    if "total" in options and len(lines) > 3:
        return lines[-1]
    return lines[0]
