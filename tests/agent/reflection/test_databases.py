"""The tables that SQL makes are told, and how a test has them made."""

from pathlib import Path
from typing import Any

import pytest

SQL = """
    import sqlite3

    SCHEMA = '''
    CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE people (
        id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, height REAL NOT NULL DEFAULT 1.7,
        photo BLOB, team_id INTEGER NOT NULL REFERENCES teams(id)
    );
    '''
"""
MAKING = """
    def make_tables(connection):
        connection.executescript(SCHEMA)
"""


def test_tables_are_told_with_what_a_row_has_to_say(described: Any) -> None:
    schema = described(SQL)["databases"]["schema"]

    assert [table["name"] for table in schema["tables"]] == ["teams", "people"]
    told = {column["name"]: column for column in schema["tables"][1]["columns"]}
    assert {name: column["type"] for name, column in told.items()} == {
        "id": "int",
        "name": "str",
        "height": "float",
        "photo": "bytes",
        "team_id": "int",
    }
    assert [name for name, column in told.items() if column["is_required"]] == ["name", "team_id"]
    assert (told["team_id"]["refers"], told["id"]["is_key"]) == ("teams", True)


def test_the_values_that_a_constraint_lists_are_told(described: Any) -> None:
    schema = described(
        """
        import sqlite3
        SCHEMA = "CREATE TABLE m (role TEXT CHECK (role IN ('a', 'it''s')), rank INTEGER CHECK(rank > 1))"
        """
    )["databases"]["schema"]

    assert [column["values"] for column in schema["tables"][0]["columns"]] == [["a", "it's"], []]


def test_negative_numbers_that_a_constraint_lists_are_told(described: Any) -> None:
    schema = described("SCHEMA = 'CREATE TABLE votes (way INTEGER CHECK (way IN (-1, 0)))'\nimport sqlite3\n")

    assert schema["databases"]["schema"]["tables"][0]["columns"][0]["values"] == [-1, 0]


def test_a_public_name_that_holds_sql_makes_tables(described: Any) -> None:
    schema = described(SQL)["databases"]["schema"]

    assert schema["steps"] == [{"kind": "script", "path": "subject_under_test:SCHEMA"}]


@pytest.mark.parametrize("place", ["subject", "other"])
def test_a_function_that_takes_a_connection_makes_them_instead(described: Any, place: str) -> None:
    if place == "subject":
        described_, home = described(SQL + MAKING), "subject_under_test"
    else:
        described_ = described("import sqlite3\nfrom tables import make_tables\n", tables=SQL + MAKING)
        home = "tables"

    schema = described_["databases"]["schema"]

    assert schema["steps"] == [{"kind": "call", "path": f"{home}:make_tables"}]
    assert len(schema["tables"]) == 2


def test_what_makes_the_same_tables_is_told_once(described: Any) -> None:
    service = "import sqlite3\nfrom tables import SCHEMA, make_tables\n"

    schema = described(service, tables=SQL + MAKING)["databases"]["schema"]

    assert schema["steps"] == [{"kind": "call", "path": "tables:make_tables"}]


def test_functions_that_need_more_or_open_a_file_make_no_tables(described: Any) -> None:
    others = """
    def make_in(path):
        with sqlite3.connect(path) as connection:
            connection.executescript(SCHEMA)

    def make_for(connection, owner):
        connection.executescript(SCHEMA)
    """

    schema = described(SQL + others)["databases"]["schema"]

    assert [step["kind"] for step in schema["steps"]] == ["script"]


def test_methods_that_make_tables_for_themselves_are_no_steps(described: Any) -> None:
    source = """
    import sqlite3
    class Store:
        def __init__(self, connection):
            connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY)")
    """

    assert described(source)["databases"]["schema"] == {"steps": [], "tables": []}


def test_sql_that_makes_no_table_is_nothing(described: Any) -> None:
    broken = """
    import sqlite3
    FOUND = "select * from tables"
    ATTACHED = "attach database 'x' as y"
    """

    assert described(broken)["databases"]["schema"] is None
    assert (
        described('import sqlite3\nSCHEMA = "CREATE TABLE oops ("\n')["databases"]["schema"]["tables"] == []
    )


def test_values_that_sql_compares_with_are_constants(described: Any) -> None:
    description = described(
        """
        import sqlite3
        def adults(db): return db.execute("SELECT * FROM people WHERE age >= 18 AND mood = 'it''s fine'")
        """
    )

    assert {18, "it's fine"} <= set(description["constants"])


def test_sql_that_makes_tables_is_no_variable_that_tests_set(described: Any) -> None:
    state = described(SQL + "    LIMIT = 3\n    def f(): return SCHEMA, LIMIT\n")["state"]

    assert [entry["path"] for entry in state] == ["subject_under_test:LIMIT"]


def test_a_function_that_executes_a_file_makes_tables_within_a_context(
    described: Any, tmp_path: Path
) -> None:
    (tmp_path / "schema.sql").write_text(
        "DROP TABLE IF EXISTS teams; CREATE TABLE teams (name TEXT NOT NULL);"
    )
    (tmp_path / "rows.sql").write_text("INSERT INTO teams VALUES ('a');")
    source = """
        import sqlite3
        from flask import current_app
        def get_db(): ...
        def init_db():
            with current_app.open_resource("schema.sql") as file:
                get_db().executescript(file.read().decode())
        def fill(): get_db().executescript(open("rows.sql").read())
        def fill_for(name): get_db().executescript(open("schema.sql").read())
        def _init(): get_db().executescript(open("schema.sql").read())
    """

    schema = described(source)["databases"]["schema"]

    assert schema["steps"] == [{"kind": "context", "path": "subject_under_test:init_db"}]
    assert [table["name"] for table in schema["tables"]] == ["teams"]


def test_neither_a_command_nor_a_function_with_an_argument_makes_tables_from_a_file(
    described: Any, tmp_path: Path
) -> None:
    (tmp_path / "schema.sql").write_text("CREATE TABLE teams (name TEXT NOT NULL);")
    source = """
        import sqlite3
        class Command:
            def __init__(self, callback): self.callback = callback
        def get_db(): ...
        @Command
        def init_db(): get_db().executescript(open("schema.sql").read())
        def init_at(place, /): get_db().executescript(open("schema.sql").read())
    """

    assert described(source)["databases"]["schema"] is None
