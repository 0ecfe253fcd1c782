"""Finds what is installed under a group of entry points."""

from importlib.metadata import entry_points
from typing import Dict, List


class Registry:
    """Plugins by their names."""

    def __init__(self, group: str) -> None:
        self.group = group
        self.plugins: Dict[str, object] = {}
        self.broken: List[str] = []

    def load(self) -> int:
        for entry in entry_points(group=self.group):
            if entry.name in self.plugins:
                continue
            try:
                self.plugins[entry.name] = entry.load()
            except ImportError:
                self.broken.append(entry.name)
        return len(self.plugins)
