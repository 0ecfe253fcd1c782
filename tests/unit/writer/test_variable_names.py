"""What the variables of a test are called."""

from __future__ import annotations

from testloom.model.statements import CallStatement
from testloom.model.subject import Callable, Parameter
from testloom.writer.layout.usage import Usage, arguments_of
from testloom.writer.layout.variables import variables_of

from .building import SUBJECT


def test_only_the_first_of_its_kind_is_named_apart_from_what_the_file_imports() -> None:
    made = {number: CallStatement(number, "shop.account:Account") for number in (1, 2, 3)}
    used = dict.fromkeys(made, Usage())

    names = variables_of(made.values(), made, used, SUBJECT, {"account"})

    assert list(names.values()) == ["the_account", "other_account", "another_account"]


def test_a_private_parameter_is_called_as_its_class_calls_it() -> None:
    names = ("_Cart__items", "_note", "first__last", "**_Cart__data")
    parameters = tuple(Parameter(name.strip("*"), "kwargs" if "*" in name else "either") for name in names)
    known = Callable("shop.cart:Cart.update", "method", "shop.cart:Cart", parameters)

    given = arguments_of(CallStatement(9, known.id, 8, (1, 2, 3), (("_Cart__data", 4),)), known)

    assert [name for _, name in given] == ["items", "note", "first__last", "data"]
