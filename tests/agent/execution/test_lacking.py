"""What an exception lacks is told as Python notes it, not only as its message says it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.execution import Agent
from testloom.model.execution import Missing
from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    DoubleStatement,
    LiteralStatement,
    Statement,
)
from tests.agent.cases import call, case

SOURCE = """
import enum
import math

class Account:
    @property
    def owner(self):
        return self.name

    @property
    def told(self):
        raise AttributeError("not yet")

class Key(str):
    pass

def of_object(): return Account().balance
def of_none(): return None.balance
def of_class(): return Account.balance
def of_module(): return math.balance
def in_property(): return Account().owner
def of_no_name(): return getattr(Account(), "a b")
def variable(): return undefined
def module(): import nowhere.at_all
def text(): return {}["owner"]
def number(): return {}[3]
def data(): return {}[b"\\xff"]
def pair(): return {}[1, 2]
def long(): return {}["x" * 2_000]
def other(): return {}[Key("a")]
def not_a_number(): return {}[math.nan]
def two(): raise KeyError("a", "b")
def told(): return Account().told
def plain(): raise ValueError("'name'")
"""


@pytest.fixture
def agent(python: Path, tmp_path: Path) -> Iterator[Agent]:
    file = tmp_path / "wanting.py"
    file.write_text(SOURCE)
    with Agent.start(python, file, tmp_path) as agent:
        yield agent


def lacks(agent: Agent, *statements: Statement) -> Missing | None:
    """What the exception of a test lacks, which is told alike of executions and of observations."""
    [result], [observed] = agent.execute([case(*statements)]), agent.observe([case(*statements)])
    seen = observed[-1].exception
    assert result.exception is not None and seen is not None
    assert result.exception.lacks == seen.lacks
    return seen.lacks


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("of_object", Missing("balance", "wanting:Account")),
        ("of_none", Missing("balance", "builtins:NoneType")),
        ("of_class", Missing("balance", "wanting:Account", is_class=True)),
        ("of_module", Missing("balance")),
        ("in_property", Missing("name", "wanting:Account")),
        ("variable", Missing("undefined")),
        ("module", Missing("nowhere")),
        ("text", Missing(key="owner")),
        ("number", Missing(key=3)),
        ("data", Missing(key=b"\xff")),
        *((name, None) for name in ("of_no_name", "pair", "long", "other", "not_a_number", "two")),
        *((name, None) for name in ("told", "plain")),
    ],
)
def test_what_is_missing_is_told_beside_the_message(
    agent: Agent, name: str, expected: Missing | None
) -> None:
    assert lacks(agent, *call(f"wanting:{name}")) == expected


def test_a_double_is_told_by_its_class(agent: Agent) -> None:
    asked = AttributeStatement(2, 1, "credit")

    found = lacks(agent, LiteralStatement(9, 0), DoubleStatement(1, "", ("debit",)), asked)

    assert found is not None and found.name == "credit" and found.of.startswith("unittest.mock:")


def test_a_method_that_is_missing_is_one_of_the_class(agent: Agent) -> None:
    made = CallStatement(1, "wanting:Account")

    found = lacks(agent, made, AttributeStatement(2, 1, "close"))

    assert found == Missing("close", "wanting:Account")
