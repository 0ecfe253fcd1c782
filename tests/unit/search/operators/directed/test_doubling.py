"""Doubles for what lacks, and what is asked of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import RaisedException
from testloom.model.settings import Settings
from testloom.model.statements import (
    Answer,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import StateStatement
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

from .raising import called_with, raised, steps


def test_what_could_not_be_imported_is_doubled() -> None:
    error = raised("NameError", "name 'yaml' is not defined", name="yaml")
    subject = replace(bank(), undefined=("bank:yaml",))
    case = called_with(1)

    shots = [repaired(case, error, Knowledge(subject, ["bank:transfer"], Random(seed))) for seed in range(3)]

    for shot in shots:
        assert shot is not None and shot.is_valid()
        assert [s.path for s in shot if isinstance(s, StateStatement)] == ["bank:yaml"]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("No module named 'yaml'", "yaml"),
        ("No module named 'plot.charts'; 'plot' is not a package", "plot.charts"),
    ],
)
def test_a_module_that_is_not_installed_is_doubled(message: str, name: str) -> None:
    shots = steps(called_with(1), "ModuleNotFoundError", message, name=name)

    assert {s.path for shot in shots for s in shot if isinstance(s, StateStatement)} == {
        f"sys.modules:{name}"
    }


def test_an_exception_that_could_not_be_imported_is_one() -> None:
    subject = replace(bank(), undefined=("bank:ApiError",))
    error = raised("NameError", "name 'ApiError' is not defined", name="ApiError")

    shot = repaired(called_with(), error, Knowledge(subject, [], Random(1)))

    assert shot is not None and [s.path for s in shot if isinstance(s, StateStatement)] == ["bank:ApiError"]
    assert [s for s in shot if isinstance(s, ReferenceStatement)]


def test_where_the_subject_has_none_for_a_library_there_is_a_double() -> None:
    subject = replace(bank(), state={"bank:client": None, "bank:limit": 3})
    said = "'NoneType' object has no attribute 'n'"
    error = raised("AttributeError", said, name="n", of="builtins:NoneType")

    shots = [repaired(called_with(), error, Knowledge(subject, [], Random(seed))) for seed in range(10)]

    assert {s.path for shot in shots if shot for s in shot if isinstance(s, StateStatement)} == {
        "bank:client"
    }


def test_what_the_subject_called_when_an_error_was_raised_is_replaced() -> None:
    subject = replace(bank(), collaborators=("bank:rates.fetch", "bank:parse", "bank:Account.fetch"))
    error = RaisedException("builtins:OSError", "no", False, in_subject=True, through="fetch")
    knowledge = Knowledge(subject, ["bank:transfer"], Random(1))
    knowledge.last_resort = LastResort(Settings(doubles_after=0, doubles_probability=1))

    shots = [repaired(called_with(), error, knowledge) for _ in range(20)]

    paths = {s.path for shot in shots if shot for s in shot if isinstance(s, StateStatement)}
    assert paths == {"bank:rates.fetch", "bank:Account.fetch"}


def test_a_double_offers_what_it_was_asked_for() -> None:
    double = DoubleStatement(1, "", ("debit",))
    case = TestCase((double, CallStatement(2, "bank:transfer", None, (1,))))

    said = "Mock object has no attribute 'credit'"
    shots = steps(case, "AttributeError", said, name="credit", of="unittest.mock:NonCallableMagicMock")

    for shot in shots:
        assert ("debit", "credit") in [s.names for s in shot if isinstance(s, DoubleStatement)]


@pytest.mark.parametrize(("name", "kind"), [("log", DoubleStatement), ("page_count", LiteralStatement)])
def test_a_double_of_a_class_is_given_what_the_class_does_not_tell_of(
    name: str, kind: type[Statement]
) -> None:
    case = TestCase((DoubleStatement(-1, "bank:Account"), CallStatement(-2, "bank:transfer", None, (-1,))))

    said = f"Mock object has no attribute '{name}'"
    shots = steps(case, "AttributeError", said, name=name, of="unittest.mock:NonCallableMagicMock")

    assert shots
    for shot in shots:
        made = {statement.id: statement for statement in shot}
        double = made[-1]
        assert isinstance(double, DoubleStatement)
        assert [(answer.path, type(made[answer.value])) for answer in double.answers] == [(name, kind)]


def test_a_double_of_a_class_that_has_what_was_asked_for_is_left_as_it_is() -> None:
    double = DoubleStatement(-1, "bank:Account", answers=(Answer("log", -3),))
    case = TestCase((LiteralStatement(-3, 1), double, CallStatement(-2, "bank:transfer", None, (-1,))))

    said = "Mock object has no attribute 'log'"
    shots = steps(case, "AttributeError", said, name="log", of="unittest.mock:NonCallableMagicMock")

    assert not any(len(s.answers) > 1 for shot in shots for s in shot if isinstance(s, DoubleStatement))


def test_what_is_unpacked_of_a_double_becomes_a_tuple_of_doubles() -> None:
    error = RaisedException(
        "builtins:ValueError",
        "not enough values to unpack (expected 2, got 0)",
        explicit=False,
        in_subject=True,
    )
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))
    knowledge.experience.learned.take_uses({-1: ["pair()", "pair().__iter__()"]})

    shot = repaired(
        TestCase((DoubleStatement(-1), CallStatement(-2, "bank:transfer", None, (-1,)))), error, knowledge
    )

    assert shot is not None and shot.is_valid()
    [pair] = [s for s in shot if isinstance(s, CollectionStatement)]
    double = next(s for s in shot if s.id == -1)
    assert isinstance(double, DoubleStatement)
    assert [(answer.path, answer.value) for answer in double.answers] == [("pair()", pair.id)]
    assert len(pair.items) in (2, 3)


def test_what_doubles_answer_by_themselves_gives_way_to_an_answer() -> None:
    case = TestCase((DoubleStatement(-1), CallStatement(-2, "bank:transfer", None, (-1,))))
    error = RaisedException("builtins:TypeError", "it must be str, not MagicMock", False, in_subject=True)
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))
    knowledge.experience.learned.take_uses({-1: ("read()", "__exit__()")})

    shots = [repaired(case, error, knowledge) for _ in range(20)]

    doubles = [s for shot in shots if shot for s in shot if isinstance(s, DoubleStatement)]
    assert {answer.path for double in doubles for answer in double.answers} == {"read()"}
