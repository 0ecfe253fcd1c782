"""Plain values of a type, and tests whose arguments are of the types that annotations ask for."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import ExecutionResult, Trace
from testloom.model.limits import Limits
from testloom.model.settings import Settings
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject, SubjectClass
from testloom.model.types import ANY, NONE, Scalar, TypeRef
from testloom.search import Archive, goals_of
from testloom.search.chromosome import evaluated
from testloom.search.minimisation.plainness.plain import plain_values
from testloom.search.minimisation.values.conformance import (
    conforming,
    has_ill_typed_argument,
    is_well_typed,
    nonconformance,
)
from testloom.search.providers.arguments import arguments
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.experience.makers import Makers
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

DECIMAL, ACCOUNT, KIND = TypeRef("decimal:Decimal"), TypeRef("bank:Account"), TypeRef("bank:Kind")

NEW_ACCOUNT = (LiteralStatement(1, 1), CallStatement(2, "bank:Account", None, (1,)))


def taking(kind: TypeRef) -> Subject:
    """The bank with a function `pay` of one argument of the type, and one that returns a Decimal."""
    subject = bank()
    pay = Callable("bank:pay", "function", parameters=(Parameter("payment", type=kind),))
    rate = Callable("bank:rate", "function", returns=DECIMAL)
    return replace(subject, callables={**subject.callables, pay.id: pay, rate.id: rate})


def paying(*statements: Statement) -> TestCase:
    """A call of `pay` with what the last statement yields."""
    return TestCase((*statements, CallStatement(9, "bank:pay", None, (statements[-1].id,))))


def test_a_plain_object_is_made_by_its_constructor_from_plain_values() -> None:
    made = next(plain_values(ACCOUNT, 5, bank()))

    assert made == (LiteralStatement(5, 1), CallStatement(6, "bank:Account", None, (5,)))


def test_a_plain_number_of_the_standard_library_is_one() -> None:
    literal, call = next(plain_values(DECIMAL, 1, bank()))

    assert isinstance(literal, LiteralStatement) and literal.value == "1"
    assert isinstance(call, CallStatement) and call.callable == "decimal:Decimal"


def test_classes_that_only_their_own_objects_make_have_no_plain_object() -> None:
    node = Callable(
        "bank:Node", "constructor", "bank:Node", (Parameter("parent", type=TypeRef("bank:Node")),)
    )
    subject = replace(bank(), callables={node.id: node}, classes={"bank:Node": SubjectClass("bank:Node")})

    assert list(plain_values(TypeRef("bank:Node"), 1, subject)) == []


@pytest.mark.parametrize(
    ("kind", "statements", "fits"),
    [
        pytest.param(DECIMAL, (LiteralStatement(1, True),), False, id="bool for Decimal"),
        pytest.param(DECIMAL, (ReferenceStatement(1, "bank:Kind.FAST"),), False, id="enum for Decimal"),
        pytest.param(KIND, (ReferenceStatement(1, "bank:Kind.FAST"),), True, id="enum"),
        pytest.param(ACCOUNT, (CollectionStatement(1, "tuple", ()),), False, id="tuple for a class"),
        pytest.param(TypeRef("list"), (CollectionStatement(1, "tuple", ()),), True, id="tuple for list"),
        pytest.param(
            DECIMAL,
            (LiteralStatement(1, 1), CallStatement(2, "bank:Account", None, (1,))),
            False,
            id="object",
        ),
        pytest.param(DECIMAL, (CallStatement(1, "bank:rate"),), True, id="result"),
        pytest.param(ANY, (LiteralStatement(1, True),), True, id="not annotated"),
    ],
)
def test_arguments_fit_annotations_or_a_plain_one_is_proposed(
    kind: TypeRef, statements: tuple[Statement, ...], fits: bool
) -> None:
    subject = taking(kind)
    case = paying(*statements)

    assert is_well_typed(case, subject) is fits
    assert has_ill_typed_argument(case, subject) is not fits
    assert fits or all(is_well_typed(variant, subject) for variant in conforming(case, subject))


def test_a_text_that_is_gone_through_is_not_odd_unless_an_annotation_asks_for_something_else() -> None:
    gone_through = Parameter("items", uses=("for",))
    pay = Callable("bank:pay", "function", parameters=(gone_through,))
    subject = replace(bank(), callables={pay.id: pay})
    text, number = paying(LiteralStatement(1, "abc")), paying(LiteralStatement(1, 7))

    assert has_ill_typed_argument(text, subject)
    assert nonconformance(text, subject) == 0
    assert nonconformance(number, subject) > 0
    assert nonconformance(text, taking(TypeRef("list"))) > 0


def test_items_of_collections_become_objects_of_the_class_that_annotations_name() -> None:
    subject = taking(TypeRef("list", (ACCOUNT,)))
    case = paying(LiteralStatement(1, "x"), CollectionStatement(2, "list", (1,)))

    variant = next(conforming(case, subject))

    made = {s.id: s for s in variant}
    (items,) = [s.items for s in variant if isinstance(s, CollectionStatement)]
    assert [getattr(made[item], "callable", None) for item in items] == ["bank:Account"]


def test_what_a_call_returned_gives_way_to_a_plain_value_of_the_type() -> None:
    variant = next(conforming(paying(CallStatement(1, "bank:rate")), taking(DECIMAL)))

    assert [s.callable for s in variant if isinstance(s, CallStatement)][-2:] == [
        "decimal:Decimal",
        "bank:pay",
    ]


def test_values_of_the_library_are_made_by_themselves_and_not_by_functions_that_return_them() -> None:
    makers = Makers(taking(DECIMAL))
    makers.add("decimal:Decimal", Callable("bank:rate", "function", returns=DECIMAL))

    chosen = {getattr(makers.choose("decimal:Decimal", Random(seed)), "id", None) for seed in range(20)}

    assert chosen == {"decimal:Decimal"}


def test_parameters_that_are_named_as_private_keep_their_defaults_until_the_last_resort() -> None:
    hidden = Parameter("_listeners", "either", ANY, has_default=True)
    knowledge = Knowledge(bank(), ("bank:transfer",), Random(1))
    order = Callable("bank:Order", "constructor", "bank:Order", (hidden,))
    given = [arguments(knowledge.builder(), order) for _ in range(50)]

    knowledge.last_resort = LastResort(Settings(private_after=0.0, private_probability=1.0), lambda: 1.0)
    later = [arguments(knowledge.builder(), order) for _ in range(50)]

    assert all(not args and not kwargs for args, kwargs in given)
    assert any(args or kwargs for args, kwargs in later)


def test_a_well_typed_test_is_kept_rather_than_a_shorter_one() -> None:
    subject = taking(DECIMAL)
    goals = tuple(goals_of(subject, {0}))
    archive = Archive(goals, is_well_typed=lambda case: is_well_typed(case, subject))
    short = paying(LiteralStatement(1, True))
    plain = paying(LiteralStatement(1, "1"), CallStatement(2, "decimal:Decimal", None, (1,)))
    longer = TestCase((LiteralStatement(7, 1), *plain.statements))

    kept = []
    for case in (short, longer, plain, short):
        archive.update(
            evaluated(
                case,
                ExecutionResult(
                    "passed",
                    Trace(frozenset({0})),
                ),
            )
        )
        kept.append(archive.best[archive.goals[0]].case)

    assert kept == [short, longer, plain, plain]


def test_a_plain_object_of_an_abstract_class_is_one_of_the_class_that_needs_least() -> None:
    flat = Callable("bank:Flat", "constructor", "bank:Flat", (Parameter("rate", type=TypeRef("int")),))
    seasonal = Callable("bank:Seasonal", "constructor", "bank:Seasonal")
    fee = SubjectClass("bank:Fee", is_abstract=True)
    kinds = [fee, *(SubjectClass(made.id, bases=(fee.id,)) for made in (flat, seasonal))]
    subject = replace(
        bank(),
        callables={made.id: made for made in (flat, seasonal)},
        classes={kind.id: kind for kind in kinds},
    )

    assert list(plain_values(TypeRef(fee.id), 1, subject)) == [(CallStatement(1, seasonal.id),)]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (TypeRef("int", limits=Limits(gt=0)), [1]),
        (TypeRef("int", limits=Limits(ge=18)), [18, 19]),
        (TypeRef("float", limits=Limits(lt=-2.5)), [-3.0]),
        (TypeRef("str", limits=Limits(min_length=3)), ["aaa"]),
        (TypeRef("str", limits=Limits(pattern="^b{2}$")), ["bb"]),
    ],
)
def test_plain_values_keep_within_limits(kind: TypeRef, values: list[Scalar]) -> None:
    made = [statement for (statement,) in plain_values(kind, 1, bank())]

    assert list(dict.fromkeys(s.value for s in made if isinstance(s, LiteralStatement))) == values


def test_a_plain_collection_has_the_items_that_it_needs() -> None:
    kind = TypeRef("list", (TypeRef("int"),), limits=Limits(min_length=1))

    assert next(plain_values(kind, 1, bank())) == (
        LiteralStatement(1, 1),
        CollectionStatement(2, "list", (1,)),
    )


@pytest.mark.parametrize(
    ("kind", "filled"),
    [
        (TypeRef("list", (TypeRef("int"),)), [LiteralStatement(1, 1), CollectionStatement(2, "list", (1,))]),
        (TypeRef("tuple"), [LiteralStatement(1, "a"), CollectionStatement(2, "tuple", (1,))]),
        (
            TypeRef("dict", (TypeRef("str"), TypeRef("bool"))),
            [LiteralStatement(1, "a"), LiteralStatement(2, False), CollectionStatement(3, "dict", (1, 2))],
        ),
        (TypeRef("list", (TypeRef("bank:Unknown"),)), None),
    ],
)
def test_behind_an_empty_collection_comes_one_of_a_plain_item(
    kind: TypeRef, filled: list[Statement] | None
) -> None:
    empty, *others = plain_values(kind, 1, bank())

    assert len(empty) == 1
    assert [list(made) for made in others] == ([filled] if filled else [])


def test_a_value_beyond_the_limits_of_its_parameter_does_not_fit_it() -> None:
    subject = taking(TypeRef("int", limits=Limits(gt=0)))

    assert is_well_typed(paying(LiteralStatement(1, 1)), subject)
    assert has_ill_typed_argument(paying(LiteralStatement(1, 0)), subject)


def test_what_may_be_none_does_not_fit_where_only_objects_do() -> None:
    find = Callable("bank:find", "function", returns=TypeRef("union", (ACCOUNT, NONE)))
    subject = taking(ACCOUNT)
    subject = replace(subject, callables={**subject.callables, find.id: find})

    assert has_ill_typed_argument(paying(CallStatement(1, find.id)), subject)
    assert not has_ill_typed_argument(paying(*NEW_ACCOUNT), subject)


@pytest.mark.parametrize("name", ["str", "bytes", "list"])
def test_what_would_have_to_be_huge_is_not_made(name: str) -> None:
    kind = TypeRef(name, (TypeRef("int"),), limits=Limits(min_length=10**9))

    assert all(len(made) == 1 for made in plain_values(kind, 1, bank()))


def test_few_of_many_classes_that_fit_alike_are_tried_where_each_needs_another_of_them() -> None:
    asked: list[str] = []

    class Watched(dict[str, SubjectClass]):
        def get(self, name: str, default: object = None) -> SubjectClass | None:  # type: ignore[override]
            asked.append(name)
            return super().get(name)

    classes = Watched(
        {f"bank:Message{n}": SubjectClass(f"bank:Message{n}", attributes=("line",)) for n in range(40)}
    )
    makers = (
        Callable(name, "constructor", name, (Parameter("place", uses=("line",)),), TypeRef(name))
        for name in classes
    )
    subject = replace(bank(), classes=classes, callables={made.id: made for made in makers})

    assert not list(plain_values(TypeRef("bank:Message0"), 5, subject))
    assert len(asked) < 40 * len(classes)
