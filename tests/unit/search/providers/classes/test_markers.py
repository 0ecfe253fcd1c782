"""Where decorators of the package mark functions, tests hand over classes and objects that have such."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.settings import Settings
from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject, SubjectClass
from testloom.model.types import TypeRef
from testloom.search.minimisation.objects.classes import smaller_class
from testloom.search.operators.creation import random_test
from testloom.search.providers.classes.definitions import changed
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

SEEDS = range(120)
TEXT, TRUTH = TypeRef("str"), TypeRef("bool")
MANAGER, MARKER = "bank:Manager", "bank:Marker"
PROJECT = (Parameter("project", type=TEXT),)
FIRST = Parameter("first", type=TRUTH, has_default=True, default=False)


def described(markers: dict[str, str]) -> Subject:
    """The bank with a manager of plug-ins, and decorators for what these do."""
    known = [
        Callable(MANAGER, "constructor", MANAGER, PROJECT, TypeRef(MANAGER)),
        Callable(f"{MANAGER}.register", "method", MANAGER, (Parameter("plugin", type=TypeRef("object")),)),
        Callable(f"{MANAGER}.ask", "method", MANAGER, (Parameter("name", type=TEXT),)),
        Callable(f"{MANAGER}.specify", "method", MANAGER, (Parameter("kind", type=TypeRef("type")),)),
        Callable(MARKER, "constructor", MARKER, PROJECT, TypeRef(MARKER), in_subject=False),
        Callable(f"{MARKER}.__call__", "method", MARKER, (Parameter("function"), FIRST), in_subject=False),
        Callable("bank:event", "function", None, (Parameter("title", type=TEXT),), in_subject=False),
    ]
    subject = bank()
    classes = {MANAGER: SubjectClass(MANAGER), MARKER: SubjectClass(MARKER, in_subject=False)}
    return replace(
        subject,
        callables={**subject.callables, **{called.id: called for called in known}},
        classes={**subject.classes, **classes},
        markers=markers,
    )


def made_for(method: str, markers: dict[str, str], settings: Settings | None = None) -> list[TestCase]:
    """Tests of one method of the manager."""
    found = []
    for seed in SEEDS:
        knowledge = Knowledge(described(markers), [f"{MANAGER}.{method}"], Random(seed))
        knowledge.last_resort = LastResort(settings or Settings())
        found.append(random_test(knowledge))
    return found


def members_of(case: TestCase) -> list[Member]:
    return [member for s in case if isinstance(s, ClassStatement) for member in s.members]


def decorators_of(cases: list[TestCase]) -> list[Statement]:
    """What functions of classes of the tests are decorated with."""
    found = []
    for case in cases:
        made = {s.id: s for s in case}
        found += [made[member.decorator] for member in members_of(case) if member.decorator is not None]
    return found


def is_handed_over(case: TestCase) -> bool:
    """Whether the last call is given a class with marked functions, or an object of one."""
    *before, last = case.statements
    own = {s.id for s in before if isinstance(s, ClassStatement) and any(m.decorator for m in s.members)}
    own |= {s.id for s in before if isinstance(s, MakeStatement) and s.receiver in own}
    return isinstance(last, CallStatement) and not own.isdisjoint(last.args)


@pytest.mark.parametrize("method", ["register", "specify"])
def test_what_may_be_anything_often_has_marked_functions(method: str) -> None:
    cases = made_for(method, {f"{MARKER}.__call__": "function"})

    assert sum(map(is_handed_over, cases)) > len(SEEDS) / 5


def test_nothing_is_marked_where_there_are_no_decorators_or_tests_define_no_classes() -> None:
    without = Settings(without=("classes",))
    for cases in (made_for("register", {}), made_for("register", {"bank:event": ""}, without)):
        assert not any(map(is_handed_over, cases))


def test_a_decorator_is_an_object_or_what_it_returns_for_options() -> None:
    decorators = decorators_of(made_for("register", {f"{MARKER}.__call__": "function"}))

    calls = [s for s in decorators if isinstance(s, CallStatement)]
    assert len(calls) == len(decorators)
    assert {s.callable for s in calls} == {MARKER, f"{MARKER}.__call__"}
    for call in calls:
        if call.callable != MARKER:
            assert not call.args
            assert {name for name, _ in call.kwargs} <= {"first"}


def test_a_decorator_is_a_function_or_made_by_it() -> None:
    bare = decorators_of(made_for("register", {"bank:event": "title"}))
    made = decorators_of(made_for("register", {"bank:event": ""}))

    assert any(isinstance(s, ReferenceStatement) and s.path == "bank:event" for s in bare)
    assert made
    assert all(isinstance(s, CallStatement) and len(s.args) == 1 for s in made)


def test_a_decorator_is_told_what_the_object_was_told() -> None:
    agreed = []
    for case in made_for("register", {f"{MARKER}.__call__": "function"}):
        calls = [s for s in case if isinstance(s, CallStatement)]
        told = {s.args for s in calls if s.callable == MANAGER}
        agreed += [s.args in told for s in calls if s.callable == MARKER]
    assert sum(agreed) > 0.9 * len(agreed) > 0


def test_texts_are_often_names_of_marked_functions() -> None:
    markers = {f"{MARKER}.__call__": "function"}
    knowledge = Knowledge(described(markers), [f"{MANAGER}.ask"], Random(1))
    [case] = [case for case in made_for("register", markers) if is_handed_over(case)][:1]
    builder = knowledge.builder(case.statements)

    values = [builder.value(TEXT, depth=0) for _ in SEEDS]

    known = {s.id: s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)}
    names = {member.name for member in members_of(case)}
    assert sum(known.get(value) in names for value in values) > len(SEEDS) / 6


def test_marked_functions_change_and_are_dropped_one_by_one() -> None:
    markers = {f"{MARKER}.__call__": "function"}
    knowledge = Knowledge(described(markers), [f"{MANAGER}.register"], Random(1))
    sizes = set()
    for case in filter(is_handed_over, made_for("register", markers)):
        place, statement = next((p, s) for p, s in enumerate(case) if isinstance(s, ClassStatement))
        other = changed(statement, knowledge.builder(case.statements[:place]))
        assert isinstance(other, ClassStatement)
        names = [member.name for member in other.members]
        assert len(set(names)) == len(names)
        assert all(member.decorator is not None for member in other.members)
        sizes.add(len(other.members) - len(statement.members))
    assert sizes == {0, 1}


def test_parameters_of_a_marked_function_go_where_they_are_not_needed() -> None:
    member = Member("method", "run", parameters=("value", "name"), decorator=1)
    smaller = list(smaller_class(ClassStatement(2, "Item", members=(member,))))

    left = {kept.parameters for s in smaller for kept in s.members}
    assert left == {("value",), ("name",)}
