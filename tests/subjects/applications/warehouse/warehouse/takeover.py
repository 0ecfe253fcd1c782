"""Takes over the stock list of the old program, which kept it in a file of SQLite."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy.orm import Session

from warehouse.orm import Bin, Stock
from warehouse.repository import ArticleRepository

logger = logging.getLogger(__name__)

OLD_SCHEMA = """
CREATE TABLE IF NOT EXISTS artikel (
    nummer TEXT PRIMARY KEY,
    bezeichnung TEXT NOT NULL,
    bestand INTEGER NOT NULL DEFAULT 0,
    lagerplatz TEXT,
    gesperrt INTEGER NOT NULL DEFAULT 0
);
"""


class IncompatibleFile(Exception):
    pass


@dataclass(frozen=True)
class OldArticle:
    number: str
    name: str
    quantity: int
    place: str | None
    blocked: bool

    @property
    def sku(self) -> str:
        digits = "".join(c for c in self.number if c.isdigit())
        return f"OLD-{digits.zfill(5)}"


def check(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > 3:
        raise IncompatibleFile(f"version {version} is not known")
    columns = {row[1] for row in connection.execute("PRAGMA table_info(artikel)")}
    if missing := {"nummer", "bezeichnung", "bestand"} - columns:
        raise IncompatibleFile("missing: " + ", ".join(sorted(missing)))


def read(connection: sqlite3.Connection, with_blocked: bool = False) -> Iterator[OldArticle]:
    connection.row_factory = sqlite3.Row
    query = "SELECT * FROM artikel"
    if not with_blocked:
        query += " WHERE gesperrt = 0"
    for row in connection.execute(query + " ORDER BY nummer"):
        yield OldArticle(
            row["nummer"],
            row["bezeichnung"].strip(),
            max(row["bestand"], 0),
            row["lagerplatz"] or None,
            bool(row["gesperrt"]),
        )


def place_of(session: Session, text: str | None) -> Bin | None:
    """The bin of a place such as 'B 12' in the old program; it is made if need be."""
    if not text:
        return None
    aisle, _, shelf = text.strip().partition(" ")
    if not shelf.isdigit():
        logger.warning("unknown place %r", text)
        return None
    found = session.query(Bin).filter_by(aisle=aisle, shelf=int(shelf)).first()
    if found is None:
        found = Bin(aisle=aisle, shelf=int(shelf), capacity=1000)
        session.add(found)
        session.flush()
    return found


def take_over(connection: sqlite3.Connection, session: Session) -> tuple[int, list[str]]:
    """Returns how many articles were taken over, and the numbers of those without a place."""
    check(connection)
    articles = ArticleRepository(session)
    count, homeless = 0, []
    with session.begin_nested():
        for old in read(connection):
            article = articles.add(old.sku, old.name, tags=["old"])
            count += 1
            place = place_of(session, old.place)
            if place is None and old.quantity:
                homeless.append(old.number)
            elif place is not None and old.quantity:
                session.add(Stock(article=article, bin=place, quantity=old.quantity))
    session.commit()
    return count, homeless
