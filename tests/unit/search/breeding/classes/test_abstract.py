from dataclasses import replace
from random import Random

import pytest

from testloom.model.settings import Settings
from testloom.model.statements import CallStatement
from testloom.model.statements.environment import StateStatement
from testloom.search.breeding.creation import random_test
from testloom.search.breeding.experience.last_resort import LastResort
from testloom.search.breeding.factory import TestFactory
from tests.unit.search.bank import bank


@pytest.mark.parametrize("seed", range(5))
def test_without_classes_of_its_own_a_test_declares_an_abstract_class_complete(seed: int) -> None:
    subject = bank()
    account = replace(subject.classes["bank:Account"], is_abstract=True)
    subject = replace(subject, classes={**subject.classes, account.id: account})

    factory = TestFactory(subject, [account.id, "bank:Account.withdraw"], Random(seed))
    factory.last_resort = LastResort(Settings(without=("classes",)))
    case = random_test(factory)

    kinds = [s.path if isinstance(s, StateStatement) else getattr(s, "callable", "") for s in case]
    assert case.is_valid()
    assert kinds.index("bank:Account.__abstractmethods__") < kinds.index("bank:Account")
    assert isinstance(case.statements[-1], CallStatement)


def test_the_constructor_of_an_abstract_class_is_no_target() -> None:
    subject = bank()
    account = replace(subject.classes["bank:Account"], is_abstract=True)
    subject = replace(subject, classes={**subject.classes, account.id: account})

    factory = TestFactory(subject, [account.id, "bank:Account.withdraw"], Random(1))

    assert [target.id for target in factory.targets] == ["bank:Account.withdraw"]
