"""Members of class bodies that a metaclass, or a hook for subclasses, looks for."""

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
from testloom.search.minimisation.values.fields import plainer_fields
from testloom.search.operators.creation import random_test
from testloom.search.providers.classes.collected import said, use_field
from testloom.search.providers.classes.definitions import changed
from testloom.search.providers.classes.kinds import class_of
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.fields import fields_of
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

META, RECORD, FIELD = "bank:_Meta", "bank:Record", "bank:_Field"
TYPED = (Parameter("type", has_default=True), Parameter("initial", has_default=True))
MORE = [
    Callable(META, "definition", META, (), TypeRef(META), collects=(FIELD,)),
    Callable(RECORD, "constructor", RECORD, (Parameter("kwargs", "kwargs"),), TypeRef(RECORD)),
    Callable("bank:Record.set", "method", RECORD, (Parameter("kwargs", "kwargs"),), ANY),
    Callable("bank:Record.create", "classmethod", RECORD, (Parameter("values", type=TypeRef("dict")),), ANY),
    Callable("fields:field", "function", None, TYPED, TypeRef(FIELD), in_subject=False),
    Callable(FIELD, "constructor", FIELD, (), TypeRef(FIELD), in_subject=False),
]
CLASSES = [
    SubjectClass(META, bases=("builtins:type",)),
    SubjectClass(RECORD, metaclass=META),
    SubjectClass("bank:_Hidden", metaclass=META),
    SubjectClass(FIELD, in_subject=False),
]


def subject() -> Subject:
    known = bank()
    return replace(
        known,
        callables={**known.callables, **{called.id: called for called in MORE}},
        classes={**known.classes, **{kind.id: kind for kind in CLASSES}},
    )


def knowledge_of(*targets: str, seed: int = 1) -> Knowledge:
    made = Knowledge(subject(), targets, Random(seed))
    made.last_resort = LastResort(Settings(without=("doubles", "private")))
    return made


def cases_of(target: str, number: int = 60) -> list[TestCase]:
    return [random_test(knowledge_of(target, seed=seed)) for seed in range(number)]


def classes_in(case: TestCase) -> list[ClassStatement]:
    return [statement for statement in case.statements if isinstance(statement, ClassStatement)]


def test_a_class_gets_members_that_public_functions_make_for_its_metaclass() -> None:
    cases = cases_of(META)

    members = [
        (member, {s.id: s for s in case.statements})
        for case in cases
        for kind in classes_in(case)
        for member in kind.members
    ]
    made = [known[member.value] for member, known in members if member.value is not None]
    assert {statement.callable for statement in made if isinstance(statement, CallStatement)} == {
        "fields:field"
    }
    assert {len(kind.members) for case in cases for kind in classes_in(case)} == {0, 1, 2, 3}
    types = {s.path for case in cases for s in case.statements if isinstance(s, ReferenceStatement)}
    assert {"builtins:int", "builtins:str"} <= types


def test_a_private_metaclass_is_reached_through_a_public_class() -> None:
    kinds = [kind for case in cases_of(META) for kind in classes_in(case)]

    assert {(kind.bases, kind.metaclass) for kind in kinds} == {((RECORD,), "")}


def test_objects_are_made_of_subclasses_with_keywords_after_their_fields() -> None:
    cases = cases_of("bank:Record.set")

    made = [
        (statement, next(kind for kind in classes_in(case) if kind.id == statement.receiver))
        for case in cases
        for statement in case.statements
        if isinstance(statement, MakeStatement)
    ]
    fitting = [
        one
        for one, kind in made
        if one.kwargs and {name for name, _ in one.kwargs} <= {member.name for member in kind.members}
    ]
    assert len(fitting) > len(cases) / 4


def test_class_methods_are_asked_of_classes_with_fields() -> None:
    asked = [
        statement.receiver
        for case in cases_of("bank:Record.create")
        for statement in case.statements
        if isinstance(statement, CallStatement) and statement.callable == "bank:Record.create"
    ]

    assert any(receiver is not None for receiver in asked)
    assert any(receiver is None for receiver in asked)


