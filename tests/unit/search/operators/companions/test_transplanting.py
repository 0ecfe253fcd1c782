"""The values of a private call go into tests in which public code makes the same call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random

from testloom.model.execution import ExecutionResult, Trace
from testloom.model.settings import Settings
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import FileStatement
from testloom.model.subject import Callable, Parameter, PrivateCall, Probe, Subject
from testloom.search import Knowledge, evaluated
from testloom.search.chromosome import Chromosome
from testloom.search.operators.companions.transplanting import transplanted
from testloom.search.operators.mutator import Mutator
from testloom.search.operators.offspring import OPERATORS
from testloom.search.operators.situation import Situation
from tests.unit.search.bank import bank

JOINED = Callable("shop:Cart._joined", "method", "shop:Cart", (Parameter("items"),), is_private=True)
HOST = TestCase(
    (
        LiteralStatement(1, "?a"),
        CallStatement(2, "shop:Cart", None, (1,)),
        LiteralStatement(3, "a"),
        CollectionStatement(4, "dict", (3, 3)),
        CallStatement(5, "shop:Cart.render", 2, (4,)),
    )
)
"""Public code gets {"a": "a"}, and calls the private method with the value under the key."""


def shop() -> Subject:
    """A class with a private method that a public one reaches in a way that its source does not tell."""
    public = Callable("shop:Cart.render", "method", "shop:Cart", (Parameter("values"),))
    made = Callable("shop:Cart", "constructor", "shop:Cart", (Parameter("text"),))
    probes = (Probe(0, "entry", 1, "Cart._joined"), Probe(1, "entry", 9, "Cart.render"))
    callables = {called.id: called for called in (JOINED, public, made)}
    return replace(bank(), module="shop", callables=callables, probes=probes)


def knowledge_of(seed: int) -> Knowledge:
    """What a search knows at its beginning."""
    knowledge = Knowledge(shop(), [], Random(seed))
    knowledge.ids = count(100)
    return knowledge


def private_call(*values: Statement) -> TestCase:
    """Cart("b")._joined(…), with the last of these statements as its argument."""
    made = (LiteralStatement(10, "b"), CallStatement(11, "shop:Cart", None, (10,)))
    return TestCase((*made, *values, CallStatement(20, JOINED.id, 11, (values[-1].id,))))


LISTED = private_call(LiteralStatement(12, True), CollectionStatement(13, "list", (12,)))


def transplants(case: TestCase, tries: int = 30) -> Iterator[TestCase | None]:
    """What is made of the host with the values of a private call."""
    call = case.statements[-1]
    assert isinstance(call, CallStatement)
    return (transplanted(case, call, HOST, knowledge_of(seed)) for seed in range(tries))


def test_a_value_of_the_private_call_takes_each_place_in_the_test_and_its_parts_come_along() -> None:
    made = [case for case in transplants(LISTED) if case is not None]

    assert len(made) == 30 and all(case.is_valid() for case in made)
    lists = [{s.id for s in case if isinstance(s, CollectionStatement) and s.kind == "list"} for case in made]
    assert all(lists)
    users = {
        statement.callable if isinstance(statement, CallStatement) else "dict"
        for case, ids in zip(made, lists, strict=True)
        for statement in case
        if not ids.isdisjoint(statement.references)
    }
    assert users == {"shop:Cart", "shop:Cart.render", "dict"}


def test_the_object_that_is_asked_stays_and_nothing_private_is_called() -> None:
    for case in transplants(LISTED):
        assert case is not None
        last = case.statements[-1]
        assert isinstance(last, CallStatement) and (last.callable, last.receiver) == ("shop:Cart.render", 2)


def test_texts_go_into_files_as_a_whole_and_as_one_of_their_lines() -> None:
    reading = (FileStatement(30, "a.txt", "b\nc"), CallStatement(31, "shop:read"))
    case = private_call(LiteralStatement(12, "d"))
    call = case.calls[-1]

    made = [transplanted(case, call, TestCase(reading), knowledge_of(seed)) for seed in range(40)]

    files = {s.content for one in made if one is not None for s in one if isinstance(s, FileStatement)}
    assert {"d", "d\nc", "b\nd"} <= files


def test_doubles_are_not_transplanted() -> None:
    assert set(transplants(private_call(DoubleStatement(12)), 5)) == {None}


def test_private_tests_are_tried_in_public_ones_that_run_the_private_code() -> None:
    knowledge = knowledge_of(1)
    [operator] = [known for known in OPERATORS if known.name == "call public caller"]
    private = evaluated(LISTED, ExecutionResult("passed", Trace(frozenset({0}))))
    host = evaluated(HOST, ExecutionResult("passed", Trace(frozenset({0, 1}))))
    elsewhere = evaluated(HOST, ExecutionResult("passed", Trace(frozenset({1}))))

    def proposed(*kept: Chromosome) -> list[TestCase]:
        at = Situation(knowledge, Mutator(), Settings(), host, lambda: host, lambda: kept)
        assert operator.applies(at)
        return list(operator.propose(at))

    [made] = proposed(private, host)
    assert any(isinstance(s, CollectionStatement) and s.kind == "list" for s in made)
    assert proposed(private, elsewhere) == []


def test_private_texts_go_into_what_tests_of_a_public_caller_prepare_to_be_read() -> None:
    calls = (PrivateCall("._joined"),)
    public = Callable("shop:Cart.render", "method", "shop:Cart", private_calls=calls)
    subject = shop()
    subject = replace(subject, callables={**subject.callables, public.id: public})
    knowledge = Knowledge(subject, [], Random(1))
    knowledge.ids = count(100)
    [operator] = [known for known in OPERATORS if known.name == "call public caller"]
    case = private_call(LiteralStatement(12, "d"))
    private = evaluated(case, ExecutionResult("passed", Trace(frozenset({0}))))
    file = FileStatement(30, "a.txt", "b")
    host = evaluated(TestCase((file, *HOST)), ExecutionResult("passed", Trace(frozenset({1}))))
    at = Situation(knowledge, Mutator(), Settings(), host, lambda: host, lambda: (private, host))

    made = [test for _ in range(40) for test in operator.propose(at)]

    assert "d" in {s.content for test in made for s in test if isinstance(s, FileStatement)}
