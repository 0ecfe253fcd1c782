"""Measures how long something takes."""

from time import monotonic, sleep


class Stopwatch:
    """Starts when it is made."""

    def __init__(self) -> None:
        self.started = monotonic()
        self.laps: list[float] = []

    def lap(self) -> str:
        elapsed = monotonic() - self.started
        self.laps.append(elapsed)
        if elapsed > 60:
            return f"{elapsed / 60:.0f} min"
        return f"{elapsed:.0f} s"

    def wait(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError("time runs forwards")
        sleep(seconds)
