"""What a test calls privately is called through public callers, with the same values."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

from testloom.model.execution import ExecutionResult, Trace
from testloom.model.settings import Settings
from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    CollectionStatement,
    LiteralStatement,
    MakeStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, PrivateCall, Subject, SubjectClass
from testloom.search import Knowledge, evaluated
from testloom.search.chromosome import Chromosome
from testloom.search.operators.companions.calling import called_publicly, privately_called
from testloom.search.operators.mutator import Mutator
from testloom.search.operators.offspring import OPERATORS
from testloom.search.operators.situation import Situation
from testloom.search.providers.callables.callers import Callers
from tests.unit.search.bank import bank

TEXT, SEPARATOR = Parameter("text"), Parameter("sep", has_default=True)
PARSED = Callable("shop:_parsed", "function", parameters=(TEXT, SEPARATOR), is_private=True)


def shop(*callables: Callable) -> Subject:
    """A module with a private function, a class, and these callables."""
    known = {called.id: called for called in (PARSED, *callables)}
    classes = {name: SubjectClass(name, ("shop:Base",)) for name in ("shop:Base", "shop:Cart")}
    return replace(bank(), module="shop", callables=known, classes=classes)


def caller(name: str, *given: tuple[int | str, str], calls: str = "_parsed", **others: object) -> Callable:
    """A function that makes one private call."""
    parameters = (Parameter("strict"), Parameter("source"), Parameter("by", "keyword", has_default=True))
    made = Callable(f"shop:{name}", "function", parameters=parameters)
    return replace(made, private_calls=(PrivateCall(calls, given),), **others)  # type: ignore[arg-type]


def knowledge_of(subject: Subject) -> Knowledge:
    """What a search knows at its beginning."""
    knowledge = Knowledge(subject, [], Random(1))
    knowledge.ids = count(100)
    return knowledge


def public_way(case: TestCase, knowledge: Knowledge, *hosts: TestCase) -> TestCase | None:
    """What becomes of a test's private call."""
    call = privately_called(case)
    assert call is not None
    return called_publicly(case, call, hosts, knowledge)


def private_call(**sep: int) -> TestCase:
    """_parsed("a;b"), perhaps with a separator."""
    literals = (LiteralStatement(1, "a;b"), LiteralStatement(2, ";"))
    call = CallStatement(3, PARSED.id, None, (1,), tuple(sep.items()))
    return TestCase((*literals[: 1 + len(sep)], call))


def test_a_way_is_known_once_although_several_paths_lead_there() -> None:
    first = caller("_first", (0, "source"), is_private=True)
    second = caller("_second", (0, "source"), is_private=True)
    calls = (PrivateCall("_first", ((1, "source"),)), PrivateCall("_second", ((1, "source"),)))
    outer = replace(caller("parse"), private_calls=(*calls, calls[0]))
    twice = replace(caller("read"), private_calls=(PrivateCall("_parsed", ((0, "source"),)),) * 2)

    found = Callers(shop(first, second, outer, twice)).of(PARSED.id)

    assert [(way.caller.id, way.given) for way in found] == [
        ("shop:read", {"text": "source"}),
        ("shop:parse", {"text": "source"}),
    ]


def test_public_callers_are_known_through_private_ones_with_what_they_pass_on() -> None:
    inner = caller("_inner", (0, "source"), is_private=True)
    outer = caller("parse_all", (1, "*source"), ("by", "by"), calls="_inner")
    callers = Callers(shop(inner, outer, caller("parse", (0, "source"), (1, "by"))))

    found = callers.of(PARSED.id)

    assert [(way.caller.name, way.given) for way in found] == [
        ("parse", {"text": "source", "sep": "by"}),
        ("parse_all", {"text": "*source"}),
    ]
    assert callers.of("shop:parse") == []


