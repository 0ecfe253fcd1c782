"""What a session of SQLAlchemy stores is told, and left as it was."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import sqlalchemy
from sqlalchemy import orm

from testloom.capabilities.requests.statement import RequestStatement
from testloom.execution import Agent
from testloom.model.observed import Value, attributes_of
from testloom.model.requests import Request
from testloom.model.statements import CallStatement, ReferenceStatement, Statement, StubStatement
from testloom_agent.execution.reporting.frameworks.databases import column_names, stored_in, transaction_kept
from tests.agent.cases import case
from tests.values import plain

Base: Any = orm.declarative_base()


class Coin(Base):  # type: ignore[misc]
    __tablename__ = "coins"
    id = sqlalchemy.Column(sqlalchemy.Integer, primary_key=True)
    cents = sqlalchemy.Column(sqlalchemy.Integer)


@pytest.fixture
def session() -> Iterator[Any]:
    engine = sqlalchemy.create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with orm.Session(engine) as opened:
        yield opened
    engine.dispose()


def test_rows_are_told_unless_they_are_objects_of_the_test(session: Any) -> None:
    coin = Coin(cents=5)
    session.add(coin)
    session.commit()

    assert stored_in(session, {1: session}) == {"stored coins": [(1, 5)]}
    assert stored_in(session, {1: session, 2: coin}) == {}
    assert stored_in(session, {2: coin}) is None


def test_what_waits_to_be_written_goes_on_waiting(session: Any) -> None:
    session.add(Coin(cents=5))

    assert stored_in(session, {1: session}) == {}
    assert len(session.new) == 1


def test_what_is_written_but_not_committed_stays() -> None:
    shared = sqlalchemy.create_engine("sqlite://", poolclass=sqlalchemy.StaticPool)
    Base.metadata.create_all(shared)
    with orm.Session(shared) as opened:
        opened.add(Coin(cents=5))
        opened.flush()

        assert stored_in(opened, {1: opened}) == {"stored coins": [(1, 5)]}
        assert opened.scalar(sqlalchemy.select(Coin.cents)) == 5
    shared.dispose()


def test_what_stands_for_a_session_tells_what_that_stores(session: Any) -> None:
    scoped: Any = orm.scoped_session(cast(Any, lambda: session))
    scoped.add(Coin(cents=5))
    scoped.commit()

    assert stored_in(scoped, {1: scoped}) == {"stored coins": [(1, 5)]}


def test_nothing_is_told_of_a_session_that_is_nowhere() -> None:
    def outside() -> Any:
        raise RuntimeError("Working outside of application context.")

    scoped: Any = orm.scoped_session(orm.sessionmaker(), scopefunc=outside)

    assert stored_in(scoped, {1: scoped}) == {}


def test_reading_an_object_leaves_no_transaction_begun(session: Any) -> None:
    coin = Coin(cents=5)
    session.add(coin)
    session.commit()

    with transaction_kept(coin):
        assert coin.cents == 5

    assert not session.in_transaction()


def test_of_a_mapped_object_only_columns_are_told() -> None:
    assert column_names(Coin) == frozenset({"id", "cents"})
    assert column_names(int) is None


SHOP = """
from sqlalchemy import create_engine, text
from sqlalchemy.orm import Session

session = Session(create_engine("sqlite://"))
session.execute(text("CREATE TABLE coins (cents INTEGER)"))


class Client:
    def post(self, path, **said):
        session.execute(text("INSERT INTO coins VALUES (5)"))
        return path
"""


def test_what_is_stored_behind_a_request_is_told_of_the_session_that_a_test_has(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)
    sent = RequestStatement(3, "shop:add", 2, request=Request("shop:Client", "", "post", "/"))
    statements = (ReferenceStatement(1, "shop:session"), CallStatement(2, "shop:Client"), sent)

    held = observed(tmp_path, statements)[1]

    assert {name: plain(rows) for name, rows in held.items()} == {"stored coins": [(5,)]}


ASKING = """

def ask(opened):
    opened().commit()
"""


def test_no_calls_are_told_of_a_function_that_gets_a_session(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP + ASKING)
    asked = (StubStatement(2, (1,)), CallStatement(3, "shop:ask", None, (2,)))

    assert observed(tmp_path, (ReferenceStatement(1, "shop:session"), *asked))[2] == {}


def observed(folder: Path, statements: Iterable[Statement]) -> dict[int, dict[str, Value]]:
    """The attributes of the arguments, by statement, after the last call."""
    agent = Agent.start(Path(sys.executable), folder / "shop.py", folder)
    try:
        [observations] = agent.observe([case(*statements)])
    finally:
        agent.close()
    return {number: dict(attributes_of(value)) for number, value in observations[-1].arguments.items()}
