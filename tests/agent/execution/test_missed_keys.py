"""Dictionaries of a test note what is looked up in them in vain."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement
from testloom_agent.execution.reporting.missed_keys import MOST_KEYS, AskedDict, missed_by
from tests.agent.cases import case
from tests.agent.execution.test_interpreter import Agents


def test_every_way_to_look_a_key_up_is_noted_once_where_it_is_not_there() -> None:
    asked = AskedDict({"there": 1})

    assert ("in" in asked, asked.get("get", 2), asked.pop("pop", 3)) == (False, 2, 3)
    assert asked.setdefault("default", 4) == 4
    with pytest.raises(KeyError, match="item"):
        asked["item"]
    assert "there" in asked and asked["there"] == asked.get("there") == asked.pop("there")
    assert missed_by(asked) == ["in", "get", "pop", "default", "item"]


def test_what_a_copy_misses_the_dictionary_does() -> None:
    asked = AskedDict({})

    assert asked.copy().get("a") is None and copy.copy(asked) == {}
    assert missed_by(asked) == ["a"]


def test_only_texts_are_noted_and_not_too_many() -> None:
    asked = AskedDict({})
    keys: list[Any] = [1, None, "a" * 1000, *map(str, range(2 * MOST_KEYS))]

    assert not any(key in asked for key in keys)
    assert missed_by(asked) == list(map(str, range(MOST_KEYS)))
    assert missed_by({}) == []


def test_watching_tells_what_dictionaries_miss_and_runs_the_test_with_plain_ones(agent_of: Agents) -> None:
    statements = (
        LiteralStatement(1, "a"),
        CollectionStatement(2, "dict", (1, 1)),
        CollectionStatement(3, "dict", ()),
        CallStatement(4, "operator:contains", None, (2, 1)),
        LiteralStatement(5, "port"),
        CallStatement(6, "operator:contains", None, (3, 5)),
    )
    (watched,) = agent_of("shapes").watch([case(*statements)])

    assert watched.missed == {3: ("port",)}
    assert watched.types[2] == "builtins:dict"
