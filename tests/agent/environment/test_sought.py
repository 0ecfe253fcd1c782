"""Rows that queries look for in vain are noted, with the nearest row that there is."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from testloom_agent.environment.databases.sought import Sought
from testloom_agent.environment.touches import Touch

pytestmark = pytest.mark.skipif(
    sys.version_info < (3, 11), reason="SQLite tells no values before Python 3.11"
)
TABLES = """
CREATE TABLE bins (id INTEGER PRIMARY KEY, aisle TEXT, shelf INTEGER);
CREATE TABLE people (key BLOB, height REAL, name TEXT);
CREATE TABLE stock (article_id INTEGER, bin_id INTEGER, quantity INTEGER);
"""


class Watched:
    """A database whose queries are watched, and what was noted of them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.noted: list[Touch] = []
        self.connection = connection
        connection.executescript(TABLES)
        self.sought = Sought(self.noted.append)
        self.sought.watch(connection)

    def __call__(self, query: str, *values: object) -> None:
        """Execute something."""
        self.connection.execute(query, values)


@pytest.fixture
def database() -> Iterator[Watched]:
    with closing(sqlite3.connect(":memory:")) as connection:
        yield Watched(connection)


def touch(table: str, wanted: dict[str, object], held: dict[str, object]) -> Touch:
    """What is noted of a query."""
    return ("sought", table, json.dumps(wanted), json.dumps(held))


def test_a_row_that_differs_is_noted_with_what_it_has_instead(database: Watched) -> None:
    database("INSERT INTO bins (aisle, shelf) VALUES (?, ?)", "it's", 3)

    database("SELECT * FROM bins WHERE bins.aisle = ? AND bins.shelf = ?", "it's", 4)

    assert database.noted == [touch("bins", {"aisle": "it's", "shelf": 4}, {"aisle": "it's", "shelf": 3})]


def test_of_a_table_without_rows_it_is_noted_what_is_looked_for(database: Watched) -> None:
    database("SELECT * FROM stock AS s WHERE s.article_id = ? AND s.bin_id = ?", 1, 2)

    assert database.noted == [
        touch("stock", {"article_id": 1, "bin_id": 2}, {"article_id": None, "bin_id": None})
    ]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM bins WHERE id = 2",
        "SELECT * FROM bins WHERE aisle = 'b' AND shelf = 7 ORDER BY id",
        "SELECT * FROM bins WHERE aisle = 'z' OR shelf = 7",
        "SELECT * FROM bins WHERE aisle > 'z'",
        "SELECT * FROM bins ORDER BY aisle, shelf",
    ],
)
def test_nothing_is_noted_of_what_there_may_be(database: Watched, query: str) -> None:
    database("INSERT INTO bins (aisle, shelf) VALUES ('a', 1), (?, 2)", "b")
    database("UPDATE bins SET shelf = ? WHERE bins.id = ?", 7, 2)

    database(query)

    assert database.noted == []


@pytest.mark.parametrize(
    "end", ["", "RETURNING height", "ON CONFLICT (rowid) DO UPDATE SET name = 'another'"]
)
def test_of_what_is_stored_only_the_values_are_taken(database: Watched, end: str) -> None:
    database(f"INSERT INTO people (key, height, name) VALUES (?, ?, ?) {end}", b"(,1", 1e-5, "ann")

    database("SELECT * FROM people WHERE height = ? AND name = ?", 1e-5, "ann")
    database("SELECT * FROM people WHERE name = ?", "bob")

    assert database.noted == [touch("people", {"name": "bob"}, {"name": "ann"})]


@pytest.mark.parametrize(
    "rest",
    [
        "",
        " WHERE aisle IS NULL",
        " WHERE aisle LIKE 'shelf = 1'",
        " WHERE shelf > 1",
        " GROUP BY shelf, aisle",
        " ORDER BY shelf, aisle LIMIT 3",
    ],
)
def test_any_row_is_looked_for_in_a_table_without_rows(database: Watched, rest: str) -> None:
    database(f"SELECT * FROM bins{rest}")

    assert database.noted == [touch("bins", {}, {})]


def test_a_row_is_looked_for_in_each_of_joined_tables(database: Watched) -> None:
    database("SELECT b.id FROM bins AS b JOIN stock ON stock.bin_id = b.id WHERE b.aisle = 'b'")

    assert database.noted == [touch("bins", {"aisle": "b"}, {"aisle": None}), touch("stock", {}, {})]


