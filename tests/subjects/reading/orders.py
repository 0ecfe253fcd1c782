"""Reads orders that are separated by blank lines."""

from pathlib import Path


def _amount(entry: str) -> int:
    """How many pieces an entry is for; an entry without a number is for one."""
    word, _, number = entry.partition("*")
    if not word.strip():
        raise ValueError("an order of nothing")
    if number.strip().isdigit():
        return int(number) if int(number) < 100 else 100
    return 1


def total(path: str) -> int:
    """Count the pieces of all orders in a file."""
    entries = Path(path).read_text(encoding="utf-8").split("\n\n")
    return sum(_amount(entry) for entry in entries[1:])
