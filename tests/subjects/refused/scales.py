"""Reads weights from scales that are connected when they are made."""

import socket


class Scales:
    def __init__(self, host: str, limit: int = 100) -> None:
        self.limit = limit
        self.weights: list[int] = []
        self._connection = socket.socket()
        self._connection.connect((host, 4001))

    def note(self, grams: int) -> str:
        if grams < 0:
            raise ValueError("nothing weighs less than nothing")
        if grams > self.limit:
            return "too heavy"
        self.weights.append(grams)
        return "noted"

    def mean(self) -> float:
        if not self.weights:
            return 0.0
        return sum(self.weights) / len(self.weights)

    def read(self) -> str:
        line = self._connection.recv(100)
        if line == b"":
            return "gone"
        return line.decode().strip()
