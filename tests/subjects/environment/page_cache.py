"""Pages that are kept on disk for some time."""

import os
import time
from datetime import date, datetime
from pathlib import Path

HOUR = 3600


def cached(path: str, hours: int = 12) -> str:
    if not os.path.exists(path):
        return "missing"
    age = time.time() - os.path.getmtime(path)
    if age > hours * HOUR:
        return "stale"
    if age < 60:
        return "fresh"
    return "usable"


def was_changed_today(path: str) -> bool:
    changed = datetime.fromtimestamp(Path(path).stat().st_mtime).date()
    return changed == date.today()
