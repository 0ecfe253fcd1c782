"""Objects of data classes within others are told by the call that makes equal ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from testloom.execution import Agent
from testloom.model.observed import Instance, Made, Record
from tests.agent.cases import call, case
from tests.values import listed, scalar

Agents = Callable[[str], Agent]


def value_of(agent_of: Agents, path: str) -> Any:
    """What a function without arguments returns."""
    [observations] = agent_of("ledger").observe([case(*call(path))])
    return observations[-1].value


def decimal(text: str) -> Made:
    return Made("decimal:Decimal", (scalar(text),))


def test_objects_that_only_hold_fields_are_told_by_these_without_defaults_at_the_end(
    agent_of: Agents,
) -> None:
    first = Made("ledger:Entry", (decimal("1"),))
    second = Made("ledger:Entry", (decimal("2"), scalar("a")))

    assert value_of(agent_of, "ledger:entries") == listed(first, second)


def test_other_objects_are_told_by_their_attributes(agent_of: Agents) -> None:
    shown = value_of(agent_of, "ledger:others").parts()

    assert [(item.kind, item.made) for item in shown] == 3 * [("object", None)]


def test_one_by_itself_is_told_by_both(agent_of: Agents) -> None:
    shown = value_of(agent_of, "ledger:entry")

    assert isinstance(shown, Instance)
    assert shown.made == Record((decimal("3"), scalar("b")), ("amount", "text", "tags"))