def test_methods_of_the_object_are_those_of_its_class_or_of_a_base() -> None:
    private = Callable("shop:Base._fill", "method", "shop:Base", is_private=True)
    mangled = Callable("shop:Cart._Cart__sum", "method", "shop:Cart", is_private=True)
    filling = Callable("shop:Cart.fill", "method", "shop:Cart", private_calls=(PrivateCall("._fill"),))
    total = Callable("shop:Cart.total", "property", "shop:Cart", private_calls=(PrivateCall(".__sum"),))
    callers = Callers(shop(private, mangled, filling, total))

    assert [way.caller for way in callers.of(private.id)] == [filling]
    assert [way.caller for way in callers.of(mangled.id)] == [total]


def test_the_values_of_a_private_call_go_to_its_public_caller() -> None:
    knowledge = knowledge_of(shop(caller("parse", (0, "source"), ("sep", "by"))))

    made = public_way(private_call(sep=2), knowledge)

    assert made is not None and made.is_valid()
    last = made.statements[-1]
    assert isinstance(last, CallStatement) and last.callable == "shop:parse"
    assert (last.args[1], dict(last.kwargs)["by"]) == (1, 2)


def test_a_caller_that_goes_through_items_gets_a_list_of_the_value() -> None:
    knowledge = knowledge_of(shop(caller("parse_all", (0, "*source"))))

    made = public_way(private_call(), knowledge)

    assert made is not None and made.is_valid()
    last = made.statements[-1]
    assert isinstance(last, CallStatement) and last.callable == "shop:parse_all"
    [given] = [statement for statement in made if statement.id == last.args[1]]
    assert isinstance(given, CollectionStatement) and (given.kind, given.items) == ("list", (1,))


def test_the_object_of_a_private_method_is_the_one_that_is_asked_publicly() -> None:
    private = Callable("shop:Cart._fill", "method", "shop:Cart", (TEXT,), is_private=True)
    call = PrivateCall("._fill", ((0, "items"),))
    rest = (Parameter("items", "args"),)
    public = Callable("shop:Cart.fill", "method", "shop:Cart", rest, private_calls=(call,))
    made_by = Callable("shop:Cart", "constructor", "shop:Cart")
    case = TestCase(
        (
            CallStatement(1, "shop:Cart"),
            LiteralStatement(2, "a"),
            CallStatement(3, private.id, 1, (2,)),
            CallStatement(4, public.id, 1),
        )
    )

    made = public_way(case, knowledge_of(shop(private, public, made_by)))

    assert made is not None and made.is_valid()
    assert made.statements[-1].references == (1, 2)


def test_nothing_public_is_called_in_place_of_what_only_private_code_calls() -> None:
    knowledge = knowledge_of(shop(caller("_inner", (0, "source"), is_private=True)))

    assert public_way(private_call(), knowledge) is None


def test_private_tests_that_are_kept_are_tried_through_public_callers() -> None:
    knowledge = knowledge_of(shop(caller("parse", (0, "source"))))
    ran = ExecutionResult("passed", Trace(frozenset()))
    private, plain = (evaluated(TestCase(private_call().statements[:n]), ran) for n in (2, 1))
    [operator] = [known for known in OPERATORS if known.name == "call public caller"]

    def kept(*tests: Chromosome) -> Situation:
        return Situation(knowledge, Mutator(), Settings(), plain, lambda: plain, lambda: tests)

    assert not operator.applies(kept(plain))
    assert operator.applies(kept(plain, private))
    [made] = operator.propose(kept(plain, private))
    assert getattr(made.statements[-1], "callable", "") == "shop:parse"


def test_nothing_public_makes_an_instance_of_a_private_abstract_class() -> None:
    knowledge = knowledge_of(shop(caller("parse", (0, "source"))))
    ran = ExecutionResult("passed", Trace(frozenset()))
    defined = ClassStatement(1, "Item", ("shop:_Base",))
    private = evaluated(TestCase((defined, MakeStatement(2, "shop:_Base", 1))), ran)
    [operator] = [known for known in OPERATORS if known.name == "call public caller"]

    at = Situation(knowledge, Mutator(), Settings(), private, lambda: private, lambda: [private])

    assert operator.propose(at) == ()
