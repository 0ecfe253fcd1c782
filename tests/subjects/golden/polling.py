"""A private attribute that a plug-in sets decides what happens."""


class Poller:
    def __init__(self, name: str) -> None:
        self.name = name
        self._limit: int | None = None

    def pending(self, waiting: int) -> str:
        if self._limit is None:
            return f"{self.name}: {waiting} waiting"
        if waiting > self._limit:
            return f"{self.name}: too many"
        return f"{self.name}: {waiting} of {self._limit}"
