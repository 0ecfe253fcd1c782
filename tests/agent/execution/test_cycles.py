"""Tests run, are observed and are assessed whatever their values lead back to, and however deep they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from testloom.execution import Agent, AgentSettings
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    ReferenceStatement,
    TestCase,
)
from tests.agent.cases import call, case
from tests.agent.conftest import SUBJECTS
from tests.values import scalar

Agents = Callable[[str], Agent]
OWN_LIST, OWN_DICT = ReferenceStatement(1, "cycles:own_list"), ReferenceStatement(2, "cycles:own_dict")
TESTS = {
    "a function that wraps itself": call("cycles:looped", 5),
    "a function that wraps what has everything": call("cycles:echoing", 1),
    "a method that wraps itself": case(
        LiteralStatement(1, 3),
        CallStatement(2, "cycles:Wrapped", None, (1,)),
        CallStatement(3, "cycles:Wrapped.double", 2, (1,)),
    ),
    "a closure that holds itself": case(ReferenceStatement(1, "cycles:knot"), InvokeStatement(2, 1, ())),
    "a deep list": call("cycles:nested"),
    "a long chain": call("cycles:linked"),
    "a deep list of the module": call("cycles:sunken", 2),
    "a deep list as an argument": case(
        ReferenceStatement(1, "cycles:deep"), CallStatement(2, "cycles:deepest", None, (1,))
    ),
    "a chain of the module": call("cycles:strung", 2),
    "a dict that holds itself": call("cycles:keyed", "a"),
    "objects that hold each other": call("cycles:crossed", 3),
    "many objects that hold each other": call("cycles:clique"),
    "an object that has everything": call("cycles:asked", "a"),
    "an object that has ever more": call("cycles:asked", ""),
    "a list that holds itself": case(
        LiteralStatement(1, 1),
        CollectionStatement(2, "list", (1, 1)),
        CallStatement(3, "cycles:tied", None, (2,)),
    ),
    "comparisons of what holds itself": case(
        OWN_LIST, OWN_DICT, CallStatement(3, "cycles:same", None, (1, 2))
    ),
    "items without end": case(
        ReferenceStatement(1, "cycles:echo"), CallStatement(2, "cycles:sounds", None, (1,))
    ),
    "an attribute that leads back": case(
        CallStatement(1, "cycles:Cell"),
        AssignmentStatement(2, 1, "next", 1),
        AttributeStatement(3, 1, "next"),
    ),
    "a module that holds itself": case(
        ReferenceStatement(1, "cycles:this"), AttributeStatement(2, 1, "this")
    ),
    "partial functions within one another": case(
        ReferenceStatement(1, "cycles:partial"), AttributeStatement(2, 1, "func")
    ),
    "methods of methods": case(ReferenceStatement(1, "cycles:bound"), AttributeStatement(2, 1, "__func__")),
    "a class that has everything": case(
        CallStatement(1, "cycles:Registered"), CallStatement(2, "cycles:Registered.is_first", 1)
    ),
    "a double of a class that has everything": case(
        DoubleStatement(1, "cycles:Registered"), CallStatement(2, "cycles:Registered.is_first", 1)
    ),
    "a double of a function that wraps itself": case(
        DoubleStatement(1, "cycles:looped"), InvokeStatement(2, 1, ())
    ),
    "an exception that has everything": call("cycles:catch", 2),
    "a registry that holds itself": call("cycles:register", 3),
}


@pytest.fixture(scope="module")
def mutated(python: Path) -> Iterator[Agent]:
    with Agent.start(python, SUBJECTS / "cycles.py", SUBJECTS, AgentSettings(with_mutants=True)) as started:
        yield started


def test_each_runs_is_observed_and_watched(agent_of: Agents) -> None:
    agent, tests = agent_of("cycles"), list(TESTS.values())

    results, observed, watched = agent.execute(tests), agent.observe(tests), agent.watch(tests)

    for name, test, result, observations, seen in zip(TESTS, tests, results, observed, watched, strict=True):
        assert result.end == "passed", name
        assert [entry.statement for entry in observations] == [entry.id for entry in test], name
        assert observations[-1].exception is None, name
        assert test.statements[-1].id in seen.types, name


def test_each_is_assessed_if_it_has_fuel_for_that(mutated: Agent) -> None:
    tests = {name: test for name, test in TESTS.items() if name != "a long chain"}

    assessed = mutated.assess(list(tests.values()))

    assert [name for name, found in zip(tests, assessed, strict=True) if found is None] == []


@pytest.mark.parametrize(
    ("times", "raised", "cause"), [(2, "KeyError", "ValueError"), (1, "ValueError", "KeyError")]
)
def test_exceptions_that_cause_each_other_are_told(
    agent_of: Agents, times: int, raised: str, cause: str
) -> None:
    test = call("cycles:blame", times)
    [result], [[*_, seen]] = agent_of("cycles").execute([test]), agent_of("cycles").observe([test])

    for told in (result.exception, seen.exception):
        assert told is not None and told.type == f"builtins:{raised}" and told.explicit
        assert told.cause is not None and told.cause.type == f"builtins:{cause}"
        assert told.cause.cause is None


def test_an_exception_with_a_long_history_is_told(agent_of: Agents) -> None:
    test = call("cycles:blame_many", 2)
    [result], [[*_, seen]] = agent_of("cycles").execute([test]), agent_of("cycles").observe([test])

    for told in (result.exception, seen.exception):
        assert told is not None and told.type == "builtins:ValueError" and told.cause is not None


def test_what_is_changed_beside_objects_without_end_is_told(agent_of: Agents) -> None:
    [[*_, last]] = agent_of("cycles").observe([call("cycles:register", 3)])

    assert last.states.keys() == {"cycles:registered", "cycles:own_dict"}


def test_tests_leave_nothing_behind_in_what_holds_itself(agent_of: Agents) -> None:
    test, asked = call("cycles:register", 3), case(OWN_DICT, CallStatement(3, "builtins:len", None, (2,)))
    agent = agent_of("cycles")

    agent.execute([test, test])
    [[*_, last]], [[*_, size]] = agent.observe([test]), agent.observe([asked])

    assert last.value == scalar(1)
    assert size.value == scalar(2)


def test_a_function_of_a_class_returns_what_holds_itself(agent_of: Agents) -> None:
    tied: TestCase = TESTS["a list that holds itself"]
    test = case(
        *tied.statements,
        ClassStatement(4, "Items", (), members=(Member("method", "all", 3),)),
        MakeStatement(5, "", 4),
        CallStatement(6, "cycles:Items.all", 5),
    )

    [result] = agent_of("cycles").execute([test])

    assert result.end == "passed", result.exception
