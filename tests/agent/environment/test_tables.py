"""The statements that make tables of SQLAlchemy are put together once, and nobody sees a difference."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SERVER = Path(__file__).parents[3] / "server"
HEAD = """
from sqlalchemy import *
from sqlalchemy.orm import declarative_base
from sqlalchemy.sql.ddl import SchemaGenerator
from testloom_agent.environment.databases.tables import make_tables_once

generated = []
real = SchemaGenerator.visit_table
def visit_table(self, table, *args, **kwargs):
    generated.append(table.name)
    return real(self, table, *args, **kwargs)
SchemaGenerator.visit_table = visit_table
make_tables_once()
Base = declarative_base()

class Shelf(Base):
    __tablename__ = "shelf"
    id = Column(Integer, primary_key=True)
    kind = Column(Enum("low", "high"), index=True, nullable=False)

class Book(Base):
    __tablename__ = "book"
    id = Column(Integer, primary_key=True)
    shelf_id = Column(ForeignKey("shelf.id"), unique=True)
    tags = Column(JSON, server_default="{}")

def made(url="sqlite://", **options):
    engine = create_engine(url, **options)
    Base.metadata.create_all(engine)
    return engine

def told(engine):
    with engine.connect() as connection:
        return connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_master").fetchall()
"""


def printed(program: str) -> str:
    command = [sys.executable, "-c", HEAD + program]
    ended = subprocess.run(command, cwd=SERVER, text=True, timeout=60, capture_output=True, check=True)
    return ended.stdout.strip()


def test_the_second_database_is_like_the_first_and_nothing_is_generated_for_it() -> None:
    assert printed("print(told(made()) == told(made()) != [], generated)") == "True ['shelf', 'book']"


def test_a_database_that_has_tables_keeps_them() -> None:
    program = """
made()
engine = create_engine("sqlite://")
Shelf.__table__.create(engine)
generated.clear()
Base.metadata.create_all(engine)
print(generated)
"""
    assert printed(program) == "['book']"


def test_only_some_tables_are_made_where_these_are_named() -> None:
    program = """
made()
engine = create_engine("sqlite://")
Base.metadata.create_all(bind=engine, tables=[Shelf.__table__])
print([row[1] for row in told(engine) if row[0] == "table"])
"""
    assert printed(program) == "['shelf']"


def test_tables_of_another_database_are_made_each_time() -> None:
    program = """
Base.metadata.clear()
Table("more", Base.metadata, Column("id", Integer, primary_key=True), prefixes=["TEMPORARY"])
made(), made()
print(generated)
"""
    assert printed(program) == "['more', 'more']"


def test_what_a_session_has_not_committed_is_not_rolled_back() -> None:
    program = """
from sqlalchemy.orm import Session
from sqlalchemy.pool import StaticPool
engine = made(poolclass=StaticPool)
session = Session(engine)
session.add(Shelf(kind="low"))
session.flush()
Base.metadata.create_all(engine)
session.commit()
print(session.query(Shelf).count())
"""
    assert printed(program) == "1"


def test_tables_that_are_added_later_are_made() -> None:
    program = """
made()
Table("more", Base.metadata, Column("id", Integer, primary_key=True))
print(len(told(made())), len(told(made())), sorted(generated))
"""
    assert printed(program) == "5 5 ['book', 'book', 'more', 'shelf', 'shelf']"


def test_listeners_are_called_each_time() -> None:
    program = """
event.listen(Book.__table__, "after_create", lambda *args, **kwargs: print("created"))
made(), made()
"""
    assert printed(program) == "created\ncreated"


def test_types_of_the_project_are_asked_each_time() -> None:
    program = """
class Money(TypeDecorator):
    impl = Integer
    cache_ok = True
Book.__table__.append_column(Column("price", Money()))
made(), made()
print(generated)
"""
    assert printed(program) == "['shelf', 'book', 'shelf', 'book']"


def test_who_looks_at_the_statements_sees_them() -> None:
    program = """
made()
engine = create_engine("sqlite://")
event.listen(engine, "before_cursor_execute", lambda *args: print(args[2].split()[:3]))
Base.metadata.create_all(engine)
"""
    assert "['CREATE', 'TABLE', 'shelf']" in printed(program)
