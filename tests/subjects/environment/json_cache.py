"""A cache on disk whose entries grow old."""

import json
import time
from pathlib import Path


class Cache:
    """Keeps one value in a file for so many seconds."""

    def __init__(self, file: str, ttl: float) -> None:
        self.file = Path(file)
        self.ttl = ttl

    def get(self):
        if not self.file.exists():
            return None
        try:
            entry = json.loads(self.file.read_text())
        except ValueError:
            self.file.unlink()
            return None
        if time.time() - entry["saved"] > self.ttl:
            return None
        return entry["value"]

    def put(self, value: int) -> None:
        self.file.write_text(json.dumps({"saved": time.time(), "value": value}))
