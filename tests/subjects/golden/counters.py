"""An iterator with a state."""


class Countdown:
    def __init__(self, start: int) -> None:
        self.current = min(start, 5)

    def __iter__(self) -> "Countdown":
        return self

    def __next__(self) -> int:
        if self.current <= 0:
            raise StopIteration
        self.current -= 1
        return self.current
