"""Special methods are called by the syntax that does the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built, function

CALLABLES = {
    **SUBJECT.callables,
    "shop.account:Account.__format__": function("Account.__format__", "spec", "method"),
    "shop.account:Account.__iter__": function("Account.__iter__", "", "method"),
    "shop.account:Account.__getattr__": function("Account.__getattr__", "name", "method"),
    "shop.account:Account.__iadd__": function("Account.__iadd__", "amount", "method"),
}


@pytest.mark.parametrize(
    ("spec", "line"),
    [(".2f", 'assert format(account, ".2f") == "a"'), (7, 'assert account.__format__(7) == "a"')],
)
def test_format_is_called_with_texts_only(spec: object, line: str) -> None:
    case = Case("Account.__format__")
    case.call("Account.__format__", spec, on=case.call("Account", "b", 1))

    text = render(built(case.equals("a")), replace(SUBJECT, callables=CALLABLES), None, STYLE).text

    assert f"    {line}\n" in text


@pytest.mark.parametrize(
    ("name", "line"), [("note", "del account.note"), ("a b", 'account.__delattr__("a b")')]
)
def test_an_attribute_is_deleted_by_its_name_where_it_is_one(name: str, line: str) -> None:
    case = Case("Account.__delattr__")
    account = case.call("Account", "b", 1)
    case.call("Account.__delattr__", name, on=account)

    text = render(built(case.equals(1, of=account, attribute="balance")), SUBJECT, None, STYLE).text

    assert f"    {line}\n" in text


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("note", 'assert account.note == "a"'),
        ("a b", 'assert account.__getattr__("a b") == "a"'),
        ("withdraw", 'assert account.__getattr__("withdraw") == "a"'),
    ],
)
def test_an_attribute_is_read_by_its_name_where_the_class_has_none_of_that_name(name: str, line: str) -> None:
    case = Case("Account.__getattr__")
    case.call("Account.__getattr__", name, on=case.call("Account", "b", 1))

    text = render(built(case.equals("a")), replace(SUBJECT, callables=CALLABLES), None, STYLE).text

    assert f"    {line}\n" in text


@pytest.mark.parametrize(
    ("is_asserted", "line"),
    [(False, "account += 5"), (True, "assert account.__iadd__(5) == 1")],
)
def test_what_adds_in_place_is_an_assignment_unless_its_result_is_asserted(
    is_asserted: bool, line: str
) -> None:
    case = Case("Account.__iadd__")
    account = case.call("Account", "b", 1)
    case.call("Account.__iadd__", 5, on=account)
    asserted = case.equals(1) if is_asserted else case.equals(6, of=account, attribute="balance")

    text = render(built(asserted), replace(SUBJECT, callables=CALLABLES), None, STYLE).text

    assert f"    {line}\n" in text


@pytest.mark.parametrize(
    ("driven", "line"), [(True, "assert list(account) == [7]"), (False, "assert iter(account) == [7]")]
)
def test_an_object_is_listed_where_its_iterator_was_driven_to_its_end(driven: bool, line: str) -> None:
    case = Case("Account.__iter__")
    items = case.call("Account.__iter__", on=case.call("Account", "b", 1))
    [test] = built(case.equals([7]))
    test = replace(test, driven=((items.id, "generator"),) if driven else ())

    text = render([test], replace(SUBJECT, callables=CALLABLES), None, STYLE).text

    assert f"    {line}\n" in text


@pytest.mark.parametrize(
    ("name", "operand", "line"),
    [
        ("__ror__", 3, "3 | account"),
        ("__ror__", None, "None | account"),
        ("__radd__", "b", '"b" + account'),
        ("__rsub__", (), "() - account"),
        ("__rmod__", "b", 'account.__rmod__("b")'),
        ("__rpow__", 3, "account.__rpow__(3)"),
    ],
)
def test_what_does_not_support_an_object_stands_left_of_it(name: str, operand: object, line: str) -> None:
    known = {**CALLABLES, f"shop.account:Account.{name}": function(f"Account.{name}", "other", "method")}
    case = Case(f"Account.{name}")
    account = case.call("Account", "b", 1)
    operand = case.collection("tuple") if operand == () else operand
    case.call(f"Account.{name}", operand, on=account)

    text = render(built(case.equals("a")), replace(SUBJECT, callables=known), None, STYLE).text

    assert f"    assert {line} == " in text or f"    assert ({line}) == " in text


def test_an_operator_stands_where_a_method_of_its_result_is_called() -> None:
    known = {**CALLABLES, "shop.account:Account.__sub__": function("Account.__sub__", "other", "method")}
    case = Case("Account.withdraw")
    less = case.call("Account.__sub__", 3, on=case.call("Account", "b", 1))
    case.call("Account.withdraw", 5, on=less)

    text = render(built(case.equals(1)), replace(SUBJECT, callables=known), None, STYLE).text

    assert " = account - 3\n" in text
