from dataclasses import replace
from random import Random

from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Callable, Subject, SubjectClass
from testloom.model.types import TypeRef
from testloom.search.providers.experience.makers import Makers
from tests.unit.search.bank import bank

OPEN = Callable("bank:open_account", "function", returns=TypeRef("bank:Account"))


def chosen(makers: Makers) -> list[str]:
    rng = Random(1)
    return [maker.id for _ in range(200) if (maker := makers.choose("bank:Account", rng))]


def test_a_class_is_made_by_its_constructor_and_by_what_was_seen_to_return_it() -> None:
    makers = Makers(bank())
    assert set(chosen(makers)) == {"bank:Account"}

    makers.add("bank:Account", OPEN)

    assert set(chosen(makers)) == {"bank:Account", "bank:open_account"}


def test_a_maker_whose_tests_make_no_sense_is_chosen_less() -> None:
    makers = Makers(bank())
    makers.add("bank:Account", OPEN)
    before = chosen(makers).count("bank:Account")

    for _ in range(100):
        makers.note(TestCase((CallStatement(1, "bank:Account"),)), made_sense=False)
        makers.note(TestCase((CallStatement(1, "bank:open_account"),)), made_sense=True)

    assert chosen(makers).count("bank:Account") < before / 4


def test_what_the_package_offers_besides_a_constructor_comes_after_it() -> None:
    known = bank()
    beside = Callable("bank:open_account", "function", returns=TypeRef("bank:Account"), in_subject=False)
    makers = Makers(replace(known, callables={**known.callables, beside.id: beside}))

    found = chosen(makers)
    assert found.count("bank:Account") > found.count(beside.id) > 0


def test_methods_of_classes_elsewhere_make_instances_and_those_of_the_subject_once_they_were_seen_to() -> (
    None
):
    known, bank_type = bank(), TypeRef("bank:Account")
    for in_subject in (False, True):
        method = Callable("bank:Bank.open", "method", "bank:Bank", (), bank_type, in_subject=in_subject)
        makers = Makers(replace(known, callables={**known.callables, method.id: method}))
        assert (method.id in chosen(makers)) is not in_subject


def test_classes_of_the_library_have_a_factory_and_unknown_ones_none() -> None:
    makers = Makers(bank())

    assert getattr(makers.choose("slice", Random(1)), "id", None) == "builtins:slice"
    assert makers.choose("elsewhere:Unknown", Random(1)) is None


def test_a_class_may_share_its_name_with_a_base() -> None:
    money = SubjectClass("m:Money", bases=("m:Money", "m:Amount"))
    constructor = Callable("m:Money", "constructor", owner="m:Money")
    makers = Makers(Subject("m", "m.py", {constructor.id: constructor}, {money.id: money}))
    assert makers.choose("m:Amount", Random(0)) == constructor