def record() -> TestCase:
    """An instance of a class with two fields, of which one is given."""
    return TestCase(
        (
            ReferenceStatement(1, "builtins:int"),
            CallStatement(2, "fields:field", None, (1,), ()),
            CallStatement(3, "fields:field", None, (), ()),
            ClassStatement(
                4, "Item", (RECORD,), members=(Member("value", "size", 2), Member("value", "price", 3))
            ),
            LiteralStatement(5, 1),
            MakeStatement(6, RECORD, 4, (), (("size", 5),)),
        )
    )


def test_a_field_has_the_type_that_makes_it() -> None:
    builder = knowledge_of(META).builder(record().statements)

    assert [(field.name, field.type) for field in fields_of(4, builder.draft)] == [
        ("size", TypeRef("int")),
        ("price", ANY),
    ]


def test_fields_of_instances_are_read_and_assigned() -> None:
    used = set()
    for seed in range(30):
        knowledge = knowledge_of(META, seed=seed)
        builder = knowledge.builder(record().statements)
        assert use_field(builder)
        last = builder.draft.statements[-1]
        assert isinstance(last, AttributeStatement | AssignmentStatement)
        used.add((type(last), last.name))

    assert used == {(k, n) for k in (AttributeStatement, AssignmentStatement) for n in ("size", "price")}


def test_nothing_is_used_where_no_class_of_the_test_has_fields() -> None:
    knowledge = knowledge_of(META)

    assert not use_field(knowledge.builder())


def test_a_change_adds_another_field_or_takes_one_away() -> None:
    numbers = set()
    for seed in range(30):
        knowledge = knowledge_of(META, seed=seed)
        kind = record().statements[3]
        assert isinstance(kind, ClassStatement)
        other = changed(kind, knowledge.builder(record().statements[:3]))
        assert isinstance(other, ClassStatement)
        numbers.add(len(other.members))

    assert numbers == {1, 3}


def test_a_field_goes_with_the_keyword_that_gives_it() -> None:
    smaller = list(plainer_fields(record(), subject()))

    bodies = {
        (tuple(member.name for member in kind.members), tuple(name for name, _ in made.kwargs))
        for case in smaller
        for kind in classes_in(case)
        for made in case.statements
        if isinstance(made, MakeStatement)
    }
    assert (("price",), ()) in bodies
    assert (("name", "price"), ("name",)) in bodies


def test_a_class_of_the_test_is_of_the_type_of_its_base() -> None:
    for seed in range(20):
        knowledge = knowledge_of(META, seed=seed)
        builder = knowledge.builder()
        value = builder.call_of(subject().callables[META])
        assert builder.draft.types[value] == class_of(RECORD)


def test_a_name_for_a_type_is_given_one_in_the_body() -> None:
    values = set()
    for seed in range(40):
        knowledge = knowledge_of(META, seed=seed)
        builder = knowledge.builder()
        member = said("__key_type__", builder.at(1))
        value = next(statement for statement in builder.draft.statements if statement.id == member.value)
        values |= {value.path} if isinstance(value, ReferenceStatement) else set()

    assert {"builtins:int", "builtins:str"} <= values


def test_objects_are_of_subclasses_where_a_metaclass_looks_up_names() -> None:
    known = subject()
    meta = replace(known.callables[META], collects=(), reads=("__type__",))
    known = replace(known, callables={**known.callables, META: meta})

    cases = [random_test(Knowledge(known, ["bank:Record.set"], Random(seed))) for seed in range(40)]

    bodies = [[member.name for member in kind.members] for case in cases for kind in classes_in(case)]
    assert ["__type__"] in bodies


def test_a_parameter_that_is_used_like_a_type_gets_one() -> None:
    known = subject()
    kind = Parameter("kind", uses=("<class>",))
    made_by = replace(known.callables["fields:field"], parameters=(kind,))
    known = replace(known, callables={**known.callables, made_by.id: made_by})

    cases = [random_test(Knowledge(known, [META], Random(seed))) for seed in range(40)]

    given = [
        {type(value) for value in case.statements if value.id in statement.references}
        for case in cases
        for statement in case.statements
        if isinstance(statement, CallStatement) and statement.callable == made_by.id
    ]
    assert sum(ReferenceStatement in kinds for kinds in given) > len(given) / 2
