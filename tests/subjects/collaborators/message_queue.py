"""Works through a queue until it is empty."""

from queue import Empty
from typing import Callable, Protocol


class Queue(Protocol):
    """Where messages wait."""

    def get(self, timeout: float) -> bytes: ...

    def acknowledge(self) -> None: ...


class Consumer:
    """Hands each message to a handler."""

    def __init__(self, queue: Queue, handler: Callable[[bytes], None]) -> None:
        self.queue = queue
        self.handler = handler
        self.failed = 0

    def step(self) -> str:
        try:
            message = self.queue.get(timeout=1.0)
        except Empty:
            return "empty"
        if not message:
            return "ignored"
        try:
            self.handler(message)
        except ValueError:
            self.failed += 1
            return "failed"
        self.queue.acknowledge()
        return "done"
