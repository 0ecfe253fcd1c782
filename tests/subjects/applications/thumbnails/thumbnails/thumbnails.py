"""Background tasks: a Celery worker, and a pool for one-off runs."""

from __future__ import annotations

import hashlib
import time
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Callable, Iterable

from celery import Celery
from celery.exceptions import Reject

app = Celery("thumbnails", broker="memory://", backend="cache+memory://")
SIZES = {"small": 64, "medium": 256, "large": 1024}


@dataclass
class Report:
    done: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.failed

    def summary(self) -> str:
        if self.ok:
            return f"{len(self.done)} done"
        return f"{len(self.done)} done, {len(self.failed)} failed: {', '.join(sorted(self.failed))}"


class Storage:
    """Where images are; the worker has one that is shared."""

    def __init__(self) -> None:
        self._items: dict[str, bytes] = {}

    def put(self, key: str, content: bytes) -> None:
        if not key:
            raise ValueError("empty key")
        self._items[key] = content

    def get(self, key: str) -> bytes:
        try:
            return self._items[key]
        except KeyError:
            raise FileNotFoundError(key) from None

    def __contains__(self, key: str) -> bool:
        return key in self._items

    def __len__(self) -> int:
        return len(self._items)


storage = Storage()


def digest(content: bytes, length: int = 8) -> str:
    return hashlib.sha256(content).hexdigest()[:length]


def scaled(content: bytes, size: str) -> bytes:
    if size not in SIZES:
        raise ValueError(f"unknown size {size!r}")
    return content[: SIZES[size]]


@app.task(bind=True, max_retries=3, default_retry_delay=5)
def make_thumbnail(self, key: str, size: str = "small") -> str:
    """Store a thumbnail and return its key."""
    try:
        content = storage.get(key)
    except FileNotFoundError as error:
        raise self.retry(exc=error)
    if not content:
        raise Reject("empty image", requeue=False)
    name = f"{size}/{digest(content)}"
    storage.put(name, scaled(content, size))
    return name


@app.task
def total_size(keys: list[str]) -> int:
    return sum(len(storage.get(key)) for key in keys if key in storage)


def with_retries(action: Callable[[], str], attempts: int = 3, pause: float = 0.1) -> str:
    for attempt in range(attempts):
        try:
            return action()
        except OSError:
            if attempt == attempts - 1:
                raise
            time.sleep(pause * 2**attempt)
    raise ValueError("attempts must be positive")


def run_all(
    keys: Iterable[str], action: Callable[[str], str], workers: int = 4, timeout: float | None = None
) -> Report:
    """Run an action for each key in threads and report what became of each."""
    report = Report()
    with ThreadPoolExecutor(max_workers=workers) as pool:
        futures: dict[Future[str], str] = {pool.submit(action, key): key for key in set(keys)}
        for future in as_completed(futures, timeout=timeout):
            key = futures[future]
            error = future.exception()
            if error is not None:
                report.failed[key] = f"{type(error).__name__}: {error}"
            else:
                report.done[key] = future.result()
    return report


def map_chunks(items: list[int], function: Callable[[list[int]], int], size: int = 2) -> list[int]:
    if size < 1:
        raise ValueError("size must be positive")
    chunks = [items[i : i + size] for i in range(0, len(items), size)]
    with ThreadPoolExecutor() as pool:
        return list(pool.map(function, chunks))
