"""What is known of a function or class stays known when it gets another name."""

from __future__ import annotations

import json

from testloom.continuous.planning.changes import follow
from testloom.model.progress.history import KeptTest, UnitRecord
from testloom.model.statements import CallStatement, ClassStatement, MakeStatement, TestCase


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
