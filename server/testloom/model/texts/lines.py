"""Lines of a text, counted as the editor and the parser count them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def split_lines(text: str) -> list[str]:
    """Split a text into lines as the editor and the parser count them, with their line ends."""
    return _LINE.findall(text)


def plain_lines(text: str) -> list[str]:
    """Split a text into lines without line ends, which the editor and the disk may write differently."""
    return [line.rstrip("\r\n") for line in split_lines(text)]


def shortened(text: str, longest: int) -> str:
    """Put a text on one line of at most `longest` characters, with an ellipsis where it is cut."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def unchanged_lines(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Map the lines (from 1) above and below all changes to their line numbers after the changes."""
    shorter = min(len(before), len(after))
    head = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    rest = shorter - head
    tail = next((at for at in range(rest) if before[-1 - at] != after[-1 - at]), rest)
    moved = len(after) - len(before)
    above = {line: line for line in range(1, head + 1)}
    return above | {line: line + moved for line in range(len(before) - tail + 1, len(before) + 1)}
