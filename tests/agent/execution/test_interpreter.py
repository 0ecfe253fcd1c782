"""Every kind of statement does what the protocol says."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import testloom_agent
from testloom.execution import Agent
from testloom.model.execution import Observation
from testloom.model.observed import Class, Member
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    CollectionStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.types import Scalar
from testloom_agent.execution.project import Project
from tests.agent.cases import call, case
from tests.values import plain, scalar

Agents = Callable[[str], Agent]

INTS = tuple(LiteralStatement(number, number) for number in range(4))


def observe(agent_of: Agents, *statements: Statement) -> Observation:
    """What the last statement that ran produced."""
    [observations] = agent_of("shapes").observe([case(*statements)])
    return observations[-1]


@pytest.mark.parametrize("value", [None, True, 0, -(10**30), 1.5, "ä\ud800\0", b"\x00\xff", 1 + 2j, math.inf])
def test_literals_arrive_unchanged(agent_of: Agents, value: Scalar) -> None:
    observation = observe(agent_of, *call("shapes:identity", value))

    assert plain(observation.value) == value


def test_not_a_number_arrives(agent_of: Agents) -> None:
    observation = observe(agent_of, *call("shapes:identity", math.nan))

    assert math.isnan(plain(observation.value))


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("list", [1, 2, 1, 3]),
        ("tuple", (1, 2, 1, 3)),
        ("set", [1, 2, 3]),
        ("frozenset", [1, 2, 3]),
        ("dict", {1: 3}),
    ],
)
def test_collections_hold_earlier_values(agent_of: Agents, kind: Any, expected: Any) -> None:
    observation = observe(agent_of, *INTS, CollectionStatement(9, kind, (1, 2, 1, 3)))

    assert observation.value is not None
    assert (observation.value.kind, plain(observation.value)) == (kind, expected)


def test_constructors_methods_and_keywords(agent_of: Agents) -> None:
    observation = observe(
        agent_of,
        *INTS,
        CallStatement(4, "shapes:Point", None, (1,), (("y", 2),)),
        CallStatement(5, "shapes:Point.move", 4, (1,), (("dy", 3),)),
        AttributeStatement(6, 5, "norm"),
    )

    assert plain(observation.value) == 7


@pytest.mark.parametrize(
    ("path", "values", "expected"),
    [
        ("shapes:Point.double", (4,), 8),
        ("shapes:Box.Lid", (), "object"),
        ("shapes:Point.origin", (), "object"),
    ],
)
def test_class_methods_static_methods_and_nested_classes(
    agent_of: Agents, path: str, values: tuple[Scalar, ...], expected: Any
) -> None:
    observation = observe(agent_of, *call(path, *values))

    assert observation.value is not None
    assert expected in (plain(observation.value), observation.value.kind)


def test_what_a_call_returned_can_be_called(agent_of: Agents) -> None:
    observation = observe(agent_of, CallStatement(1, "shapes:some_lambda", None, ()), InvokeStatement(2, 1))

    assert plain(observation.value) == 0


def test_a_context_manager_is_entered_and_left(agent_of: Agents) -> None:
    observation = observe(
        agent_of,
        CallStatement(5, "io:StringIO"),
        EnterStatement(6, 5),
        AttributeStatement(7, 5, "closed"),
    )

    assert plain(observation.value) is True


@pytest.mark.parametrize(
    ("error", "passed_on"), [("builtins:ValueError", False), ("builtins:KeyError", True)]
)
def test_a_context_manager_is_left_by_an_exception(agent_of: Agents, error: str, passed_on: bool) -> None:
    observation = observe(
        agent_of,
        ReferenceStatement(1, "builtins:ValueError"),
        CallStatement(2, "contextlib:suppress", None, (1,)),
        ReferenceStatement(3, error),
        EnterStatement(4, 2, 3),
    )

    assert (observation.exception is not None) is passed_on


def test_watching_tells_the_types_of_values_and_what_can_be_done_with_them(agent_of: Agents) -> None:
    calls = ("shapes:some_lambda", "io:StringIO", "shapes:names")
    watched = [
        agent_of("shapes").watch([case(CallStatement(1, path, None, ()))])[0].types[1] for path in calls
    ]

    assert watched == ["builtins:function()", "io:StringIOwith", "shapes:Names"]


def test_watching_tells_what_objects_a_result_holds_and_how_to_get_there(agent_of: Agents) -> None:
    (watched,) = agent_of("holdings").watch(
        [case(LiteralStatement(1, "a"), CallStatement(2, "holdings:parse", None, (1,)))]
    )

    told = {held.classes: held.steps for held in watched.held[2]}
    assert told == {
        ("holdings:Document",): (),
        ("holdings:Word", "holdings:Node"): ("nodes", ("list", 1)),
        ("holdings:Slotted",): ("index", ("dict", "first")),
    }


def test_watching_tells_what_objects_offer_and_of_several_of_a_class_on_different_ways(
    agent_of: Agents,
) -> None:
    (watched,) = agent_of("holdings").watch([case(CallStatement(1, "holdings:pair", None, ()))])

    assert {(held.classes[0], held.steps): held.names for held in watched.held[1]} == {
        ("holdings:Document", ()): frozenset({"nodes", "index"}),
        ("holdings:Word", ("nodes", ("list", 0))): frozenset({"hidden"}),
        ("holdings:Word", ("index", ("dict", "last"))): frozenset({"hidden"}),
    }


def test_watching_tells_of_no_object_that_the_test_has_anyway(agent_of: Agents) -> None:
    (watched,) = agent_of("holdings").watch(
        [case(CallStatement(1, "holdings:Word", None, ()), CallStatement(2, "holdings:wrap", None, (1,)))]
    )

    assert {key: [held.classes[0] for held in found] for key, found in watched.held.items()} == {
        1: ["holdings:Word"],
        2: ["holdings:Document"],
    }


def test_watching_tells_which_patterns_were_compiled(agent_of: Agents) -> None:
    (watched,) = agent_of("shapes").watch([case(*call("re:compile", "fresh[0-9]"))])

    assert "fresh[0-9]" in watched.patterns


def test_an_assignment_is_seen_by_what_follows(agent_of: Agents) -> None:
    observation = observe(
        agent_of,
        *INTS,
        CallStatement(4, "shapes:Point", None, (1,)),
        AssignmentStatement(5, 4, "y", 3),
        AttributeStatement(6, 4, "y"),
    )

    assert plain(observation.value) == 3


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("shapes:Colour.RED", Member("shapes:Colour.RED")),
        ("shapes:Box", Class("shapes:Box")),
        ("shapes:Box.SIZE", scalar(3)),
    ],
)
def test_references_name_what_a_module_holds(agent_of: Agents, path: str, expected: Any) -> None:
    assert observe(agent_of, ReferenceStatement(0, path)).value == expected


@pytest.mark.parametrize(
    ("path", "values", "expected"),
    [
        ("shapes:count", (3,), [0, 1, 2]),
        ("shapes:for_ever", (), list(range(100))),
        ("shapes:later", (5,), 5),
        ("shapes:later_many", (3,), [0, 1, 2]),
        ("shapes:leave_task", (), "left"),
    ],
)
def test_generators_are_drained_and_coroutines_awaited(
    agent_of: Agents, path: str, values: tuple[Scalar, ...], expected: Any
) -> None:
    test = call(path, *values)

    assert plain(observe(agent_of, *test).value) == expected
    assert [result.end for result in agent_of("shapes").execute([test, test])] == ["passed", "passed"]


def test_what_is_asynchronous_and_has_no_end_is_not_taken_for_a_test(agent_of: Agents) -> None:
    [result] = agent_of("shapes").execute([call("shapes:later_many", 1_000)])

    assert result.end == "raised" and result.exception is not None
    assert result.exception.message == "an asynchronous generator has no end"
    assert not result.exception.in_subject


@pytest.mark.parametrize(
    ("kind", "type_", "explicit", "through"),
    [
        ("raise", "builtins:ValueError", True, ""),
        ("assert", "builtins:AssertionError", True, ""),
        ("implicit", "builtins:ValueError", False, ""),
        ("library", "builtins:ValueError", False, "Fraction"),
    ],
)
def test_an_exception_says_where_it_comes_from(
    agent_of: Agents, kind: str, type_: str, explicit: bool, through: str
) -> None:
    test = call("shapes:fail", kind)
    [result] = agent_of("shapes").execute([test])

    assert (result.end, result.statement) == ("raised", 1)
    assert result.exception is not None
    assert (result.exception.type, result.exception.explicit) == (type_, explicit)
    assert result.exception.in_subject and result.exception.through == through
    assert result.exception.where == "shapes:fail"
    assert observe(agent_of, *test).exception == result.exception


def test_an_exception_that_the_project_raises_says_what_it_was_raised_for(agent_of: Agents) -> None:
    [result] = agent_of("shapes").execute([call("shapes:fail", "wrapped")])

    assert result.exception is not None and result.exception.message == "wrapped"
    assert result.exception.first.type == "builtins:ZeroDivisionError"
    assert observe(agent_of, *call("shapes:fail", "wrapped")).exception == result.exception


def test_an_exception_of_a_coroutine_is_its_own(agent_of: Agents) -> None:
    [result] = agent_of("shapes").execute([call("shapes:fail_later")])

    assert result.exception is not None and result.exception.message == "later" and result.exception.explicit


def test_a_wrong_call_is_not_the_subjects_fault(agent_of: Agents) -> None:
    [result] = agent_of("shapes").execute([call("shapes:identity", 1, 2)])

    assert result.exception is not None
    assert (result.exception.type, result.exception.in_subject) == ("builtins:TypeError", False)


def test_a_name_that_is_not_there_is_an_exception(agent_of: Agents) -> None:
    [result] = agent_of("shapes").execute([call("shapes:missing")])

    assert result.exception is not None and result.exception.type == "builtins:AttributeError"


def test_a_test_ends_at_its_first_exception(agent_of: Agents) -> None:
    test = TestCase((*call("shapes:fail", "raise"), LiteralStatement(5, 1)))

    [observations] = agent_of("shapes").observe([test])

    assert [observation.statement for observation in observations] == [0, 1]


def test_only_the_subjects_own_library_counts_as_its_project(tmp_path: Path) -> None:
    project, library, environment = (
        tmp_path / "project",
        tmp_path / "site-packages",
        tmp_path / "project/.venv",
    )
    inside = Project(str(library), str(library / "mine/a.py"))
    around = Project(str(project), str(project / "a.py"))

    assert inside.owns(str(library / "mine/b.py"))
    assert not inside.owns(str(library / "other/b.py"))
    assert around.owns(str(project / "b.py"))
    assert not around.owns(str(environment / "lib/python3.11/site-packages/other/b.py"))


def test_the_agent_is_not_of_the_project_that_it_lies_in() -> None:
    agent = Path(testloom_agent.__file__).parent
    project = Project(str(agent.parent), str(agent.parent / "a.py"))

    assert project.owns(str(agent.parent / "b.py")) and not project.owns(str(agent / "session.py"))
