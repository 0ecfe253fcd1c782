"""Classes that tests define: where they come from, how they change, and when they go again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.settings import Settings
from testloom.model.statements import (
    DATACLASS,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    ReferenceStatement,
    TestCase,
)
from testloom.model.subject import AbstractMember, Callable, Parameter, Subject, SubjectClass
from testloom.model.types import ANY, NONE, TypeRef
from testloom.search.about import subject_of
from testloom.search.chromosome import Chromosome
from testloom.search.findings import verdict
from testloom.search.minimisation.objects.classes import (
    existing_classes,
    first_names,
    plainer_classes,
    plainer_members,
    smaller_class,
)
from testloom.search.minimisation.removal import without_unused
from testloom.search.minimisation.values.fields import fitting_fields, mappings_for_doubles, plainer_fields
from testloom.search.operators.creation import random_test
from testloom.search.operators.crossover import cross
from testloom.search.operators.mutator import Mutator
from testloom.search.providers.classes.definitions import changed
from testloom.search.providers.classes.kinds import class_of
from testloom.search.providers.classes.names import subclass_names
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.inputs.types.plausibility import plausible_types
from testloom.search.providers.knowledge import Knowledge
from testloom.search.seeds import seeded
from tests.unit.search.bank import bank

INT, TEXT, SHAPE = TypeRef("int"), TypeRef("str"), TypeRef("bank:Shape")
AREA = AbstractMember("area", returns=INT)
KIND = Parameter("kind", uses=("<dataclass>",))
MORE = [
    Callable(SHAPE.name, "constructor", SHAPE.name, (Parameter("side", type=INT),), SHAPE),
    Callable("bank:Shape.double", "method", SHAPE.name, (), INT),
    Callable(
        "bank:Plugin.__init_subclass__",
        "definition",
        "bank:Plugin",
        (Parameter("key", "keyword", TEXT, has_default=True),),
        class_of("bank:Plugin"),
        reads=("label",),
    ),
    Callable("bank:Meta", "definition", "bank:Meta", (), TypeRef("bank:Meta"), reads=("table",)),
    Callable("bank:Meta.select", "method", "bank:Meta", (), TEXT),
    Callable("bank:decoded", "function", None, (KIND,), ANY),
    Callable("bank:register", "function", None, (Parameter("p", type=class_of(SHAPE.name)),), NONE),
]
CLASSES = [
    SubjectClass(SHAPE.name, is_abstract=True, missing=(AREA, AbstractMember("close", returns=NONE))),
    SubjectClass("bank:Plugin"),
    SubjectClass("bank:Meta", bases=("builtins:type",)),
]


def subject() -> Subject:
    known = bank()
    return replace(
        known,
        callables={**known.callables, **{called.id: called for called in MORE}},
        classes={**known.classes, **{kind.id: kind for kind in CLASSES}},
    )


def knowledge_of(*targets: str, seed: int = 1, without: tuple[str, ...] = ()) -> Knowledge:
    known = subject()
    made = Knowledge(known, targets or sorted(known.callables), Random(seed))
    made.last_resort = LastResort(Settings(without=without))
    return made


def defined(case: TestCase) -> list[ClassStatement]:
    return [statement for statement in case if isinstance(statement, ClassStatement)]


def cases_of(target: str, number: int = 30, **options: tuple[str, ...]) -> list[TestCase]:
    """Test cases that call one target."""
    return [random_test(knowledge_of(target, seed=seed, **options)) for seed in range(number)]


def test_an_object_of_an_abstract_class_is_one_of_a_subclass_that_adds_what_is_missing() -> None:
    for case in cases_of("bank:Shape.double"):
        kind = defined(case)[0]
        made = [statement for statement in case if isinstance(statement, MakeStatement)]
        assert case.is_valid()
        assert kind.bases == ("bank:Shape",)
        assert [member.name for member in kind.members] == ["area", "close"]
        assert {one.callable for one in made} == {"bank:Shape"}


def test_the_object_of_a_method_may_add_what_its_class_does_not_implement() -> None:
    known = subject()
    shape = replace(known.classes[SHAPE.name], is_abstract=False)
    made = Knowledge(
        replace(known, classes={**known.classes, SHAPE.name: shape}), ["bank:Shape.double"], Random(1)
    )

    cases = [random_test(made) for _ in range(40)]

    assert {bool(defined(case)) for case in cases} == {True, False}


def test_a_class_method_may_be_asked_of_a_subclass_and_of_the_class_itself_where_that_does() -> None:
    known = subject()
    named = Callable("bank:Shape.named", "classmethod", SHAPE.name, (), TEXT)
    known = replace(known, callables={**known.callables, named.id: named})

    cases = [random_test(Knowledge(known, [named.id], Random(seed))) for seed in range(20)]

    asked = {s.receiver is None for case in cases for s in case if isinstance(s, CallStatement)}
    assert asked == {True, False}
    shape = ClassStatement(1, "CustomShape", (SHAPE.name,))
    [plain] = plainer_classes(TestCase((shape, CallStatement(2, named.id, 1))), known)
    assert plain.statements[-1] == CallStatement(2, named.id)


def test_what_returns_nothing_is_added_without_a_value() -> None:
    kinds = [kind for case in cases_of("bank:Shape.double") for kind in defined(case)]
    found = [member for kind in kinds for member in kind.members]

    assert {m.value for m in found if m.name == "close" and not m.raises} == {None}
    assert all(m.value is not None for m in found if m.name == "area")


def test_without_classes_an_abstract_class_is_declared_complete() -> None:
    assert not any(defined(case) for case in cases_of("bank:Shape.double", without=("classes",)))


def test_a_hook_is_called_by_the_definition_of_a_subclass() -> None:
    cases = cases_of("bank:Plugin.__init_subclass__")

    kinds = [kind for case in cases for kind in defined(case)]
    assert {kind.bases for kind in kinds} == {("bank:Plugin",)}
    assert {name for kind in kinds for name, _ in kind.keywords} == {"key"}
    assert {member.name for kind in kinds for member in kind.members} == {"label"}
    assert {subject_of(case, subject()) for case in cases} == {"bank:Plugin.__init_subclass__"}


def test_a_class_is_the_object_of_the_methods_of_its_metaclass() -> None:
    for case in cases_of("bank:Meta.select"):
        calls = [s for s in case if isinstance(s, CallStatement) and s.callable == "bank:Meta.select"]
        known = {kind.id for kind in defined(case) if kind.metaclass == "bank:Meta"}
        assert {call.receiver for call in calls} <= known


def test_a_class_with_a_metaclass_is_mostly_a_subclass_of_one_that_the_subject_has() -> None:
    known = subject()
    model = SubjectClass("bank:Model", metaclass="bank:Meta")
    known = replace(known, classes={**known.classes, model.id: model})

    cases = [random_test(Knowledge(known, ["bank:Meta.select"], Random(seed))) for seed in range(30)]

    kinds = [kind for case in cases for kind in defined(case)]
    assert {(kind.bases, kind.metaclass) for kind in kinds} >= {(("bank:Model",), ""), ((), "bank:Meta")}
    assert {subject_of(TestCase((kind,)), known) for kind in kinds if kind.bases == ("bank:Model",)} == {
        "bank:Meta"
    }


def test_a_subclass_is_defined_where_a_class_is_wanted_that_nobody_has() -> None:
    given = [kind for case in cases_of("bank:register") for kind in defined(case)]

    assert (SHAPE.name,) in {kind.bases for kind in given}


def test_what_functions_of_dataclasses_look_at_is_a_dataclass() -> None:
    known = subject()

    assert plausible_types(KIND, known) == [TypeRef("dataclass"), class_of("dataclass")]
    assert plausible_types(replace(KIND, name="cls"), known) == [class_of("dataclass")]
    kinds = [kind for case in cases_of("bank:decoded") for kind in defined(case)]
    assert {(DATACLASS,)} <= {kind.decorators for kind in kinds}
    for kind in (kind for kind in kinds if DATACLASS in kind.decorators):
        defaults = [member.value is not None for member in kind.members]
        assert defaults == sorted(defaults)


@pytest.mark.parametrize("seed", range(15))
def test_changed_and_crossed_test_cases_have_all_that_they_use_and_no_name_twice(seed: int) -> None:
    knowledge = knowledge_of(seed=seed)
    one, other = random_test(knowledge), random_test(knowledge)
    for _ in range(25):
        one, other = cross(
            Mutator().mutated(one, knowledge, 40),
            Mutator().mutated(other, knowledge, 40),
            knowledge,
            max_statements=40,
        )
        for case in (one, other):
            names = [kind.name for kind in defined(case)]
            known = {kind.id for kind in defined(case)}
            assert case.is_valid()
            assert len(names) == len(set(names))
            assert {s.receiver for s in case if isinstance(s, MakeStatement)} <= known


def test_the_names_of_subclasses_come_from_their_base() -> None:
    assert subclass_names("shop:BaseFigure")[0] == "CustomFigure"
    assert subclass_names("shop:Outer._AbstractReader")[0] == "CustomReader"
    assert subclass_names("shop:Base")[0] == "CustomBase"


def test_a_body_comes_to_say_what_the_hook_reads() -> None:
    knowledge = knowledge_of()
    kind = ClassStatement(1, "Item", metaclass="bank:Meta")

    found = [changed(kind, knowledge.builder()) for _ in range(20)]

    assert {m.name for one in found if isinstance(one, ClassStatement) for m in one.members} == {"table"}


FIELD = Member("field", "name", None, TEXT)
ITEM = ClassStatement(2, "Item", (), (DATACLASS,), members=(FIELD, Member("field", "amount", 1, INT)))


def test_an_object_of_an_own_class_gives_way_to_one_of_a_public_subclass_that_there_is() -> None:
    known = subject()
    names = ("bank:Round", "bank:Flat", "bank:_Hidden", "bank:Open")
    circle, *others = (
        SubjectClass(name, ("bank:Round",) if name == "bank:Flat" else (SHAPE.name,)) for name in names
    )
    classes = {one.id: one for one in (circle, *others[:2], replace(others[2], is_abstract=True))}
    parameters = {"bank:Round": (Parameter("size", has_default=True),), "bank:Flat": (Parameter("size"),)}
    made = [Callable(name, "constructor", name, parameters.get(name, ())) for name in names]
    known = replace(
        known,
        classes={**known.classes, **classes},
        callables={**known.callables, **{one.id: one for one in made}},
    )
    size, kind = LiteralStatement(1, 5), ClassStatement(2, "CustomShape", (SHAPE.name,))
    doubled = CallStatement(4, "bank:Shape.double", 3)
    case = TestCase((size, kind, MakeStatement(3, SHAPE.name, 2, (1,)), doubled))

    assert [variant.statements for variant in existing_classes(case, known)] == [
        (CallStatement(3, "bank:Round"), doubled),
        (size, CallStatement(3, "bank:Round", None, (1,)), doubled),
        (size, CallStatement(3, "bank:Flat", None, (1,)), doubled),
    ]


def test_an_object_of_an_own_class_that_adds_nothing_gives_way_to_one_of_the_base() -> None:
    known = subject()
    circle = SubjectClass("bank:Circle", ("bank:Round",))
    classes = {one.id: one for one in (SubjectClass("bank:Round"), circle)}
    made = {name: Callable(name, "constructor", name) for name in classes}
    known = replace(known, classes={**known.classes, **classes}, callables={**known.callables, **made})

    def instead_of(kind: ClassStatement) -> list[str]:
        case = TestCase((kind, MakeStatement(3, "bank:Round", 2), CallStatement(4, "bank:Round.size", 3)))
        objects = (variant.statements[0] for variant in existing_classes(case, known))
        return list(dict.fromkeys(made.callable for made in objects if isinstance(made, CallStatement)))

    empty = ClassStatement(2, "CustomRound", ("bank:Round",))
    assert instead_of(empty) == ["bank:Round", "bank:Circle"]
    assert instead_of(empty.having([Member("method", "area")])) == ["bank:Circle", "bank:Round"]


def test_a_class_loses_its_members_keywords_and_defaults() -> None:
    kept = {tuple((m.name, m.value) for m in smaller.members) for smaller in smaller_class(ITEM)}
    plugin = ClassStatement(2, "Item", ("bank:Plugin",), keywords=(("key", 1),))

    assert kept == {(("amount", 1),), (("name", None),), (("name", None), ("amount", None))}
    assert list(smaller_class(plugin)) == [plugin.replace(keywords=())]


def test_a_class_that_is_there_already_takes_the_place_of_one_of_the_test() -> None:
    case = TestCase((LiteralStatement(1, 3), ITEM, CallStatement(3, "bank:decoded", None, (2,))))

    found = [one.statements[0] for one in plainer_classes(case, subject())]

    assert ReferenceStatement(2, "builtins:int") in found
    assert ReferenceStatement(2, "bank:Account") in found
    assert found[0] == LiteralStatement(2, "a")


def test_a_dict_with_the_fields_of_a_dataclass_takes_the_place_of_a_double() -> None:
    kind = ITEM.having([FIELD, Member("field", "amount", None, INT)])
    double = DoubleStatement(3, names=("items",))
    case = TestCase((kind, double, CallStatement(4, "bank:register", None, (2, 3))))

    empty, full, hollow = mappings_for_doubles(case, subject())

    assert literals(full) == ["name", "a", "amount", 1]
    assert literals(hollow) == ["name", None, "amount", None]
    assert CollectionStatement(3, "dict", (5, 6, 7, 8)) in full.statements
    assert CollectionStatement(3, "dict", ()) in empty.statements


def literals(case: TestCase) -> list[object]:
    return [statement.value for statement in case if isinstance(statement, LiteralStatement)]


def test_a_field_of_a_strange_type_gives_way_to_a_plain_one_wherever_it_is_named() -> None:
    tags = Member("field", "tags", None, TypeRef("list"))
    kind = ClassStatement(2, "Item", (), (DATACLASS,), members=(tags,))
    made = MakeStatement(3, "dataclass", 2, (), (("tags", 1),))
    case = TestCase((LiteralStatement(1, "tags"), kind, made, CallStatement(4, "bank:decoded", None, (3, 1))))

    less, plain, _ = plainer_fields(case, subject())

    assert less.statements[1:3] == (kind.having([]), MakeStatement(3, "dataclass", 2))
    assert plain.statements == (
        LiteralStatement(1, "name"),
        kind.having([FIELD]),
        MakeStatement(3, "dataclass", 2, (), (("name", 1),)),
        CallStatement(4, "bank:decoded", None, (3, 1)),
    )
    assert not any(defined(one)[0].members for one in plainer_fields(plain, subject()))


def test_what_a_method_returns_is_a_plain_value_where_that_does() -> None:
    shape = ClassStatement(2, "CustomShape", (SHAPE.name,), members=(Member("method", "area", 1),))
    case = TestCase((CallStatement(1, "bank:Account"), shape, MakeStatement(3, SHAPE.name, 2)))

    found = [one.statements[-3:-1] for one in plainer_members(case, subject())]

    assert (LiteralStatement(4, "a"), shape.having([Member("method", "area", 4)])) in found


def test_an_instance_of_a_dataclass_holds_what_its_fields_say() -> None:
    kind, made = ITEM.having([FIELD]), MakeStatement(3, "dataclass", 2, (), (("name", 1),))

    found = next(fitting_fields(TestCase((LiteralStatement(1, 3), kind, made)), subject()))

    fitting = made.replace(kwargs=(("name", 4),))
    assert found.statements == (kind, LiteralStatement(4, "a"), fitting)
    assert not list(fitting_fields(found, subject()))


def test_an_enum_is_defined_where_a_member_of_any_is_wanted() -> None:
    builder = knowledge_of().builder()
    builder.value(TypeRef("enum:Enum"), depth=0)

    kind, member = builder.draft.statements[-2:]
    assert isinstance(kind, ClassStatement) and kind.bases == ("enum:Enum",)
    assert isinstance(member, AttributeStatement) and member.name in {m.name for m in kind.members}


def test_a_dict_behind_a_dataclass_often_has_its_fields() -> None:
    knowledge, found = knowledge_of(), []
    for _ in range(50):
        builder = knowledge.builder([ITEM.having([FIELD])])
        builder.value(TypeRef("dict"), depth=0)
        found.append({s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)})

    assert sum("name" in values for values in found) > 20


def test_a_class_gets_its_usual_name_back_and_so_do_texts_that_are_its_name() -> None:
    part = ITEM.replace(name="Part")
    case = TestCase((LiteralStatement(1, "part"), part, CallStatement(3, "bank:decoded", None, (2,))))

    [named] = first_names(case, subject())

    assert named.statements[:2] == (LiteralStatement(1, "item"), ITEM)
    assert not list(first_names(named, subject()))


def test_an_object_is_one_of_the_base_where_that_does() -> None:
    shape = ClassStatement(1, "CustomShape", (SHAPE.name,))
    case = TestCase((shape, LiteralStatement(2, 3), MakeStatement(3, SHAPE.name, 1, (2,))))

    found = next(plainer_classes(case, subject()))

    assert CallStatement(3, SHAPE.name, None, (2,)) in found.statements


def test_a_class_of_which_there_are_instances_stays() -> None:
    case = TestCase((LiteralStatement(1, 3), ITEM, MakeStatement(3, "dataclass", 2, (1,))))

    assert not list(plainer_classes(case, subject()))


def test_only_a_class_that_runs_nothing_goes_when_it_is_not_used() -> None:
    plugin = ClassStatement(3, "Part", ("bank:Plugin",))

    assert without_unused(TestCase((LiteralStatement(1, 3), ITEM, plugin))).statements == (plugin,)


def test_a_test_without_a_class_is_cheaper_than_any_with_one() -> None:
    passed = ExecutionResult("passed", Trace(frozenset()))
    literals = tuple(LiteralStatement(number, number) for number in range(1, 20))

    plain = Chromosome(TestCase(literals), passed, frozenset())
    defining = Chromosome(TestCase((LiteralStatement(1, 3), ITEM)), passed, frozenset())

    assert plain.cost < defining.cost


def test_what_a_method_of_the_test_raises_is_no_finding() -> None:
    known = subject()
    case = TestCase(
        (
            ReferenceStatement(1, "builtins:KeyError"),
            ClassStatement(
                2, "CustomShape", ("bank:Shape",), members=(Member("method", "area", 1, raises=True),)
            ),
            MakeStatement(3, "bank:Shape", 2, ()),
            CallStatement(4, "bank:Shape.double", 3),
        )
    )
    error = RaisedException("builtins:KeyError", "", explicit=False, in_subject=True)
    result = ExecutionResult("raised", Trace(frozenset()), 4, error)

    assert verdict(Chromosome(case, result, frozenset()), known) == "announced"


def test_a_class_of_an_earlier_run_comes_back_unless_its_base_is_gone() -> None:
    plugin = ClassStatement(1, "CustomPlugin", ("bank:Plugin",))
    gone = ClassStatement(2, "CustomThing", ("bank:Thing",))

    [case] = seeded([TestCase((plugin,)), TestCase((gone,))], knowledge_of())

    assert [kind.name for kind in defined(case)] == ["CustomPlugin"]
