"""Descriptors run because a class of the test has them, as in the code of their users."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.model.settings import Settings
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    ReferenceStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject, SubjectClass
from testloom.model.types import ANY, TypeRef
from testloom.search.about import subject_of
from testloom.search.minimisation.objects.classes import smaller_class
from testloom.search.operators.creation import random_test
from testloom.search.providers.classes.definitions import changed
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

SEEDS = range(60)
CACHED, LIMITED = "bank:cached", "bank:Limited"
OWNERS = {CACHED: (Parameter("func"),), LIMITED: (Parameter("most", type=TypeRef("int")),)}
GIVEN = {"__get__": (Parameter("obj"), Parameter("owner")), "__set__": (Parameter("obj"), Parameter("value"))}


def described() -> Subject:
    """The bank with a descriptor that takes a function, and one that takes a number."""
    constructors = [
        Callable(owner, "constructor", owner, parameters, TypeRef(owner))
        for owner, parameters in OWNERS.items()
    ]
    methods = [
        Callable(f"{owner}.{name}", "method", owner, parameters, ANY)
        for owner in OWNERS
        for name, parameters in GIVEN.items()
    ]
    known = {called.id: called for called in (*constructors, *methods)}
    classes = {owner: SubjectClass(owner) for owner in OWNERS}
    subject = bank()
    return replace(subject, callables={**subject.callables, **known}, classes={**subject.classes, **classes})


def made_for(called: str, settings: Settings | None = None) -> list[TestCase]:
    """Tests of one method."""
    found = []
    for seed in SEEDS:
        knowledge = Knowledge(described(), [called], Random(seed))
        knowledge.last_resort = LastResort(settings or Settings())
        found.append(random_test(knowledge))
    return found


def members_of(cases: list[TestCase]) -> list[Member]:
    return [m for case in cases for s in case if isinstance(s, ClassStatement) for m in s.members]


def test_a_descriptor_that_takes_a_function_decorates_one_of_a_class_whose_attribute_is_read() -> None:
    cases = made_for(f"{CACHED}.__get__")

    decorated = [member for member in members_of(cases) if member.decorator is not None]
    assert decorated
    assert {member.kind for member in decorated} == {"method"}
    for case in cases:
        *_, last = case.statements
        assert isinstance(last, AttributeStatement)
        assert subject_of(case, described()) == f"{CACHED}.__get__"
    sources = {type(s) for case in cases for s in case if s.id == case.statements[-1].references[0]}
    assert sources == {ClassStatement, MakeStatement}


def test_any_other_descriptor_is_a_value_of_a_class_whose_attribute_is_assigned() -> None:
    cases = made_for(f"{LIMITED}.__set__")

    assert {(member.kind, member.decorator) for member in members_of(cases)} == {("value", None)}
    assert all(isinstance(case.statements[-1], AssignmentStatement) for case in cases)
    assert {subject_of(case, described()) for case in cases} == {f"{LIMITED}.__set__"}


def test_a_class_with_a_descriptor_is_used_again() -> None:
    settings = Settings()
    knowledge = Knowledge(described(), [f"{CACHED}.__get__"], Random(1))
    knowledge.last_resort = LastResort(settings)
    builder = knowledge.builder()
    for _ in range(12):
        builder.call_of(knowledge.targets.wanted[0])

    kinds = [s for s in builder.draft.statements if isinstance(s, ClassStatement)]
    reads = [s for s in builder.draft.statements if isinstance(s, AttributeStatement)]
    assert len(kinds) < len(reads) == 12


def test_a_setter_that_only_calls_a_function_is_called_itself_as_are_all_where_no_class_is_wanted() -> None:
    cases = made_for(f"{CACHED}.__set__")
    cases += made_for(f"{LIMITED}.__get__", Settings(without=("classes",)))

    last = [case.statements[-1] for case in cases]
    assert {s.callable for s in last if isinstance(s, CallStatement)} == {
        f"{CACHED}.__set__",
        f"{LIMITED}.__get__",
    }
    assert all(isinstance(statement, CallStatement) for statement in last)


def test_what_a_decorated_function_returns_stays() -> None:
    decorated = Member("method", "size", 1, decorator=2)
    plain = Member("method", "size", 1)

    def values(member: Member) -> set[int | None]:
        kinds = smaller_class(ClassStatement(3, "Item", (), members=(member,)))
        return {m.value for kind in kinds for m in kind.members}

    assert values(plain) == {None}
    assert not values(decorated)


def test_a_test_is_about_the_function_that_made_the_descriptor_where_that_has_no_such_method() -> None:
    case = TestCase(
        (
            ReferenceStatement(1, "bank:transfer"),
            LiteralStatement(2, 1),
            ClassStatement(3, "Item", (), members=(Member("method", "size", 2, decorator=1),)),
            AttributeStatement(4, 3, "size"),
        )
    )

    assert subject_of(case, bank()) == "bank:transfer"


def test_a_class_with_a_decorated_function_changes_where_no_decorator_is_for_others_to_find() -> None:
    for seed, case in enumerate(made_for(f"{CACHED}.__get__")):
        knowledge = Knowledge(described(), [f"{CACHED}.__get__"], Random(seed))
        for statement in case.statements:
            if isinstance(statement, ClassStatement):
                builder = knowledge.builder(case.statements)
                assert isinstance(changed(statement, builder), ClassStatement)
