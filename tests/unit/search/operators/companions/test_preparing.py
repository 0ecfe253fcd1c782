"""Methods are called behind those that change what they look at."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject, SubjectClass
from testloom.model.types import TypeRef
from testloom.search.operators.companions.preparing import (
    followed_up,
    is_prepared,
    prepared_call,
    preparing,
    preparing_in_turn,
)
from testloom.search.providers.callables.preparers import Preparers
from testloom.search.providers.draft import Draft
from testloom.search.providers.knowledge import Knowledge
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


def names_of(called: str, subject: Subject) -> list[str]:
    """What prepares a callable."""
    return [other.name for other in Preparers(subject).of(subject.callables[called])]


def drafts_of(target: str, subject: Subject) -> list[Draft]:
    """New calls of a target, each in a test of its own."""
    drafts = []
    for seed in range(40):
        builder = Knowledge(subject, list(subject.callables), Random(seed)).builder()
        prepared_call(builder, subject.callables[target])
        drafts.append(builder.draft)
    return drafts


def test_what_changes_what_a_method_reads_prepares_it() -> None:
    subject = with_deposits()

    assert names_of("bank:Account.report", subject) == ["deposit"]
    assert not names_of("bank:Account.rename", subject)


def test_what_reads_what_it_changes_prepares_itself() -> None:
    subject = with_deposits()

    assert names_of("bank:Account.deposit", subject) == ["deposit"]


def test_what_stores_rows_prepares_functions_of_other_modules_that_find_them() -> None:
    entries = [
        Callable("bank:Row.objects.create", "function", writes=("bank:Row",)),
        Callable("reports:total", "function", reads=("bank:Row",)),
        Callable("reports:limit", "function", reads=("Row",)),
    ]
    subject = replace(bank(), callables={called.id: called for called in entries})

    found = Preparers(subject).of(subject.callables["reports:total"])

    assert [called.id for called in found] == ["bank:Row.objects.create"]
    assert not Preparers(subject).of(subject.callables["reports:limit"])


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

    [way] = preparing(case, Knowledge(with_deposits(), [], Random(1)))

    assert names(way())[-2:] == ["deposit", "report"] and way().is_valid()


def test_each_call_is_prepared_in_one_way_before_one_is_prepared_in_another() -> None:
    subject = with_deposits()
    more = Callable("bank:Account.earn", "method", "bank:Account", writes=("balance",))
    subject = replace(subject, callables={**subject.callables, more.id: more})
    account = (LiteralStatement(-1, 1), CallStatement(-2, "bank:Account", None, (-1,)))
    cases = [
        TestCase((*account, CallStatement(-3, f"bank:Account.{name}", -2))) for name in ("report", "deposit")
    ]

    made = list(preparing_in_turn([(case, -3) for case in cases], Knowledge(subject, [], Random(1))))

    assert [names(case)[1:] for case in made] == [
        ["deposit", "report"],
        ["deposit", "deposit"],
        ["earn", "report"],
        ["earn", "deposit"],
    ]


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
    ways = [way() for way in preparing(case, Knowledge(with_a_branch(), [], Random(1)))]

    [opened] = [way for way in ways if names(way)[-2:] == ["open", "use"]]
    calls = [s for s in opened.statements if isinstance(s, CallStatement)]
    assert opened.is_valid()
    assert calls[-2] == CallStatement(calls[-2].id, "bank:Account.open", -2, (-4,))
    assert len(opened) == len(case) + 1, "no value is made that nothing uses"


def test_what_prepares_a_call_is_now_and_then_prepared_by_another_object() -> None:
    case = TestCase((*BRANCH[:3], CallStatement(-5, "bank:Branch.close", -3)))
    factories = [Knowledge(with_a_branch(), [], Random(seed)) for seed in range(9)]
    ways = [way() for knowledge in factories for way in preparing(case, knowledge)]

    [first, *_] = [way for way in ways if names(way)[-3:] == ["open", "use", "close"]]
    opened, used, _ = [s for s in first.statements if isinstance(s, CallStatement)][-3:]
    assert (opened.receiver, used.receiver) == (-2, -3)
    assert opened.args == used.args


def test_values_that_were_given_up_for_shared_ones_are_not_used_later() -> None:
    subject = with_a_branch()
    for seed in range(300):
        knowledge = Knowledge(subject, ["bank:Branch.close", "bank:Branch.use"], Random(seed))
        builder = knowledge.builder(BRANCH)
        for name in ("close", "use", "close", "use"):
            prepared_call(builder, subject.callables[f"bank:Branch.{name}"])

        assert TestCase(tuple(builder.draft.statements)).is_valid()


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
    knowledge = Knowledge(subject, list(subject.callables), Random(1))

    [prepare] = preparing(case, knowledge)
    register, lookup = [s for s in prepare().statements if isinstance(s, CallStatement)]

    assert (register.callable, lookup.callable) == ("bank:register", "bank:lookup")
    assert register.args == lookup.args


def test_a_new_call_of_a_function_is_now_and_then_prepared() -> None:
    drafts = drafts_of("bank:lookup", with_registry())
    called = [[s for s in draft.statements if isinstance(s, CallStatement)] for draft in drafts]

    prepared = [calls for calls in called if [c.callable for c in calls] == ["bank:register", "bank:lookup"]]

    assert 0 < len(prepared) < len(drafts)
    assert all(register.args == lookup.args for register, lookup in prepared)


def with_a_desk() -> Subject:
    """The bank, with a desk that gives out numbers and is asked by them."""
    owner, number = "bank:Desk", Parameter("number")
    name = Parameter("name", type=TypeRef("str"))
    more = [
        Callable(owner, "constructor", None, returns=TypeRef(owner)),
        Callable(f"{owner}.take", "method", owner, (name,), TypeRef("int"), writes=("waiting",)),
        Callable(f"{owner}.serve", "method", owner, (number,), reads=("waiting",)),
    ]
    return replace(bank(), callables={**bank().callables, **{called.id: called for called in more}})


DESK = (CallStatement(-1, "bank:Desk"), LiteralStatement(-2, 7))


def calls_of(case: TestCase) -> list[CallStatement]:
    return [s for s in case.statements if isinstance(s, CallStatement)]


def test_what_a_call_returned_is_now_and_then_what_the_next_is_about() -> None:
    case = TestCase((*DESK, CallStatement(-3, "bank:Desk.serve", -1, (-2,))))
    ways = [
        way() for seed in range(20) for way in preparing(case, Knowledge(with_a_desk(), [], Random(seed)))
    ]

    handed_on = [way for way in ways if calls_of(way)[-1].args == (calls_of(way)[-2].id,)]

    assert 0 < len(handed_on) < len(ways)
    assert all(way.is_valid() for way in ways)
    assert all(len(way) == 4 for way in handed_on), "the number that nobody asks for any more is gone"


@pytest.mark.parametrize(("name", "attribute"), [("number", "number"), ("ticket_number", "number")])
def test_an_attribute_of_what_a_call_returned_is_what_the_next_is_about(name: str, attribute: str) -> None:
    desk, ticket = with_a_desk(), SubjectClass("bank:Ticket", attributes=("number", "name"))
    take = replace(desk.callables["bank:Desk.take"], returns=TypeRef(ticket.id))
    serve = replace(desk.callables["bank:Desk.serve"], parameters=(Parameter(name, type=TypeRef("int")),))
    callables = {**desk.callables, take.id: take, serve.id: serve}
    subject = replace(desk, callables=callables, classes={**desk.classes, ticket.id: ticket})
    case = TestCase((DESK[0], LiteralStatement(-2, "a"), CallStatement(-3, take.id, -1, (-2,))))

    found = [followed_up(case, (), Knowledge(subject, [], Random(seed))) for seed in range(20)]
    read = [test for test in found if test is not None and AttributeStatement in map(type, test.statements)]

    assert 0 < len(read) < len(found)
    for test in read:
        *_, attribute_of, last = test.statements
        assert isinstance(attribute_of, AttributeStatement) and isinstance(last, CallStatement)
        assert (attribute_of.source, attribute_of.name, last.args) == (-3, attribute, (attribute_of.id,))


def test_a_call_is_followed_up_by_one_that_looks_at_what_it_changed() -> None:
    case = TestCase((DESK[0], LiteralStatement(-2, "a"), CallStatement(-3, "bank:Desk.take", -1, (-2,))))
    found = [followed_up(case, (), Knowledge(with_a_desk(), [], Random(seed))) for seed in range(20)]

    assert {names(test)[-1] for test in found if test is not None} == {"serve"}
    assert any(test is not None and calls_of(test)[-1].args == (-3,) for test in found)


def test_what_changes_nothing_is_not_followed_up() -> None:
    case = TestCase((*DESK, CallStatement(-3, "bank:Desk.serve", -1, (-2,))))

    assert followed_up(case, (), Knowledge(with_a_desk(), [], Random(1))) is None


def test_a_call_is_repeated_with_some_of_its_values() -> None:
    subject = with_a_desk()
    take = replace(subject.callables["bank:Desk.take"], reads=("waiting",))
    subject = replace(subject, callables={**subject.callables, take.id: take})
    case = TestCase((DESK[0], LiteralStatement(-2, "a"), CallStatement(-3, take.id, -1, (-2,))))
    found = [followed_up(case, (), Knowledge(subject, [], Random(seed))) for seed in range(30)]

    again = [calls_of(test)[-1].args for test in found if test is not None and names(test)[-1] == "take"]

    assert (-2,) in again and len(set(again)) > 1


def with_pages() -> Subject:
    """Pages, whose text and notes are not set by any call, and a function that looks at a page."""
    page, text = "book:Page", TypeRef("str")
    attributes = {"text": text, "notes": text, "number": TypeRef("int"), "title": text}
    known = SubjectClass(page, assignable=attributes)
    entries = [
        Callable(page, "constructor", parameters=(Parameter("title"),), returns=TypeRef(page)),
        Callable("book:Page.show", "method", page, reads=("text", "title", "_notes")),
        Callable(
            "book:printed", "function", parameters=(Parameter("page", type=TypeRef(page), uses=("number",)),)
        ),
    ]
    return replace(bank(), callables={each.id: each for each in entries}, classes={page: known})


def assigned(case: TestCase) -> set[str]:
    """The attributes that the ways to prepare a test case assign, each behind what made the object."""
    knowledge = Knowledge(with_pages(), ["book:Page.show"], Random(1))
    assert is_prepared(case, knowledge) == bool(list(preparing(case, knowledge)))
    found = set()
    for way in preparing(case, knowledge):
        made, *_, assignment, last = way().statements
        assert isinstance(assignment, AssignmentStatement)
        assert (assignment.source, last) == (made.id, case.statements[-1])
        found.add(assignment.name)
    return found


def test_what_a_method_reads_of_its_object_is_assigned() -> None:
    page = CallStatement(-1, "book:Page")

    assert assigned(TestCase((page, CallStatement(-2, "book:Page.show", -1)))) == {"text", "notes"}


def test_what_a_test_assigns_already_is_not_assigned_again() -> None:
    text, page = LiteralStatement(-4, "a"), CallStatement(-1, "book:Page")
    before = (page, text, AssignmentStatement(-3, -1, "text", -4))

    assert assigned(TestCase((*before, CallStatement(-2, "book:Page.show", -1)))) == {"notes"}


def test_what_a_function_reads_of_an_argument_is_assigned() -> None:
    page = CallStatement(-1, "book:Page")

    assert assigned(TestCase((page, CallStatement(-2, "book:printed", None, (-1,))))) == {"number"}
    assert not assigned(TestCase((page,)))


def test_no_object_is_assigned_to_an_attribute_of_itself() -> None:
    node = "tree:Node"
    known = SubjectClass(node, assignable={"parent": TypeRef(node)})
    entries = [
        Callable(node, "constructor", returns=TypeRef(node)),
        Callable("tree:Node.path", "method", node, reads=("parent",)),
    ]
    subject = replace(bank(), callables={each.id: each for each in entries}, classes={node: known})
    case = TestCase((CallStatement(-1, node), CallStatement(-2, "tree:Node.path", -1)))

    for seed in range(20):
        [way] = preparing(case, Knowledge(subject, ["tree:Node.path"], Random(seed)))
        assert all(s.source != s.value for s in way() if isinstance(s, AssignmentStatement))
