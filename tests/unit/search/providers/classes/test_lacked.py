"""Classes whose objects lack what their own methods use."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import RaisedException
from testloom.model.settings import Settings
from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    TestCase,
)
from testloom.model.subject import Callable, LackedAttribute, Parameter, Result, Subject
from testloom.model.texts.names import DEFINED
from testloom.search.operators.creation import random_test
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank
from tests.unit.search.operators.directed.raising import raised

ACCOUNT = "bank:Account"
OPENED = TestCase((LiteralStatement(-1, 3), CallStatement(-2, ACCOUNT, None, (-1,))))
OWNER = raised("AttributeError", "'Account' object has no attribute 'owner'", name="owner", of=ACCOUNT)
RATES = raised("AttributeError", "'Account' object has no attribute 'rates'", name="rates", of=ACCOUNT)
TAKEN = raised("AttributeError", "'Account' object has no attribute 'taken'", name="taken", of=ACCOUNT)


def subject() -> Subject:
    """The bank with accounts that use an owner and rates which others bring along."""
    known = bank()
    lacked = (
        LackedAttribute("owner", uses=("strip",)),
        LackedAttribute("rates", uses=("()",), parameters=("day", "kind=None")),
    )
    account = replace(known.classes[ACCOUNT], lacked=lacked)
    making = Callable(f"{ACCOUNT}.open", "classmethod", ACCOUNT)
    return replace(
        known,
        classes={**known.classes, ACCOUNT: account},
        callables={**known.callables, making.id: making},
        results={"rates": (Result("items", (Parameter("rate", uses=("+",)),)),)},
    )


def knowledge_of(*targets: str, seed: int = 1, without: tuple[str, ...] = ()) -> Knowledge:
    made = Knowledge(subject(), targets or [f"{ACCOUNT}.withdraw"], Random(seed))
    made.last_resort = LastResort(Settings(without=("doubles", "private", *without)))
    return made


def members_of(case: TestCase) -> dict[str, Member]:
    kinds = [statement for statement in case if isinstance(statement, ClassStatement)]
    return {member.name: member for kind in kinds for member in kind.members}


def test_what_objects_were_seen_to_lack_is_added_by_a_subclass_from_then_on() -> None:
    before, after = [], []
    for seed in range(20):
        knowledge = knowledge_of(seed=seed)
        before.append(members_of(random_test(knowledge)))
        knowledge.experience.lacks.note(OPENED, OWNER)
        knowledge.experience.lacks.note(OPENED, RATES)
        case = random_test(knowledge)
        assert case.is_valid()
        after.append(members_of(case))

    assert not any(before)
    added = [members for members in after if members]
    assert len(added) > 10
    assert all(list(members) == ["owner", "rates"] for members in added)
    assert {members["owner"].kind for members in added} == {"value"}
    assert {members["rates"].parameters for members in added} == {("day", "kind=None")}


def test_what_methods_set_is_seldom_added_by_a_subclass() -> None:
    added = 0
    for seed in range(40):
        knowledge = knowledge_of(seed=seed)
        account = knowledge.subject.classes[ACCOUNT]
        later = tuple(replace(entry, is_set_later=True) for entry in account.lacked)
        knowledge.experience.lacks.classes = {ACCOUNT: replace(account, lacked=later)}
        knowledge.experience.lacks.note(OPENED, OWNER)
        added += bool(members_of(random_test(knowledge)))

    assert 0 < added < 20


def test_what_a_method_returns_suits_how_it_is_taken() -> None:
    kinds = set()
    for seed in range(30):
        knowledge = knowledge_of(seed=seed)
        knowledge.experience.lacks.note(OPENED, RATES)
        case = random_test(knowledge)
        values = {statement.id: statement.tag for statement in case}
        rates = members_of(case).get("rates")
        if rates is not None and rates.value is not None and not rates.raises:
            kinds.add(values[rates.value])

    assert "collection" in kinds


@pytest.mark.parametrize("error", [TAKEN, raised("AttributeError", "no", name="owner", of="bank:Other")])
def test_what_only_others_ask_an_object_for_is_not_added(error: RaisedException) -> None:
    knowledge = knowledge_of()
    knowledge.experience.lacks.note(OPENED, error)

    assert not knowledge.experience.lacks.seen(ACCOUNT)


def test_what_an_object_of_a_class_of_the_test_lacks_its_base_is_seen_to_lack() -> None:
    knowledge = knowledge_of()
    case = TestCase((ClassStatement(-1, "OtherAccount", (ACCOUNT,)), MakeStatement(-2, ACCOUNT, -1)))
    error = raised("AttributeError", "no", name="rates", of=f"{DEFINED}:OtherAccount")

    knowledge.experience.lacks.note(case, error)

    assert [entry.name for entry in knowledge.experience.lacks.seen(ACCOUNT)] == ["rates"]


def test_an_object_that_lacks_what_its_methods_use_becomes_one_of_a_subclass() -> None:
    shots = []
    for seed in range(20):
        knowledge = knowledge_of(seed=seed)
        knowledge.experience.lacks.note(OPENED, RATES)
        shots.append(repaired(OPENED, RATES, knowledge))

    made = [shot.statements[-1] for shot in shots if shot is not None and members_of(shot)]
    assert made
    assert all(isinstance(one, MakeStatement) and (one.id, one.args) == (-2, (-1,)) for one in made)


def test_without_classes_of_its_own_a_test_completes_nothing() -> None:
    shots = [repaired(OPENED, RATES, knowledge_of(seed=seed, without=("classes",))) for seed in range(20)]

    assert not any(members_of(shot) for shot in shots if shot is not None)


def test_a_class_method_is_called_on_a_subclass_that_has_what_it_uses() -> None:
    message = "type object 'Account' has no attribute 'rates'"
    error = raised("AttributeError", message, name="rates", of=ACCOUNT, is_class=True)
    case = TestCase((CallStatement(-2, f"{ACCOUNT}.open"),))
    knowledge = knowledge_of()
    knowledge.experience.lacks.note(case, error)

    shot = repaired(case, error, knowledge)

    assert shot is not None and shot.statements[-1].references
    assert members_of(shot)["rates"].kind == "classmethod"


def test_a_class_of_the_test_gets_a_method_with_the_parameters_of_its_calls() -> None:
    case = TestCase((ClassStatement(-1, "OtherAccount", (ACCOUNT,)), MakeStatement(-2, ACCOUNT, -1)))
    error = raised("AttributeError", "no", name="rates", of=f"{DEFINED}:OtherAccount")

    shot = repaired(case, error, knowledge_of())

    assert shot is not None and members_of(shot)["rates"].parameters == ("day", "kind=None")
