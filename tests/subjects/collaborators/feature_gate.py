"""Decides who sees a new feature."""

from random import Random
from typing import Protocol


class FlagStore(Protocol):
    """Where flags are kept."""

    enabled: bool
    percent: int

    def is_tester(self, user: str) -> bool: ...


class Gate:
    """Open to testers, and to some of the others."""

    def __init__(self, store: FlagStore, draws: Random) -> None:
        self.store = store
        self.draws = draws

    def is_open(self, user: str) -> bool:
        if not self.store.enabled:
            return False
        if self.store.is_tester(user):
            return True
        if self.store.percent >= 100:
            return True
        return self.draws.randrange(100) < self.store.percent
