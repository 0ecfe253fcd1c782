"""A data access object: people in a database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from database import Connection


@dataclass(frozen=True)
class User:
    """A person that is known."""

    name: str
    occupation: str


class DataAccessObject:
    """Finds people."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get_user_details(self, name: str) -> User | None:
        statement = self._connection.prepare("SELECT name, occupation FROM people WHERE name = ?")
        statement.set_text(1, name)
        rows = statement.execute()
        return User(rows.text(1), rows.text(2)) if rows.next() else None

    def add(self, user: User) -> None:
        statement = self._connection.prepare("INSERT INTO people VALUES (?, ?)")
        statement.set_text(1, user.name)
        statement.set_text(2, user.occupation)
        statement.execute()
