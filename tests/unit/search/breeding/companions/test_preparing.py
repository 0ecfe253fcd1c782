"""Methods are called behind those that change what they look at."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.breeding.companions.preparing import prepared_call, preparers, preparing
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory
from tests.unit.search.bank import bank


def with_deposits() -> Subject:
    """The bank, whose accounts read in one method what another one changes."""
    owner = "bank:Account"
    more = [
        Callable("bank:Account.deposit", "method", owner, reads=("balance",), writes=("balance",)),
        Callable("bank:Account.rename", "method", owner, writes=("label",)),
        Callable("bank:Account.report", "method", owner, reads=("balance",)),
    ]
    return replace(bank(), callables={**bank().callables, **{called.id: called for called in more}})


def names(case: TestCase | Draft) -> list[str]:
    return [s.callable.rpartition(".")[2] for s in case.statements if isinstance(s, CallStatement)]


def drafts_of(target: str, subject: Subject) -> list[Draft]:
    """New calls of a target, each in a test of its own."""
    drafts = []
    for seed in range(40):
        factory = TestFactory(subject, list(subject.callables), Random(seed))
        drafts.append(factory.draft_of())
        prepared_call(drafts[-1], subject.callables[target], factory)
    return drafts


def test_what_changes_what_a_method_reads_prepares_it() -> None:
    subject = with_deposits()

    found = preparers(subject.callables["bank:Account.report"], subject)

    assert [called.name for called in found] == ["deposit"]
    assert not preparers(subject.callables["bank:Account.rename"], subject)


def test_what_stores_rows_prepares_functions_of_other_modules_that_find_them() -> None:
    entries = [
        Callable("bank:Row.objects.create", "function", writes=("bank:Row",)),
        Callable("reports:total", "function", reads=("bank:Row",)),
        Callable("reports:limit", "function", reads=("Row",)),
    ]
    subject = replace(bank(), callables={called.id: called for called in entries})

    found = preparers(subject.callables["reports:total"], subject)

    assert [called.id for called in found] == ["bank:Row.objects.create"]
    assert not preparers(subject.callables["reports:limit"], subject)


def test_a_new_call_is_now_and_then_prepared_on_the_same_object() -> None:
    drafts = drafts_of("bank:Account.report", with_deposits())

    prepared = [draft for draft in drafts if names(draft)[-2:] == ["deposit", "report"]]

    assert 0 < len(prepared) < len(drafts)
    for draft in prepared:
        last, report = [s for s in draft.statements if isinstance(s, CallStatement)][-2:]
        assert last.receiver == report.receiver


def test_a_call_of_a_test_is_prepared_just_before_it() -> None:
    case = TestCase(
        (
            LiteralStatement(-1, 1),
            CallStatement(-2, "bank:Account", None, (-1,)),
            CallStatement(-3, "bank:Account.report", -2),
        )
    )

    [way] = preparing(case, TestFactory(with_deposits(), [], Random(1)))

    assert names(way())[-2:] == ["deposit", "report"] and way().is_valid()


def with_a_branch() -> Subject:
    """The bank, one of whose branches keeps an account."""
    owner, code = "bank:Branch", Parameter("code", type=TypeRef("str"))
    account = Parameter("account", type=TypeRef("bank:Account"))
    more = [
        Callable("bank:Account.open", "method", "bank:Account", (code,), writes=("balance",)),
        Callable(owner, "constructor", None, (account,), returns=TypeRef(owner)),
        Callable(f"{owner}.use", "method", owner, (code,), writes=("used",)),
        Callable(f"{owner}.close", "method", owner, reads=("used",)),
    ]
    callables = {**bank().callables, **{called.id: called for called in more}}
    return replace(bank(), callables=callables)


BRANCH = (
    LiteralStatement(-1, 1),
    CallStatement(-2, "bank:Account", None, (-1,)),
    CallStatement(-3, "bank:Branch", None, (-2,)),
    LiteralStatement(-4, "a"),
)


def test_another_object_of_a_test_is_prepared_with_the_same_values() -> None:
    case = TestCase((*BRANCH, CallStatement(-5, "bank:Branch.use", -3, (-4,))))
    ways = [way() for way in preparing(case, TestFactory(with_a_branch(), [], Random(1)))]

    [opened] = [way for way in ways if names(way)[-2:] == ["open", "use"]]
    calls = [s for s in opened.statements if isinstance(s, CallStatement)]
    assert opened.is_valid()
    assert calls[-2] == CallStatement(calls[-2].id, "bank:Account.open", -2, (-4,))
    assert len(opened) == len(case) + 1, "no value is made that nothing uses"


def test_what_prepares_a_call_is_now_and_then_prepared_by_another_object() -> None:
    case = TestCase((*BRANCH[:3], CallStatement(-5, "bank:Branch.close", -3)))
    factories = [TestFactory(with_a_branch(), [], Random(seed)) for seed in range(9)]
    ways = [way() for factory in factories for way in preparing(case, factory)]

    [first, *_] = [way for way in ways if names(way)[-3:] == ["open", "use", "close"]]
    opened, used, _ = [s for s in first.statements if isinstance(s, CallStatement)][-3:]
    assert (opened.receiver, used.receiver) == (-2, -3)
    assert opened.args == used.args


def test_values_that_were_given_up_for_shared_ones_are_not_used_later() -> None:
    subject = with_a_branch()
    for seed in range(300):
        factory = TestFactory(subject, ["bank:Branch.close", "bank:Branch.use"], Random(seed))
        draft = factory.draft_of(BRANCH)
        for name in ("close", "use", "close", "use"):
            prepared_call(draft, subject.callables[f"bank:Branch.{name}"], factory)

        assert TestCase(tuple(draft.statements)).is_valid()


def with_registry() -> Subject:
    """The bank, whose module has functions that share what it holds."""
    name = Parameter("name", "either", TypeRef("str"))
    more = [
        Callable("bank:register", "function", None, (name,), writes=("members",)),
        Callable("bank:lookup", "function", None, (name,), reads=("members",)),
        Callable("other:register", "function", None, (name,), writes=("members",)),
    ]
    return replace(bank(), callables={**bank().callables, **{called.id: called for called in more}})


def test_a_function_is_prepared_by_one_that_changes_what_its_module_holds_about_the_same_values() -> None:
    subject = with_registry()
    case = TestCase((LiteralStatement(1, "a"), CallStatement(2, "bank:lookup", None, (1,))))
    factory = TestFactory(subject, list(subject.callables), Random(1))

    [prepare] = preparing(case, factory)
    register, lookup = [s for s in prepare().statements if isinstance(s, CallStatement)]

    assert (register.callable, lookup.callable) == ("bank:register", "bank:lookup")
    assert register.args == lookup.args


def test_a_new_call_of_a_function_is_now_and_then_prepared() -> None:
    drafts = drafts_of("bank:lookup", with_registry())
    called = [[s for s in draft.statements if isinstance(s, CallStatement)] for draft in drafts]

    prepared = [calls for calls in called if [c.callable for c in calls] == ["bank:register", "bank:lookup"]]

    assert 0 < len(prepared) < len(drafts)
    assert all(register.args == lookup.args for register, lookup in prepared)
