import sqlite3

import click
from flask import current_app, g

SCHEMA = """
CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL
);
CREATE TABLE households (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    code TEXT NOT NULL UNIQUE
);
CREATE TABLE members (
    household_id INTEGER NOT NULL REFERENCES households (id),
    user_id INTEGER NOT NULL REFERENCES users (id),
    PRIMARY KEY (household_id, user_id)
);
CREATE TABLE expenses (
    id INTEGER PRIMARY KEY,
    household_id INTEGER NOT NULL REFERENCES households (id),
    payer_id INTEGER NOT NULL REFERENCES users (id),
    title TEXT NOT NULL,
    cents INTEGER NOT NULL CHECK (cents > 0)
);
CREATE TABLE shares (
    expense_id INTEGER NOT NULL REFERENCES expenses (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id),
    cents INTEGER NOT NULL
);
"""


def get_db():
    if "db" not in g:
        g.db = sqlite3.connect(current_app.config["DATABASE"])
        g.db.row_factory = sqlite3.Row
        g.db.execute("PRAGMA foreign_keys = ON")
    return g.db


def close_db(exception=None):
    connection = g.pop("db", None)
    if connection is not None:
        connection.close()


def init_db():
    get_db().executescript(SCHEMA)


def one(query, *values):
    """The first row that a query finds, or None."""
    return get_db().execute(query, values).fetchone()


def insert(table, **values):
    names = ", ".join(values)
    marks = ", ".join("?" * len(values))
    cursor = get_db().execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))
    return cursor.lastrowid


@click.command("init-db")
def init_db_command():
    """Create the tables."""
    init_db()
    click.echo(f"Created the tables in {current_app.config['DATABASE']}.")


def init_app(app):
    app.teardown_appcontext(close_db)
    app.cli.add_command(init_db_command)
