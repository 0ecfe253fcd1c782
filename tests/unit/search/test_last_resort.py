from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from testloom.model.environment import StateStatement
from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.names import home_of, is_private
from testloom.model.settings import Settings
from testloom.model.statements import (
    Answer,
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject, SubjectClass
from testloom.model.types import ANY, TypeRef
from testloom.search.breeding.creation import add_assignment, random_test
from testloom.search.breeding.crossover import cross
from testloom.search.breeding.doubles import changed as change
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.environment import replaced
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.last_resort import (
    OBSTINATE,
    PATIENCE,
    LastResort,
    doubled_in,
    has_double,
    is_last_resort,
    misuses,
    private_in,
)
from testloom.search.breeding.mutation import mutate
from testloom.search.chromosome import Chromosome, evaluated
from testloom.search.reduction.minimisation import minimise

from .bank import FakeBank, bank

ALWAYS = Settings(doubles_after=0, doubles_probability=1, private_after=0, private_probability=1)


def shop() -> Subject:
    """The bank with a private function, and one that takes what nothing here can build."""
    more = [
        Callable("bank:_audit", "function", parameters=(Parameter("entry"),), is_private=True),
        Callable("bank:report", "function", parameters=(Parameter("logger", uses=("debug", "info")),)),
        Callable("bank:pay", "function", parameters=(Parameter("gateway", type=TypeRef("net:Gateway")),)),
    ]
    return replace(bank(), callables={**bank().callables, **{called.id: called for called in more}})


def factory(seed: int, chosen: Settings = ALWAYS) -> TestFactory:
    subject = shop()
    made = TestFactory(subject, ["bank:report", "bank:pay", "bank:transfer"], Random(seed))
    made.last_resort = LastResort(chosen)
    made.private_targets = [subject.callables["bank:_audit"]]
    return made


def changed(statement: DoubleStatement, draft: Draft, maker: TestFactory) -> DoubleStatement:
    """The double with other answers."""
    other = change(statement, draft, maker)
    assert isinstance(other, DoubleStatement)
    return other


def doubles_in(tests: list[TestCase]) -> set[str]:
    return {s.spec or ",".join(s.names) for case in tests for s in case if isinstance(s, DoubleStatement)}


def test_what_nothing_offers_and_what_cannot_be_built_is_doubled_at_once() -> None:
    tests = [random_test(factory(seed, Settings())) for seed in range(60)]

    assert doubles_in(tests) == {"debug,info", "net:Gateway"}


def test_what_can_be_built_is_doubled_late() -> None:
    late = Settings(doubles_after=0, doubles_probability=1)

    assert "bank:Account" not in doubles_in([random_test(factory(seed, Settings())) for seed in range(60)])
    assert "bank:Account" in doubles_in([random_test(factory(seed, late)) for seed in range(60)])


def test_without_doubles_and_private_there_are_none() -> None:
    plain = replace(ALWAYS, without=("doubles", "private"))

    assert not any(is_last_resort(random_test(factory(seed, plain))) for seed in range(60))


def test_a_search_that_stagnates_does_not_wait() -> None:
    resort = LastResort(Settings(doubles_probability=1, private_probability=1))
    assert not resort.doubles(Random(1))

    for _ in range(PATIENCE):
        resort.note_generation(0)

    assert resort.doubles(Random(1)) and not resort.private(Random(1))
    resort.note_generation(1)
    assert not resort.doubles(Random(1))


def test_what_tests_fail_within_again_and_again_is_doubled_at_once() -> None:
    resort = LastResort(Settings(doubles_probability=1))

    for _ in range(OBSTINATE):
        assert not resort.replaces("fetch", Random(1))
        resort.note_failure("fetch")

    assert resort.replaces("fetch", Random(1)) and not resort.replaces("parse", Random(1))


def test_without_doubles_nothing_that_fails_is_doubled() -> None:
    resort = LastResort(Settings(without=("doubles",)))

    for _ in range(OBSTINATE):
        resort.note_failure("fetch")

    assert not resort.replaces("fetch", Random(1))


@pytest.mark.parametrize(("spent", "expected"), [(0.39, False), (0.41, True)])
def test_what_is_private_waits_for_half_of_its_share_even_when_the_search_stagnates(
    spent: float, expected: bool
) -> None:
    resort = LastResort(Settings(private_after=0.8, private_probability=1), lambda: spent)

    for _ in range(2 * PATIENCE):
        resort.note_generation(0)

    assert resort.private(Random(1)) is expected


@given(st.integers(min_value=0, max_value=1 << 32))
@settings(deadline=None, max_examples=50)
def test_tests_with_doubles_stay_valid_and_give_none_to_nothing_private(seed: int) -> None:
    maker = factory(seed)
    one, other = random_test(maker), random_test(maker)
    for _ in range(10):
        one, other = cross(mutate(one, maker, 30), mutate(other, maker, 30), maker, max_statements=30)
        assert one.is_valid() and other.is_valid()
    assert not misuses(random_test(maker))


def test_what_a_double_was_asked_becomes_an_answer() -> None:
    maker = factory(1)
    maker.learned.take_uses({5: ("debug()", "info()")})
    statement = DoubleStatement(5, "", ("debug", "info"))

    answered = changed(statement, maker.draft_of(), maker)

    assert next(answer.path for answer in answered.answers) in ("debug()", "info()")


def test_a_call_that_is_made_again_gets_another_answer() -> None:
    maker = factory(1)
    maker.learned.take_uses({5: ("next()", "next()")})
    statement = DoubleStatement(5, "", (), (Answer("next()", 1),))

    changes = [changed(statement, maker.draft_of(), maker).answers for _ in range(20)]

    assert max(map(len, changes)) == 2
    assert {answer.path for answers in changes for answer in answers} == {"next()"}


def test_answers_that_are_asked_no_more_disappear() -> None:
    maker = factory(1)
    maker.learned.take_uses({5: ("debug()",)})
    statement = DoubleStatement(5, "", (), (Answer("close()", 1), Answer("debug()", 2)))

    for _ in range(5):
        assert "close()" not in [a.path for a in changed(statement, maker.draft_of(), maker).answers]


def test_what_was_a_last_resort_is_told() -> None:
    case = TestCase(
        (
            DoubleStatement(1, "shop:Gateway"),
            DoubleStatement(2),
            StateStatement(3, "shop:connect", 2),
            DoubleStatement(4, "", ("get", "post")),
            CallStatement(5, "shop:Till._open"),
        )
    )

    assert doubled_in(case) == ("shop:Gateway", "shop:connect", "get, post")
    assert private_in(case) == ("shop:Till._open",)


def test_a_test_without_doubles_is_preferred_however_long_it_is() -> None:
    passed = ExecutionResult("passed", Trace(frozenset({1})))
    doubled = evaluated(TestCase((DoubleStatement(1),)), passed)
    long = evaluated(TestCase(tuple(LiteralStatement(n, "x" * 50) for n in range(30))), passed)

    assert long.cost < doubled.cost


@pytest.mark.parametrize(("explicit", "kept"), [(True, True), (False, False)])
def test_an_error_that_a_double_may_have_caused_is_not_shown(explicit: bool, kept: bool) -> None:
    error = RaisedException("builtins:ValueError", "", explicit, in_subject=True)
    result = ExecutionResult("raised", Trace(frozenset()), 2, error)

    assert evaluated(TestCase((DoubleStatement(1),)), result).is_presentable is kept


def test_minimisation_drops_answers_and_never_gives_none_to_what_is_private() -> None:
    case = TestCase(
        (
            LiteralStatement(1, "memo"),
            DoubleStatement(2, "", ("debug",), (Answer("debug()", 1),)),
            CallStatement(3, "bank:_audit", None, (1,)),
            CallStatement(4, "bank:report", None, (2,)),
        )
    )
    executor = FakeBank(lambda _: ExecutionResult("passed", Trace(frozenset())))
    small = minimise(evaluated(case, executor.execute([case])[0]), [], shop(), executor, lambda: False)

    assert not any(s.answers for s in small.case if isinstance(s, DoubleStatement))
    assert not misuses(small.case)


def test_minimisation_puts_a_plain_value_in_place_of_a_double_that_makes_no_difference() -> None:
    case = TestCase(
        (DoubleStatement(1), DoubleStatement(2, "net:Gateway"), CallStatement(3, "bank:pay", None, (1, 2)))
    )
    executor = FakeBank(lambda _: ExecutionResult("passed", Trace(frozenset())))

    small = minimise(evaluated(case, executor.execute([case])[0]), [], shop(), executor, lambda: False)

    assert not any(isinstance(s, DoubleStatement) and not s.spec for s in small.case)


def test_minimisation_hands_over_a_double_itself_where_an_object_only_held_it() -> None:
    made = CallStatement(2, "net:Gateway", None, (1,))
    case = TestCase((DoubleStatement(1), made, CallStatement(3, "bank:report", None, (2,))))
    subject = replace(shop(), classes={**shop().classes, "net:Gateway": SubjectClass("net:Gateway")})
    passed = ExecutionResult("passed", Trace(frozenset()))
    executor = FakeBank(lambda _: passed)

    def reports(case: TestCase) -> bool:
        return has_double(case) and getattr(case.statements[-1], "callable", "") == "bank:report"

    small = minimise(evaluated(case, passed), [], subject, executor, lambda: False, reports)

    assert [getattr(statement, "callable", "double") for statement in small.case] == ["double", "bank:report"]


@pytest.mark.parametrize(
    ("path", "private", "home"),
    [
        ("shop.cart:Cart._total", True, "shop.cart:Cart"),
        ("shop.cart:_total", True, "shop:cart"),
        ("cart:_total", True, "cart"),
        ("shop.cart:_Cart.total", True, "shop:cart"),
        ("shop._cart:Cart.__len__", False, "shop._cart:Cart"),
    ],
)
def test_private_names_are_known_by_how_they_begin(path: str, private: bool, home: str) -> None:
    assert is_private(path) is private
    assert home_of(path) == home


def test_what_the_subject_imports_is_replaced_by_a_double_that_may_raise_what_it_handles() -> None:
    subject = replace(shop(), collaborators=("bank:send",), caught=("builtins:OSError",))
    made = [
        replaced(
            TestCase((CallStatement(-1, "bank:report"),)), TestFactory(subject, ["bank:report"], Random(n))
        )
        for n in range(20)
    ]

    assert all(case is not None and case.is_valid() for case in made)
    answers = {s.answers for case in made if case for s in case if isinstance(s, DoubleStatement)}
    assert {bool(answer) for answer in answers} == {True, False}


def test_without_collaborators_nothing_is_replaced() -> None:
    assert replaced(TestCase((CallStatement(-1, "bank:report"),)), factory(1)) is None


def test_a_dict_takes_the_place_of_what_keys_were_looked_up_in() -> None:
    maker = factory(1)
    maker.learned.take_uses({5: ("params['path']", "params.__getitem__()"), 6: ("['a[0]']", "[0]")})
    has, itself = DoubleStatement(5), DoubleStatement(6)
    drafts = [maker.draft_of() for _ in range(20)]

    answered = [(draft, s) for draft in drafts if isinstance(s := change(has, draft, maker), DoubleStatement)]
    replaced_by = [
        s for draft in drafts if isinstance(s := change(itself, draft, maker), CollectionStatement)
    ]

    keys = [
        literals_of(draft, answer.value)
        for draft, s in answered
        for answer in s.answers
        if answer.path == "params"
    ]
    assert keys and all("path" in found for found in keys)
    assert {s.id for s in replaced_by} == {6} and len(replaced_by[0].items) == 4


def test_dicts_stand_in_a_dict_where_keys_were_looked_up_in_what_was_found() -> None:
    maker = factory(1)
    maker.learned.take_uses({5: ("()['data']", "().__getitem__()['title']")})
    drafts = [maker.draft_of() for _ in range(20)]

    answered = [
        (draft, s)
        for draft in drafts
        if isinstance(s := change(DoubleStatement(5), draft, maker), DoubleStatement)
    ]

    depths = [
        depth_of(draft, answer.value) for draft, s in answered for answer in s.answers if answer.path == "()"
    ]
    assert max(depths) == 2


def depth_of(draft: Draft, value: int) -> int:
    """How deep the collections of a draft are nested."""
    found = [s for s in draft.statements if s.id == value and isinstance(s, CollectionStatement)]
    return max((1 + depth_of(draft, item) for s in found for item in s.items), default=0)


def literals_of(draft: Draft, value: int) -> list[object]:
    """The plain items of a collection of a draft."""
    literals = {s.id: s.value for s in draft.statements if isinstance(s, LiteralStatement)}
    [collection] = [s for s in draft.statements if s.id == value and isinstance(s, CollectionStatement)]
    return [literals[item] for item in collection.items if item in literals]


def test_an_assigned_private_attribute_is_a_last_resort_and_never_none() -> None:
    made = (LiteralStatement(1, 5), CallStatement(2, "bank:Account", None, (1,)))
    case = TestCase((*made, AssignmentStatement(3, 2, "_limit", 1)))

    assert is_last_resort(case) and private_in(case) == ("bank:Account._limit",)
    assert not misuses(case)
    assert misuses(TestCase((LiteralStatement(0, None), *made, AssignmentStatement(3, 2, "_limit", 0))))


@pytest.mark.parametrize(
    "asking",
    [
        CallStatement(2, "bank:Vault.open", 1),
        AttributeStatement(2, 1, "is_open"),
        InvokeStatement(2, 1),
        EnterStatement(2, 1),
    ],
)
def test_a_test_that_asks_a_double_itself_is_none(asking: Statement) -> None:
    assert misuses(TestCase((DoubleStatement(1, "bank:Vault"), asking)))
    assert not misuses(TestCase((LiteralStatement(1, 5), asking)))


def test_what_a_test_calls_a_method_of_is_no_double_of_the_draft() -> None:
    maker = TestFactory(bank(), ["bank:Account.withdraw"], Random(1))
    draft = maker.draft_of([DoubleStatement(1, "bank:Account")])

    receivers = {maker.instance(draft, "bank:Account", 1, is_receiver=True) for _ in range(20)}

    assert 1 not in receivers


@pytest.mark.parametrize(("real", "is_doubled"), [((), True), (("bank:Vault",), False)])
def test_what_is_to_be_real_is_not_doubled(real: tuple[str, ...], is_doubled: bool) -> None:
    maker = TestFactory(bank(), ["bank:transfer"], Random(1))
    maker.last_resort, maker.real = LastResort(ALWAYS), real
    draft = maker.draft_of()

    maker.instance(draft, "bank:Vault", 1)

    assert any(isinstance(statement, DoubleStatement) for statement in draft.statements) is is_doubled


@pytest.mark.parametrize(("chosen", "expected"), [(ALWAYS, "_limit"), (Settings(), "owner")])
def test_private_attributes_are_assigned_late(chosen: Settings, expected: str) -> None:
    account = SubjectClass("bank:Account", assignable={"owner": ANY}, private={"_limit": TypeRef("none")})
    maker = TestFactory(replace(bank(), classes={"bank:Account": account}), ["bank:transfer"], Random(1))
    maker.last_resort = LastResort(chosen)
    draft = maker.draft_of([LiteralStatement(-1, 1), CallStatement(-2, "bank:Account", None, (-1,))])

    assert add_assignment(draft, maker)
    case = TestCase(tuple(draft.statements))
    assert [s.name for s in case if isinstance(s, AssignmentStatement)] == [expected]
    assert not misuses(case)


def test_a_message_that_names_what_nobody_told_a_double_to_answer_is_not_kept() -> None:
    case = TestCase((DoubleStatement(5, "bank:Account"), CallStatement(6, "bank:transfer", None, (5,))))

    def ended(message: str) -> Chromosome:
        error = RaisedException("builtins:TypeError", message, explicit=True, in_subject=True)
        return evaluated(case, ExecutionResult("raised", Trace(frozenset()), 6, error))

    assert not ended("NonCallableMagicMock returned MagicMock").is_presentable
    assert ended("NonCallableMagicMock returned int").is_presentable


def test_a_double_answers_from_the_start_what_others_of_its_class_were_asked() -> None:
    subject = bank()
    method = Callable("bank:Account.label", "method", "bank:Account", returns=TypeRef("str"))
    known = {**subject.callables, method.id: method}
    maker = TestFactory(replace(subject, callables=known), ["bank:transfer"], Random(1))
    maker.learned.take_calls(DoubleStatement(5, "bank:Account"), ("label()", "withdraw()", "name"))

    draft = maker.draft_of()
    maker.double(draft, "bank:Account")

    [text, double] = draft.statements
    assert isinstance(text, LiteralStatement) and isinstance(text.value, str)
    assert isinstance(double, DoubleStatement)
    assert double.answers == (Answer("label()", text.id),)
