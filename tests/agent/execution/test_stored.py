"""What databases in memory hold is told by the rows of their tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from testloom.execution import Agent
from testloom.model.observed import attributes_of
from testloom.model.statements import CallStatement, FixedCallStatement, LiteralStatement, Statement
from tests.agent.cases import case
from tests.values import plain

Agents = Callable[[str], Agent]
OPENED = (
    FixedCallStatement(1, "sqlite3:connect", text=":memory:"),
    CallStatement(2, "people:make_tables", None, (1,)),
    FixedCallStatement(3, "sqlite3:Connection.execute", 1, text="INSERT INTO teams (name) VALUES ('a')"),
)


def rows(agent_of: Agents, *statements: Statement) -> dict[str, Any]:
    """What the connection holds at the end."""
    [observations] = agent_of("people").observe([case(*OPENED, *statements)])
    assert observations[-1].exception is None
    held = attributes_of(observations[-1].arguments[1])
    return {name: plain(value) for name, value in held.items()}


def test_the_rows_of_each_table_are_told(agent_of: Agents) -> None:
    told = rows(agent_of, CallStatement(4, "people:People", None, (1,)))

    assert told == {"in_transaction": True, "table teams": [(1, "a")], "table people": []}


def test_rows_that_would_come_in_another_form_are_left_out(agent_of: Agents) -> None:
    told = rows(agent_of, CallStatement(4, "people:use_rows", None, (1,)))

    assert told == {"in_transaction": True}


def test_what_a_call_changed_is_seen(agent_of: Agents) -> None:
    insert = "INSERT INTO people (name, age) VALUES ('Ann', 20)"
    told = rows(
        agent_of,
        FixedCallStatement(4, "sqlite3:Connection.execute", 1, text=insert),
        CallStatement(5, "people:People", None, (1,)),
        LiteralStatement(6, "Ann"),
        LiteralStatement(7, "Bob"),
        CallStatement(8, "people:People.rename", 5, (6, 7)),
    )

    assert told["table people"] == [(1, "Bob", 20, None)]
    assert not told["in_transaction"]