def test_the_rows_of_a_test_case_are_forgotten_before_the_next(database: Watched) -> None:
    database("INSERT INTO bins (aisle, shelf) VALUES ('a', 1)")
    database.sought.begin()

    database("SELECT * FROM bins WHERE id = 1")

    assert database.noted == [touch("bins", {"id": 1}, {"id": None})]


@pytest.mark.parametrize("stored", ["INSERT INTO", "INSERT OR IGNORE INTO", "REPLACE INTO"])
def test_columns_that_a_statement_does_not_name_are_those_of_the_table(
    database: Watched, stored: str
) -> None:
    database(
        "CREATE TABLE tools (\"name\" TEXT CHECK (name IN ('a', 'b')), price DECIMAL(8, 2), "
        "PRIMARY KEY (name))"
    )
    database(f"{stored} tools VALUES (?, ?), ('b', 7)", "a", 3)

    database("SELECT * FROM tools WHERE name = ? AND price = ?", "b", 7)
    database("SELECT * FROM tools WHERE name = ? AND price = ?", "a", 4)

    assert database.noted == [touch("tools", {"name": "a", "price": 4}, {"name": "a", "price": 3})]


def test_rows_whose_values_are_unknown_may_be_what_is_looked_for(database: Watched) -> None:
    database("INSERT INTO bins (aisle, shelf) SELECT 'a', 1")
    database.sought.begin()
    database("INSERT INTO bins SELECT 7, 'b', 2")

    database("SELECT * FROM bins WHERE aisle = 'b'")

    assert database.noted == []


@pytest.mark.parametrize("condition", ["", "WHERE aisle = 'b'", "WHERE shelf = 2 AND aisle = 'b'"])
def test_rows_that_are_deleted_are_looked_for_in_vain(database: Watched, condition: str) -> None:
    database("INSERT INTO bins (aisle, shelf) VALUES ('a', 1), ('b', 2)")
    database(f"DELETE FROM bins {condition}")

    database("SELECT * FROM bins WHERE aisle = 'b'")

    assert len(database.noted) == 1


@pytest.mark.parametrize("condition", ["aisle = 'a'", "shelf > 1", "aisle = 'b' OR shelf = 3"])
def test_other_rows_stay(database: Watched, condition: str) -> None:
    database("INSERT INTO bins (aisle, shelf) VALUES ('a', 1), ('b', 2)")
    database(f"DELETE FROM bins WHERE {condition}")

    database("SELECT * FROM bins WHERE aisle = 'b'")

    assert database.noted == []


@pytest.mark.parametrize(
    ("begun", "undone"),
    [
        ("BEGIN", "ROLLBACK"),
        ('SAVEPOINT "one"', 'ROLLBACK TO SAVEPOINT "one"'),
        ("SAVEPOINT one", "ROLLBACK TRANSACTION TO one"),
    ],
)
def test_rows_of_a_transaction_that_is_rolled_back_are_forgotten(
    database: Watched, begun: str, undone: str
) -> None:
    database.connection.isolation_level = None
    database("INSERT INTO bins (aisle, shelf) VALUES ('a', 1)")
    database(begun)
    database("INSERT INTO bins (aisle, shelf) VALUES ('b', 2)")
    database("UPDATE bins SET shelf = 3")
    database(undone)

    database("SELECT * FROM bins WHERE aisle = 'a' AND shelf = 1")
    database("SELECT * FROM bins WHERE aisle = 'b'")

    assert database.noted == [touch("bins", {"aisle": "b"}, {"aisle": "a"})]


def test_what_a_value_is_computed_from_does_not_say_what_it_is(database: Watched) -> None:
    database("INSERT INTO bins (aisle, shelf) VALUES ('a', 1)")
    database("UPDATE bins SET aisle = 'b', shelf = max(shelf, 2) + 1 WHERE id = 1")

    database("SELECT * FROM bins WHERE aisle = 'b' AND shelf = 3")

    assert database.noted == []


def test_a_row_after_one_that_is_deleted_has_the_number_that_sqlite_gives_it(database: Watched) -> None:
    database("INSERT INTO bins (aisle, shelf) VALUES ('a', 1), ('b', 2)")
    database("DELETE FROM bins WHERE aisle = 'a'")
    database("INSERT INTO bins (aisle, shelf) VALUES ('c', 3)")

    database("SELECT * FROM bins WHERE id = 3")

    assert database.noted == []
