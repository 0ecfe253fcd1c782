"""Creates what a factory class is asked for."""

from abc import ABC, abstractmethod
from typing import Type


class Worker(ABC):
    """Does one job."""

    @abstractmethod
    def run(self, job: str) -> bool: ...


class Pool:
    """Makes workers as they are needed."""

    def __init__(self, factory: Type[Worker], size: int = 2) -> None:
        self.factory = factory
        self.size = size
        self.workers = []

    def submit(self, job: str) -> str:
        if len(self.workers) >= self.size:
            return "busy"
        worker = self.factory()
        self.workers.append(worker)
        if worker.run(job):
            return "done"
        return "failed"
