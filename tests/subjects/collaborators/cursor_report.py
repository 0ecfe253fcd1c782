"""Sums up what a database returns."""

import sqlite3
from typing import Dict


def totals(connection: sqlite3.Connection) -> Dict[str, int]:
    cursor = connection.execute("SELECT name, amount FROM orders")
    found: Dict[str, int] = {}
    for name, amount in cursor:
        if amount < 0:
            continue
        found[name] = found.get(name, 0) + amount
    return found


def has_table(connection: sqlite3.Connection, name: str) -> bool:
    row = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    if row is None:
        return False
    return True
