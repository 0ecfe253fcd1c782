from dataclasses import replace
from random import Random

import pytest

from testloom.model.settings import Settings
from testloom.model.statements import CallStatement
from testloom.model.statements.environment import StateStatement
from testloom.search.operators.creation import random_test
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank


@pytest.mark.parametrize("seed", range(5))
def test_without_classes_of_its_own_a_test_declares_an_abstract_class_complete(seed: int) -> None:
    subject = bank()
    account = replace(subject.classes["bank:Account"], is_abstract=True)
    subject = replace(subject, classes={**subject.classes, account.id: account})

    knowledge = Knowledge(subject, [account.id, "bank:Account.withdraw"], Random(seed))
    knowledge.last_resort = LastResort(Settings(without=("classes",)))
    case = random_test(knowledge)

    kinds = [s.path if isinstance(s, StateStatement) else getattr(s, "callable", "") for s in case]
    assert case.is_valid()
    assert kinds.index("bank:Account.__abstractmethods__") < kinds.index("bank:Account")
    assert isinstance(case.statements[-1], CallStatement)


def test_the_constructor_of_an_abstract_class_is_no_target() -> None:
    subject = bank()
    account = replace(subject.classes["bank:Account"], is_abstract=True)
    subject = replace(subject, classes={**subject.classes, account.id: account})

    knowledge = Knowledge(subject, [account.id, "bank:Account.withdraw"], Random(1))

    assert [target.id for target in knowledge.targets.wanted] == ["bank:Account.withdraw"]
