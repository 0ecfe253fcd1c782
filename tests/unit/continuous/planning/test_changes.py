from __future__ import annotations

import json

from testloom.capabilities import KINDS
from testloom.continuous.planning.changes import Changes, compare, follow
from testloom.model.progress.history import KeptTest, UnitRecord
from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    LiteralStatement,
    MakeStatement,
    ReferenceStatement,
    TestCase,
)
from tests.unit.continuous.building import record, unit, units

CASE = TestCase(
    (
        LiteralStatement(1, 5),
        CallStatement(2, "shop:Cart", None, (1,)),
        CallStatement(3, "shop:Cart.total", 2),
    )
)


def statuses(changes: Changes) -> dict[str, str]:
    return {change.unit.id: change.status for change in changes.units}


def test_units_are_new_changed_the_same_or_gone() -> None:
    known = {id: record(id) for id in ("shop:same", "shop:changed", "shop:gone")}

    changes = compare([unit("shop:same"), unit("shop:changed", fingerprint="g"), unit("shop:new")], known)

    assert statuses(changes) == {"shop:same": "same", "shop:changed": "changed", "shop:new": "new"}
    assert changes.gone == ("shop:gone",)


def test_a_moved_class_keeps_its_tests_under_its_new_name() -> None:
    tests = (KeptTest("test_total", CASE.wire, ("Cart.total/entry//1",)),)
    old = UnitRecord("shop:Cart", "code", "f", ("Cart.total/entry//1",), {}, tests, "tests/test_shop.py")

    changes = compare([unit("store.cart:Basket", content="code")], {"shop:Cart": old})

    [change] = changes.units
    assert (change.status, change.was, changes.gone) == ("moved", "shop:Cart", ())
    assert change.record is not None
    [test] = change.record.tests
    assert test.goals == change.record.goals == ("Basket.total/entry//1",)
    assert [s.callable for s in test.case(KINDS) if isinstance(s, CallStatement)] == [
        "store.cart:Basket",
        "store.cart:Basket.total",
    ]
    assert (test.function, change.record.test_file) == ("", "")


def test_a_name_that_only_begins_alike_is_left_alone() -> None:
    case = TestCase((ReferenceStatement(1, "shop:Carton.SMALL"),))
    old = UnitRecord("shop:Cart", "code", "f", ("Carton/entry//1",), {}, (KeptTest("t", case.wire),))

    [change] = compare([unit("shop:Box", content="code")], {"shop:Cart": old}).units

    assert change.record is not None
    assert change.record.goals == ("Carton/entry//1",)
    assert change.record.tests[0].case(KINDS) == case


def test_of_equal_functions_that_moved_each_keeps_its_own() -> None:
    code = "def {}(n):\n    return n + 1\n"
    old = units({"a": code.format("f"), "b": code.format("g")})
    known = {id: UnitRecord(id, entry.content, entry.fingerprint) for id, entry in old.items()}
    new = units({"c": code.format("g") + code.format("f")})

    changes = compare(list(new.values()), known)

    assert {change.unit.id: change.was for change in changes.units} == {"c:g": "b:g", "c:f": "a:f"}


def test_the_test_file_of_a_renamed_function_is_still_known() -> None:
    tests = (KeptTest("test_f", TestCase((CallStatement(1, "shop:f"),)).wire),)
    old = UnitRecord("shop:f", "code", "f", tests=tests, test_file="tests/test_shop.py")

    [change] = compare([unit("shop:g", content="code")], {"shop:f": old}).units

    assert change.record is not None
    assert change.record.test_file == "tests/test_shop.py"
    assert change.record.tests == (KeptTest("test_f", TestCase((CallStatement(1, "shop:g"),)).wire),)


def test_classes_that_tests_define_have_the_base_under_its_new_name() -> None:
    case = TestCase(
        (
            ClassStatement(1, "CustomShape", ("shop:Shape", "shop:Shaped"), metaclass="shop:Shape"),
            MakeStatement(2, "shop:Shape", 1),
            CallStatement(3, "shop:Shape.area", 2),
        )
    )
    record = UnitRecord("shop:Shape", "a", "b", tests=(KeptTest("test_area", case.wire, ()),))

    [kept] = follow(record, "shop:Figure").tests

    assert json.loads(kept.wire) == json.loads(
        TestCase(
            (
                ClassStatement(1, "CustomShape", ("shop:Figure", "shop:Shaped"), metaclass="shop:Figure"),
                MakeStatement(2, "shop:Figure", 1),
                CallStatement(3, "shop:Figure.area", 2),
            )
        ).wire
    )
