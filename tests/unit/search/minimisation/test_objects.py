"""Doubles become plain values and objects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.statements import (
    Answer,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject, SubjectClass
from testloom.model.types import ANY, TypeRef
from testloom.search.minimisation.objects.doubles import (
    NAMESPACE,
    namespaces_at_once,
    namespaces_for_doubles,
    originals_for_doubles,
    values_for_doubles,
)
from tests.unit.search.bank import bank

VALUES = (LiteralStatement(1, "number"), LiteralStatement(2, 7))


def given(*answers: Answer, spec: str = "") -> TestCase:
    """A test that hands a list with a double to a function."""
    double = DoubleStatement(3, spec, answers=answers)
    return TestCase(
        (*VALUES, double, CollectionStatement(4, "list", (3,)), CallStatement(5, "bank:sort", None, (4,)))
    )


def test_a_double_whose_attributes_are_read_becomes_an_object_with_these() -> None:
    case = given(Answer("type", 1, False), Answer("value", 2, False))

    assert list(namespaces_for_doubles(case, bank())) == [
        case.replaced(2, CallStatement(3, NAMESPACE, None, (), (("type", 1), ("value", 2))))
    ]


def test_what_the_attributes_of_a_double_hold_has_attributes_and_items_itself() -> None:
    case = given(
        Answer("meta.args.rows.__iter__()", 1), Answer("meta.size", 2, False), Answer("kind", 1, False)
    )
    nested = (
        CallStatement(7, NAMESPACE, None, (), (("rows", 1),)),
        CallStatement(6, NAMESPACE, None, (), (("args", 7), ("size", 2))),
        CallStatement(3, NAMESPACE, None, (), (("meta", 6), ("kind", 1))),
    )

    [variant] = namespaces_for_doubles(case, bank())

    assert [s for s in variant.statements if s.id in (3, 6, 7)] == [*nested]
    assert variant.is_valid()


def test_attributes_that_a_double_only_offers_hold_plain_values() -> None:
    double = DoubleStatement(3, "", names=("depth", "type"), answers=(Answer("type", 1, False),))
    case = TestCase((*VALUES, double, CallStatement(5, "bank:audit", None, (3,))))

    held_only, *offered = namespaces_for_doubles(case, bank())

    assert held_only.statements[2] == CallStatement(3, NAMESPACE, None, (), (("type", 1),))
    values = (
        *(LiteralStatement(6, value) for value in (1, None, True, "a")),
        *(CollectionStatement(6, kind, ()) for kind in ("list", "dict")),
    )
    assert [variant.statements[2:4] for variant in offered] == [
        (value, CallStatement(3, NAMESPACE, None, (), (("type", 1), ("depth", 6)))) for value in values
    ]


def test_each_of_a_few_attributes_may_hold_something_else() -> None:
    double = DoubleStatement(3, "", names=("depth", "type"))
    case = TestCase((double, CallStatement(5, "bank:audit", None, (3,))))

    variants = list(namespaces_for_doubles(case, bank()))

    held = [tuple(s.value for s in one if isinstance(s, LiteralStatement)) for one in variants]
    assert held[:4] == [(1, "b"), (1, 2), (None, None), (True, True)]
    assert (None, True) in held
    assert len(variants) == 27


def test_all_doubles_become_objects_with_attributes_that_mean_something_at_once() -> None:
    names = ("lineno", "col_offset", "is_last", "children", "kind")
    doubles = (DoubleStatement(3, names=names), DoubleStatement(4), DoubleStatement(9, "bank:Account"))
    case = TestCase((*doubles, CallStatement(5, "bank:audit", None, (3, 4, 9))))

    made = namespaces_at_once(case, bank())

    held = [s for s in made.statements if isinstance(s, LiteralStatement | CollectionStatement)]
    assert [s.value if isinstance(s, LiteralStatement) else s.kind for s in held] == [
        1,
        2,
        True,
        "list",
        "e",
    ]
    space = CallStatement(3, NAMESPACE, None, (), tuple((n, s.id) for n, s in zip(names, held, strict=True)))
    assert made.statements[len(held) :] == (space, *case.statements[1:])


def test_a_double_that_offers_what_no_source_can_name_stays_one() -> None:
    for name in ("class", "\ufb01le"):
        case = TestCase((DoubleStatement(3, names=(name,)), CallStatement(5, "bank:audit", None, (3,))))

        assert namespaces_at_once(case, bank()) == case


def test_a_double_that_offers_nothing_has_the_attributes_that_its_parameter_is_asked_for() -> None:
    audit = Callable("bank:audit", "function", parameters=(Parameter("book", uses=("pages",)),))
    subject = replace(bank(), callables={**bank().callables, audit.id: audit})
    case = TestCase((DoubleStatement(3), CallStatement(5, audit.id, None, (3,))))

    variants = list(namespaces_for_doubles(case, subject))

    made = CallStatement(3, NAMESPACE, None, (), (("pages", 6),))
    assert TestCase((CollectionStatement(6, "list", ()), made, *case.statements[1:])) in variants


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(given(), id="without answers"),
        pytest.param(given(Answer("read()", 1, False)), id="called"),
        pytest.param(given(Answer("class", 1, False)), id="by a word of Python's own"),
        pytest.param(given(Answer("type", 1, False), Answer("type", 2, False)), id="in turn"),
        pytest.param(given(Answer("parent", 3, False)), id="holding itself"),
        pytest.param(given(Answer("parent.read()", 1, False)), id="called within"),
        pytest.param(given(Answer("a", 1, False), Answer("a.b", 1, False)), id="an object and more"),
        pytest.param(given(Answer("a.b", 1, False), Answer("a", 1, False)), id="more and an object"),
        pytest.param(given(Answer("type", 1, False), spec="bank:Account"), id="of a class"),
    ],
)
def test_other_doubles_stay(case: TestCase) -> None:
    assert not list(namespaces_for_doubles(case, bank()))


@pytest.mark.parametrize(("kind", "stays"), [(ANY, False), (TypeRef("bank:Account"), True)])
def test_a_double_of_a_class_that_nobody_asks_for_has_the_attributes_that_it_holds(
    kind: TypeRef, stays: bool
) -> None:
    audit = Callable("bank:audit", "function", parameters=(Parameter("entry", type=kind, uses=("limit",)),))
    subject = replace(bank(), callables={**bank().callables, audit.id: audit})
    double = DoubleStatement(3, "ast:Name", answers=(Answer("type", 1, False),))
    case = TestCase((VALUES[0], double, CallStatement(5, audit.id, None, (3,))))

    variants = list(namespaces_for_doubles(case, subject))

    made = CallStatement(3, NAMESPACE, None, (), (("type", 1),))
    assert variants == ([] if stays else [case.replaced(1, made)])


def made_for(spec: str) -> list[TestCase]:
    case = TestCase((DoubleStatement(3, spec), CallStatement(5, "bank:audit", None, (3,))))
    return list(originals_for_doubles(case, bank()))


def test_an_object_of_a_class_made_of_plain_values_is_tried_in_place_of_its_double() -> None:
    (account, *_) = made_for("bank:Account")

    assert [getattr(made, "callable", "") for made in account][-2:] == ["bank:Account", "bank:audit"]
    assert account.statements[-1].references == (3,)


def test_an_object_that_a_test_has_made_takes_the_place_of_a_double_of_its_class() -> None:
    made = (LiteralStatement(1, 7), CallStatement(2, "bank:Account", None, (1,)))
    used = CallStatement(5, "bank:audit", None, (2,))
    case = TestCase((*made, DoubleStatement(3, "bank:Account"), used, used.replace(id=6, args=(3,))))

    first = next(originals_for_doubles(case, bank()))

    assert first == TestCase((*made, used, used.replace(id=6)))


def test_an_object_is_made_of_what_the_attributes_of_its_double_hold() -> None:
    amount, owner = Parameter("amount", type=TypeRef("int")), Parameter("owner", has_default=True)
    name = "bank:Deposit"
    deposit = Callable(name, "constructor", name, (amount, owner), TypeRef(name))
    subject = replace(
        bank(),
        callables={**bank().callables, deposit.id: deposit},
        classes={**bank().classes, deposit.id: SubjectClass(deposit.id)},
    )
    held = (LiteralStatement(1, 250), LiteralStatement(2, "Ada"))
    answers = (Answer("amount", 1), Answer("owner", 2), Answer("cancel()", 2))
    audited = CallStatement(5, "bank:audit", None, (3,))
    case = TestCase((*held, DoubleStatement(3, deposit.id, answers=answers), audited))

    first = next(originals_for_doubles(case, subject))

    made = CallStatement(3, deposit.id, None, (1,), (("owner", 2),))
    assert first == TestCase((*held, made, audited))


def test_a_call_that_gets_an_object_and_a_double_of_its_class_gets_two_objects() -> None:
    made = (LiteralStatement(1, 7), CallStatement(2, "bank:Account", None, (1,)))
    transfer = CallStatement(5, "bank:transfer", None, (2, 3))
    case = TestCase((*made, DoubleStatement(3, "bank:Account"), transfer))

    apart, same, *_ = originals_for_doubles(case, bank())

    assert apart == TestCase((*made, made[1].replace(id=3), transfer))
    assert same == TestCase((*made, transfer.replace(args=(2, 2))))


def test_an_object_is_made_of_those_that_a_test_has_made() -> None:
    account = TypeRef("bank:Account")
    parameters = (Parameter("account", type=account), Parameter("name", type=TypeRef("str")))
    card = Callable("bank:Card", "constructor", "bank:Card", parameters, TypeRef("bank:Card"))
    subject = replace(
        bank(),
        callables={**bank().callables, card.id: card},
        classes={**bank().classes, card.id: SubjectClass(card.id)},
    )
    made = (LiteralStatement(1, 7), CallStatement(2, "bank:Account", None, (1,)))
    case = TestCase((*made, DoubleStatement(3, card.id), CallStatement(5, "bank:audit", None, (3,))))

    first = next(originals_for_doubles(case, subject))

    *_, name, own, _ = first.statements
    assert first.statements[:2] == made
    assert own == CallStatement(3, card.id, None, (2, name.id))
    assert len(first.statements) == 5


def test_a_value_of_the_standard_library_or_of_an_enumeration_is_tried_in_place_of_its_double() -> None:
    member = replace(bank(), classes={"bank:Kind": SubjectClass("bank:Kind", enum_members=("SAVINGS",))})

    def tried(spec: str) -> list[TestCase]:
        case = TestCase((DoubleStatement(3, spec), CallStatement(5, "bank:audit", None, (3,))))
        return list(originals_for_doubles(case, member))

    audited = CallStatement(5, "bank:audit", None, (3,))
    assert tried("io:StringIO") == [TestCase((CallStatement(3, "io:StringIO"), audited))]
    assert tried("bank:Kind") == [TestCase((ReferenceStatement(3, "bank:Kind.SAVINGS"), audited))]


def test_of_a_class_that_the_subject_does_not_know_an_object_without_arguments_is_tried() -> None:
    assert made_for("ast:Assign") == [
        TestCase((CallStatement(3, "ast:Assign"), CallStatement(5, "bank:audit", None, (3,))))
    ]


def test_a_double_of_a_function_stays() -> None:
    assert made_for("bank:transfer") == []


def values_instead_of(double: DoubleStatement, subject: Subject) -> list[object]:
    """What stands in the place of a double that is handed to a function of the bank."""
    case = TestCase((double, CallStatement(5, "bank:audit", None, (double.id,))))
    made = (next(s for s in variant if s.id == double.id) for variant in values_for_doubles(case, subject))
    return [
        getattr(s, "callable", None) or getattr(s, "kind", None) or getattr(s, "value", None) for s in made
    ]


@pytest.mark.parametrize(
    ("names", "value"),
    [
        (("setdefault", "__contains__"), "dict"),
        (("append", "sort"), "list"),
        (("decode",), b"a"),
        (("read", "seek"), "io:StringIO"),
    ],
)
def test_a_double_becomes_a_value_of_a_type_that_offers_the_same(
    names: tuple[str, ...], value: object
) -> None:
    assert value in values_instead_of(DoubleStatement(3, names=names), bank())


def test_a_double_that_offers_nothing_becomes_a_value_of_the_type_of_its_parameter() -> None:
    wanted = Parameter("amounts", type=TypeRef("list", (TypeRef("int"),)))
    audit = Callable("bank:audit", "function", parameters=(wanted,))
    subject = replace(bank(), callables={**bank().callables, audit.id: audit})

    assert "list" in values_instead_of(DoubleStatement(3), subject)


def test_what_nothing_offers_stays_a_double_or_becomes_plain() -> None:
    assert values_instead_of(DoubleStatement(3, names=("levitate",)), bank()) == ["a", 1]


def test_a_double_of_which_nothing_is_known_becomes_a_collection() -> None:
    values = values_instead_of(DoubleStatement(3), bank())

    assert values[:2] == ["a", 1]
    assert {"list", "dict"}.issubset(values)
