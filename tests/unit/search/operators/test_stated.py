"""Variables that the subject reads get other values, its constant texts only as a last resort."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.environment import StateStatement
from testloom.model.types import Scalar
from testloom.search.operators.replacing import stated
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

CASE = TestCase((CallStatement(1, "bank:transfer"),))
NEVER = Settings(without=("doubles",))
DUE = Settings(doubles_after=0, doubles_probability=1)


def set_in(state: dict[str, Scalar], settings: Settings) -> set[str]:
    """What tests set of this state."""
    found = set()
    for seed in range(10):
        knowledge = Knowledge(replace(bank(), state=state), ["bank:transfer"], Random(seed))
        knowledge.last_resort = LastResort(settings)
        case = stated(CASE, knowledge)
        found |= {s.path for s in case or () if isinstance(s, StateStatement)}
    return found


@pytest.mark.parametrize("value", ["\ufeff", b"\x89PNG"])
def test_a_constant_text_is_set_only_where_a_double_might_be(value: Scalar) -> None:
    assert set_in({"bank:MARK": value}, NEVER) == set()
    assert set_in({"bank:MARK": value}, DUE) == {"bank:MARK"}


def test_other_variables_are_set_at_any_time() -> None:
    state: dict[str, Scalar] = {"bank:VERBOSE": False, "bank:LIMIT": 3, "bank:mode": "a", "sys:platform": "x"}

    for path, value in state.items():
        assert set_in({path: value}, NEVER) == {path}
