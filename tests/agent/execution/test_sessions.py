"""What a session of SQLAlchemy stores is told, and left as it was."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy
from sqlalchemy import orm

from testloom_agent.execution.reporting.stored import column_names, stored_in, transaction_kept

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
