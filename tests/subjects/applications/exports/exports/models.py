from __future__ import annotations

import enum
import itertools
import time
from dataclasses import dataclass, field

_numbers = itertools.count(1)


class Priority(enum.IntEnum):
    URGENT = 0
    NORMAL = 5
    BULK = 9


class State(str, enum.Enum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def final(self) -> bool:
        return self in (State.DONE, State.FAILED, State.CANCELLED)


@dataclass(order=True)
class Export:
    """A request of a customer for a file."""

    priority: Priority
    number: int = field(default_factory=lambda: next(_numbers))
    customer: str = field(default="", compare=False)
    format: str = field(default="csv", compare=False)
    rows: list[dict[str, object]] = field(default_factory=list, compare=False, repr=False)
    state: State = field(default=State.WAITING, compare=False)
    attempts: int = field(default=0, compare=False)
    error: str | None = field(default=None, compare=False)
    result: bytes | None = field(default=None, compare=False, repr=False)
    requested_at: float = field(default_factory=time.monotonic, compare=False)

    def fail(self, error: str) -> None:
        self.state = State.FAILED
        self.error = error

    def finish(self, result: bytes) -> None:
        if self.state.final:
            raise RuntimeError(f"export {self.number} is already {self.state.value}")
        self.state = State.DONE
        self.result = result
        self.error = None
