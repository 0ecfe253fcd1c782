"""Connections that are used again."""

from contextlib import AbstractContextManager
from typing import List, Protocol


class Connection(Protocol):
    """A connection to a server."""

    def ping(self) -> bool: ...

    def close(self) -> None: ...


class Pool:
    """Hands out connections that still answer."""

    def __init__(self, lock: AbstractContextManager, limit: int = 2) -> None:
        self.lock = lock
        self.limit = limit
        self.idle: List[Connection] = []

    def give_back(self, connection: Connection) -> bool:
        with self.lock:
            if len(self.idle) >= self.limit:
                connection.close()
                return False
            self.idle.append(connection)
        return True

    def take(self) -> Connection:
        with self.lock:
            while self.idle:
                connection = self.idle.pop()
                if connection.ping():
                    return connection
                connection.close()
        raise LookupError("no connection left")
