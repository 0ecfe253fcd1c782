"""Objects of data classes within others are told by the call that makes equal ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from testloom.execution import Agent
from tests.agent.cases import call, case

Agents = Callable[[str], Agent]


def value_of(agent_of: Agents, path: str) -> Any:
    """What a function without arguments returns."""
    [observations] = agent_of("ledger").observe([case(*call(path))])
    return observations[-1].value


def decimal(text: str) -> dict[str, Any]:
    arguments = [{"kind": "scalar", "type": "str", "value": text}]
    return {"kind": "made", "type": "decimal:Decimal", "args": arguments, "kwargs": {}}


def test_objects_that_only_hold_fields_are_told_by_these_without_defaults_at_the_end(
    agent_of: Agents,
) -> None:
    text = {"kind": "scalar", "type": "str", "value": "a"}
    shown = value_of(agent_of, "ledger:entries")["items"]

    assert [(item["kind"], item["type"]) for item in shown] == 2 * [("made", "ledger:Entry")]
    assert [item["args"] for item in shown] == [
        [decimal("1")],
        [decimal("2"), text],
    ]


def test_other_objects_are_told_by_their_attributes(agent_of: Agents) -> None:
    shown = value_of(agent_of, "ledger:others")["items"]

    assert [(item["kind"], "made" in item) for item in shown] == 3 * [("object", False)]


def test_one_by_itself_is_told_by_both(agent_of: Agents) -> None:
    shown = value_of(agent_of, "ledger:entry")
    text = {"kind": "scalar", "type": "str", "value": "b"}

    assert shown["kind"] == "object"
    assert shown["made"] == {"args": [decimal("3"), text], "fields": ["amount", "text", "tags"]}
