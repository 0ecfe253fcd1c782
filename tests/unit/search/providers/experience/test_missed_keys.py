"""Keys that code looked up in vain become entries of later dictionaries."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import Operands, RaisedException, Watched
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import Scalar
from testloom.search import Knowledge
from testloom.search.operators.directed.comparisons.matching import aim
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.operators.missing_keys import missed_at, with_missed_key
from testloom.search.providers.arguments import argument
from tests.unit.search.bank import bank

RULE = Parameter("rule", uses=("in", "['name']"))
HITS = frozenset({1, 2})


def subject() -> Subject:
    apply = Callable("bank:apply", "function", None, (RULE,))
    return replace(bank(), callables={**bank().callables, apply.id: apply})


def applied(*items: int) -> TestCase:
    """A dictionary with these items, in a list, and a call that gets it."""
    return TestCase(
        (
            LiteralStatement(-1, "own"),
            CollectionStatement(-2, "dict", items),
            CallStatement(-3, "bank:apply", None, (-2,)),
        )
    )


def learned(*keys: str) -> Knowledge:
    knowledge = Knowledge(subject(), [], Random(1))
    knowledge.learn(applied(), Watched(missed={-2: keys}))
    return knowledge


def entries(case: TestCase) -> dict[Scalar, Statement]:
    """What is behind the keys of the dictionary in a test."""
    known = {s.id: s for s in case}
    [made] = [s for s in case if s.id == -2 and isinstance(s, CollectionStatement)]
    pairs = zip(made.items[::2], made.items[1::2], strict=True)
    return {
        key.value: known[value] for own, value in pairs if isinstance(key := known[own], LiteralStatement)
    }


def drawn(knowledge: Knowledge) -> list[set[Scalar]]:
    """The keys of many dictionaries that a call gets."""
    found: list[set[Scalar]] = []
    for _ in range(200):
        builder = knowledge.builder()
        made = argument(builder, RULE)
        values = {s.id: s for s in builder.draft.statements}
        if isinstance(value := values[made], CollectionStatement) and value.kind == "dict":
            keys = (values[item] for item in value.items[::2])
            found.append({key.value for key in keys if isinstance(key, LiteralStatement)})
    return found


def test_a_parameter_gets_a_few_of_the_keys_that_code_missed_beside_those_that_it_needs() -> None:
    tables = drawn(learned(*map(str, range(20))))
    missed = [len(table & set(map(str, range(20)))) for table in tables]

    assert sum("name" in table for table in tables) > 0.8 * len(tables)
    assert {0, 1, 2} <= set(missed) and max(missed) <= 3
    assert set().union(*tables) >= set(map(str, range(20)))


@pytest.mark.parametrize("key", ["name", "own"])
def test_what_code_or_the_test_itself_says_is_nothing_new(key: str) -> None:
    assert learned(key).experience.missed_keys.told(RULE) is RULE


def test_a_key_that_no_use_can_say_is_only_for_dictionaries_that_were_seen_to_miss_it() -> None:
    keys = ["it's", "two\nlines", "back\\slash", ""]
    knowledge = learned(*keys)

    assert missed_at(applied(), 1, knowledge) == keys
    assert knowledge.experience.missed_keys.told(RULE) is RULE
    assert set().union(*drawn(learned(*keys, "plain"))).isdisjoint(keys)


def test_a_dictionary_gets_an_entry_for_a_key_that_it_misses() -> None:
    case, knowledge = applied(), learned("least")
    assert missed_at(case, 1, knowledge) == ["least"]
    better = with_missed_key(case, knowledge)

    assert better is not None and better.is_valid()
    place = next(n for n, s in enumerate(better) if isinstance(s, CollectionStatement) and s.id == -2)
    assert missed_at(better, place, knowledge) == []


def test_a_dictionary_gets_an_entry_for_what_the_test_itself_hands_over() -> None:
    assert missed_at(applied(), 1, learned("own")) == ["own"]


def test_a_value_that_stands_nowhere_is_put_under_a_key_that_was_missed() -> None:
    knowledge = learned("mode")
    compared = Operands(0, "==", None, "fast", False)

    better = aim(applied(), compared, True, knowledge)

    assert better is not None and better.is_valid()
    value = entries(better)["mode"]
    assert isinstance(value, LiteralStatement) and value.value == "fast"


@pytest.mark.parametrize(("lacked", "is_double"), [("upper", False), ("keywords", True)])
def test_what_none_lacked_is_put_under_a_key_that_was_missed(lacked: str, is_double: bool) -> None:
    knowledge = learned("node")
    message = f"'NoneType' object has no attribute '{lacked}'"
    error = RaisedException("builtins:AttributeError", message, explicit=False, in_subject=True)

    shots = [shot for _ in range(20) if (shot := repaired(applied(), error, knowledge)) is not None]

    values = [entries(shot)["node"] for shot in shots if entries(shot)]
    assert all(shot.is_valid() for shot in shots) and values
    if is_double:
        assert all(isinstance(value, DoubleStatement) and value.names == (lacked,) for value in values)
    else:
        assert all(isinstance(value, LiteralStatement) for value in values)


def test_another_dictionary_for_the_same_parameter_misses_the_same() -> None:
    knowledge = learned("least")
    other = TestCase((CollectionStatement(-7, "dict", ()), CallStatement(-8, "bank:apply", None, (-7,))))
    alone = TestCase((CollectionStatement(-7, "dict", ()),))

    assert missed_at(other, 0, knowledge) == ["least"] and with_missed_key(alone, knowledge) is None


def test_tests_with_dictionaries_are_looked_at_once_for_all_that_they_run() -> None:
    missed = learned().experience.missed_keys
    assert missed.is_new(applied(), HITS) and not missed.is_new(TestCase((applied().statements[0],)), HITS)
    missed.note_look(HITS)

    assert not missed.is_new(applied(), HITS) and missed.is_new(applied(), HITS | {3})
