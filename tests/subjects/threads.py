"""Threads that functions and objects start, and do not always end."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import ThreadPoolExecutor


class Worker:
    """Squares what it gets in a thread of its own."""

    def __init__(self) -> None:
        self.results: list[int] = []
        self._queue: queue.Queue[int | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        if self._thread.ident is not None:
            raise RuntimeError("already started")
        self._thread.start()

    def put(self, number: int) -> None:
        self._queue.put(number)

    def left(self, number: int) -> int:
        self._queue.put(number)
        return self._queue.qsize()

    def stop(self) -> None:
        self._queue.put(None)

    def _run(self) -> None:
        while (number := self._queue.get()) is not None:
            self.results.append(number * number)


class Debouncer:
    """Counts how often nobody called for a while."""

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.fired = 0
        self._timer: threading.Timer | None = None

    def call(self) -> None:
        self.cancel()
        self._timer = threading.Timer(self.delay, self._fire)
        self._timer.start()

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _fire(self) -> None:
        self.fired += 1


def total(words: list[str]) -> int:
    pool = ThreadPoolExecutor(2)
    return sum(pool.map(length, words))


def length(word: str) -> int:
    return 0 if word.startswith("#") else len(word)


class Service:
    """Has a pool of its own, which is at work before it is asked for anything."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1)
        self.pool.submit(int).result()
        self.done = 0

    def poke(self) -> int:
        self.pool.submit(self._work)
        return self.done

    def close(self) -> None:
        self.pool.shutdown()

    def _work(self) -> None:
        self.done += 1


class Unclosed:
    """Has a pool that only its users could end."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1)
        self.done = 0

    def poke(self) -> None:
        self.pool.submit(self._work)

    def _work(self) -> None:
        self.done += 1


def add_up(values: list[int]) -> None:
    threading.Thread(target=lambda: values.append(sum(values))).start()


def joined() -> None:
    thread = threading.Thread(target=length, args=("a",))
    thread.start()
    thread.join()


def spend(rounds: int) -> int:
    return sum(number for number in range(rounds))


def poll(stop_at: int) -> None:
    threading.Thread(target=_poll, args=(stop_at,), daemon=True).start()


def _poll(stop_at: int) -> str:
    passes = 0
    while passes != stop_at:
        passes += 1
        sum(range(10_000))
    return "done"
