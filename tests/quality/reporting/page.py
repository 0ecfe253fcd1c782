"""Tables, on a terminal and on a page of the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from ..environments.checkout import ROOT

BENCHMARKS = ROOT / "docs" / "benchmarks.md"
Cells: TypeAlias = tuple[str, ...]


def aligned(header: Cells, grid: Sequence[Cells], texts: int = 1) -> str:
    """A table for a terminal; the first columns are `texts`, the others numbers."""
    lines = [header, *grid]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if column < texts else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def markdown(header: Cells, grid: Sequence[Cells]) -> str:
    """A table of a page."""
    lines = [header, tuple("---" for _ in header), *grid]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def put_on_page(part: str, paragraphs: Sequence[str], page: Path = BENCHMARKS) -> None:
    """Replace what stands between the page's markers for a part.

    Raises:
        ValueError: if the page does not have both markers.
    """
    begin, end = f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f"{page} has no {begin} … {end}; put the markers where the results belong")
    page.write_text(before + "\n\n".join([begin, *paragraphs, end]) + after, encoding="utf-8")
