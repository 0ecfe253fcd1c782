"""Tables as text, and their rows."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class _Lines(list[str]):
    """The file-like object that a writer of tables writes to."""

    write = list.append


def rows_of(text: str) -> list[list[str]] | None:
    """Parse comma-separated text into rows; None if it cannot be read as a table."""
    try:
        return list(csv.reader(_LINE.findall(text), strict=True))
    except csv.Error:
        return None


def table_of(rows: Iterable[Sequence[object]], separator: str = ",") -> str:
    """Render rows as text, one line each, mostly separated by commas."""
    lines = _Lines()
    csv.writer(lines, delimiter=separator, lineterminator="\n").writerows(rows)
    return "".join(lines)
