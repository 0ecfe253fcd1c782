"""Calls that belong together are about the same values, also where one of them takes several."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, Statement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.values.sharing import is_plural, share
from tests.unit.search.bank import bank

JOIN = CallStatement(2, "bank:join", None, (1,))
OTHERS = (LiteralStatement(3, "b"), LiteralStatement(4, "c"))


def with_members() -> Subject:
    """The bank, with functions that take one member, and several."""
    text = TypeRef("str")
    more = [
        Callable("bank:join", "function", None, (Parameter("member", type=text),)),
        Callable("bank:leave", "function", None, (Parameter("member", type=text),)),
        Callable("bank:expel", "function", None, (Parameter("old_members", type=TypeRef("list", (text,))),)),
    ]
    return replace(bank(), callables={**bank().callables, **{called.id: called for called in more}})


def shared(*calls: Statement) -> list[Statement]:
    """What the calls behind one of `join` become when they are about what that is about."""
    builder = Knowledge(with_members(), [], Random(1)).builder([LiteralStatement(1, "a"), JOIN, *calls])
    share(builder.draft, 2, JOIN, with_members())
    return builder.draft.statements[2:]


def test_a_parameter_that_is_called_the_same_gets_the_same_value() -> None:
    assert shared(OTHERS[0], CallStatement(6, "bank:leave", None, (3,))) == [
        CallStatement(6, "bank:leave", None, (1,))
    ]


def test_a_list_begins_with_the_value_of_which_its_parameter_names_several() -> None:
    expelled = CallStatement(6, "bank:expel", None, (5,))

    assert shared(*OTHERS, CollectionStatement(5, "list", (3, 4)), expelled) == [
        OTHERS[1],
        CollectionStatement(5, "list", (1, 4)),
        expelled,
    ]
    assert shared(CollectionStatement(5, "set", ()), expelled)[0] == CollectionStatement(5, "set", (1,))


def test_a_dict_and_a_list_that_is_older_stay_as_they_are() -> None:
    expelled = CallStatement(6, "bank:expel", None, (5,))
    pairs = CollectionStatement(5, "dict", (3, 4))

    assert shared(*OTHERS, pairs, expelled) == [*OTHERS, pairs, expelled]
    assert shared(expelled.replace(args=(1,))) == [expelled.replace(args=(1,))]


@pytest.mark.parametrize(
    ("name", "one", "expected"),
    [
        ("plugins", "plugin", True),
        ("remove_plugins", "plugin", True),
        ("entries", "entry", True),
        ("boxes", "box", True),
        ("plugin", "plugin", False),
        ("spins", "pin", False),
        ("plugins_by_name", "plugin", False),
    ],
)
def test_plurals(name: str, one: str, expected: bool) -> None:
    assert is_plural(name, one) is expected
