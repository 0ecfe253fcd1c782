"""Turns rows into the bytes of a file. Runs in a thread, since large exports take a while."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from typing import Any

Row = dict[str, Any]


class UnknownFormat(ValueError):
    pass


def columns_of(rows: Iterable[Row]) -> list[str]:
    """Return the names of all columns, in the order in which they first appear."""
    seen: dict[str, None] = {}
    for row in rows:
        for name in row:
            seen.setdefault(name)
    return list(seen)


def render_csv(rows: list[Row], delimiter: str = ",") -> bytes:
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(
        buffer, fieldnames=columns_of(rows), delimiter=delimiter, restval="", lineterminator="\n"
    )
    writer.writeheader()
    for row in rows:
        writer.writerow({k: "" if v is None else v for k, v in row.items()})
    return buffer.getvalue().encode("utf-8-sig")


def render_json(rows: list[Row]) -> bytes:
    return json.dumps(rows, ensure_ascii=False, default=str).encode()


def render_markdown(rows: list[Row]) -> bytes:
    names = columns_of(rows)
    if not names:
        return b"_nothing to export_\n"
    widths = {n: max(len(n), *(len(str(r.get(n, ""))) for r in rows)) for n in names}
    lines = [
        "| " + " | ".join(n.ljust(widths[n]) for n in names) + " |",
        "| " + " | ".join("-" * widths[n] for n in names) + " |",
    ]
    for row in rows:
        lines.append("| " + " | ".join(str(row.get(n, "")).ljust(widths[n]) for n in names) + " |")
    return ("\n".join(lines) + "\n").encode()


RENDERERS: dict[str, Callable[[list[Row]], bytes]] = {
    "csv": render_csv,
    "tsv": lambda rows: render_csv(rows, delimiter="\t"),
    "json": render_json,
    "md": render_markdown,
}


def render(format: str, rows: list[Row]) -> bytes:
    try:
        renderer = RENDERERS[format.lower()]
    except KeyError:
        known = ", ".join(sorted(RENDERERS))
        raise UnknownFormat(f"no such format: {format!r} (known: {known})") from None
    return renderer(rows)
