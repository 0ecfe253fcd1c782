"""Keywords that anything would do for have plain names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter
from testloom.search.minimisation.values.arguments import plainer_keywords
from tests.unit.search.bank import bank

OPTIONS = Parameter("options", "kwargs")
EXPORT = Callable("bank:export", "function", parameters=(Parameter("table"), OPTIONS))
LOOKED_UP = replace(OPTIONS, uses=("['retries']",))
FETCH = replace(EXPORT, id="bank:fetch", parameters=(Parameter("table"), LOOKED_UP))
PLAIN = replace(EXPORT, id="bank:plain", parameters=(Parameter("retries"),))
SUBJECT = replace(bank(), callables={called.id: called for called in (EXPORT, FETCH, PLAIN)})


def named(called: str, *names: str, text: str = "a") -> list[tuple[str, ...]]:
    """The keywords of the variants of a call with these."""
    call = CallStatement(2, called, None, (), tuple((name, 1) for name in names))
    variants = plainer_keywords(TestCase((LiteralStatement(1, text), call)), SUBJECT)
    last = [variant.statements[-1] for variant in variants]
    return [tuple(name for name, _ in s.kwargs) for s in last if isinstance(s, CallStatement)]


def test_what_nothing_asks_for_gets_a_plain_name() -> None:
    assert named("bank:export", "starpromise") == [("name",)]
    assert named("bank:export", "name", "starpromise", "table") == [("name", "amount", "table")]


@pytest.mark.parametrize(
    ("called", "name", "text"),
    [
        pytest.param("bank:export", "name", "a", id="plain"),
        pytest.param("bank:export", "table", "a", id="a parameter"),
        pytest.param("bank:plain", "retries", "a", id="no other keywords"),
        pytest.param("bank:export", "retries", "retries", id="said elsewhere"),
        pytest.param("bank:fetch", "retries", "a", id="looked up"),
    ],
)
def test_other_names_stay(called: str, name: str, text: str) -> None:
    assert named(called, name, text=text) == []
