from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable as Function
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from testloom.model.environment import ArgumentsStatement, FileStatement, StateStatement
from testloom.model.execution import RaisedException
from testloom.model.settings import Settings
from testloom.model.statements import (
    AssignmentStatement,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter
from testloom.search.aiming.guidance import guided
from testloom.search.breeding.creation import random_test
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.last_resort import LastResort
from testloom.search.breeding.mutation import mutate
from tests.unit.search.bank import bank

MESSAGES = (
    ("KeyError", "'memo'"),
    ("IndexError", "list index out of range"),
    ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'"),
    ("TypeError", "<lambda>() missing 2 required positional arguments: 'a' and 'b'"),
    ("AttributeError", "'int' object has no attribute 'withdraw'"),
    ("ValueError", "invalid literal for int() with base 10: 'memo'"),
    ("ValueError", "not enough values to unpack (expected 3, got 1)"),
)


def steps(case: TestCase, kind: str, message: str) -> list[TestCase]:
    error = RaisedException(f"builtins:{kind}", message, explicit=False, in_subject=True)
    shots = [guided(case, error, TestFactory(bank(), ["bank:transfer"], Random(seed))) for seed in range(20)]
    assert all(shot.is_valid() for shot in shots if shot)
    return [shot for shot in shots if shot]


def called_with(*values: object) -> TestCase:
    literals = [LiteralStatement(-place - 1, value) for place, value in enumerate(values)]  # type: ignore[arg-type]
    return TestCase((*literals, CallStatement(-100, "bank:transfer", None, tuple(s.id for s in literals))))


def last_call(case: TestCase) -> CallStatement:
    return [statement for statement in case if isinstance(statement, CallStatement)][-1]


def of_collection(kind: str) -> TestCase:
    collection = CollectionStatement(-1, kind, ())  # type: ignore[arg-type]
    return TestCase((collection, CallStatement(-2, "bank:transfer", None, (-1,))))


def test_a_key_that_was_missing_is_added() -> None:
    (shot, *_) = steps(of_collection("dict"), "KeyError", "'memo'")

    assert "memo" in [s.value for s in shot if isinstance(s, LiteralStatement)]


def test_a_key_that_was_missing_becomes_a_keyword_where_any_is_taken() -> None:
    keywords = {
        name for shot in steps(called_with(), "KeyError", "'memo'") for name, _ in last_call(shot).kwargs
    }

    assert keywords == {"memo"}


def test_a_double_offers_what_it_was_asked_for() -> None:
    double = DoubleStatement(1, "", ("debit",))
    case = TestCase((double, CallStatement(2, "bank:transfer", None, (1,))))

    for shot in steps(case, "AttributeError", "Mock object has no attribute 'credit'"):
        assert ("debit", "credit") in [s.names for s in shot if isinstance(s, DoubleStatement)]


def test_what_lacks_an_operation_is_exchanged_for_what_has_it() -> None:
    shots = steps(called_with(5), "TypeError", "'int' object is not an iterator")

    assert all(
        "builtins:iter" in [s.callable for s in shot if isinstance(s, CallStatement)] for shot in shots
    )


def test_a_list_that_was_too_short_grows() -> None:
    for shot in steps(of_collection("list"), "IndexError", "list index out of range"):
        assert len(next(s for s in shot if isinstance(s, CollectionStatement) and s.id == -1).items) == 1


def test_what_is_unpacked_gets_the_size_that_was_expected() -> None:
    message = "not enough values to unpack (expected 3, got 0)"

    for shot in steps(of_collection("tuple"), "ValueError", message):
        assert len(next(s for s in shot if isinstance(s, CollectionStatement) and s.id == -1).items) == 3


def test_a_value_of_the_type_that_did_not_fit_is_exchanged() -> None:
    shots = steps(called_with(3, "x"), "AttributeError", "'int' object has no attribute 'withdraw'")

    assert shots and all("bank:Account" in shot.wire for shot in shots)


@pytest.mark.parametrize(
    ("message", "text", "expected"),
    [
        ("invalid literal for int() with base 10: 'x'", "a=x", "a=12"),
        ("could not convert string to float: ''", "", "1.5"),
    ],
)
def test_text_that_could_not_be_read_becomes_readable(message: str, text: str, expected: str) -> None:
    for shot in steps(called_with(text), "ValueError", message):
        assert expected in [s.value for s in shot if isinstance(s, LiteralStatement)]


def test_a_function_gets_as_many_arguments_as_it_says() -> None:
    case = TestCase((CallStatement(-1, "bank:transfer"), InvokeStatement(-2, -1)))

    for shot in steps(case, "TypeError", "f() missing 2 required positional arguments: 'a' and 'b'"):
        assert len(getattr(shot.statements[-1], "args", ())) == 2


def test_other_errors_suggest_nothing() -> None:
    assert steps(called_with(3), "ZeroDivisionError", "division by zero") == []


@given(st.integers(min_value=0, max_value=1 << 32), st.sampled_from(MESSAGES))
@settings(deadline=None)
def test_every_suggestion_is_a_valid_test_case(seed: int, error: tuple[str, str]) -> None:
    factory = TestFactory(bank(), sorted(bank().callables), Random(seed))
    case = random_test(factory)
    raised = RaisedException(f"builtins:{error[0]}", error[1], explicit=False, in_subject=True)
    for _ in range(10):
        case = mutate(case, factory, max_statements=30)
        changed = guided(case, raised, factory)
        assert changed is None or changed.is_valid()


def commanded(hint: str, *words: str) -> set[tuple[str, ...]]:
    """The command lines that a complaint of the parser leads to, over a few draws."""
    statements = (ArgumentsStatement(-1, ("program", *words)),) if words else ()
    case = TestCase((*statements, CallStatement(-2, "bank:transfer")))
    error = RaisedException("builtins:SystemExit", "2", False, True, hint)
    shots = [guided(case, error, TestFactory(bank(), ["bank:transfer"], Random(n))) for n in range(20)]
    return {s.values for shot in shots if shot for s in shot if isinstance(s, ArgumentsStatement)}


def test_required_arguments_are_given() -> None:
    for line in commanded("the following arguments are required: -i/--input, name"):
        assert line[:2] == ("program", "--input") and len(line) == 4
        assert not line[2].startswith("-") and not line[3].startswith("-")


def test_one_of_the_choices_is_taken() -> None:
    hint = "argument --kind: invalid choice: 'x' (choose from 'fast', 'slow')"

    assert commanded(hint, "--kind", "x") == {("program", "--kind", "fast"), ("program", "--kind", "slow")}


@pytest.mark.parametrize(
    ("hint", "words", "expected"),
    [
        ("argument -n: invalid int value: 'x'", ("-n", "x"), ("program", "-n", "12")),
        ("unrecognized arguments: a b", ("a", "-v", "b"), ("program", "-v")),
    ],
)
def test_what_the_parser_cannot_take_is_mended(
    hint: str, words: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert commanded(hint, *words) == {expected}


def test_an_option_gets_the_value_that_it_lacks() -> None:
    for line in commanded("argument -o/--output: expected one argument", "-o", "-v"):
        assert line[1] == "-o" and line[3] == "-v"


def test_what_could_not_be_imported_is_doubled() -> None:
    error = RaisedException(
        "builtins:NameError", "name 'yaml' is not defined", explicit=False, in_subject=True
    )
    subject = replace(bank(), undefined=("bank:yaml",))
    case = called_with(1)

    shots = [guided(case, error, TestFactory(subject, ["bank:transfer"], Random(seed))) for seed in range(3)]

    for shot in shots:
        assert shot is not None and shot.is_valid()
        assert [s.path for s in shot if isinstance(s, StateStatement)] == ["bank:yaml"]


def test_an_object_gets_the_attribute_that_it_lacks() -> None:
    case = TestCase((LiteralStatement(-1, 3), CallStatement(-2, "bank:Account", None, (-1,))))

    shots = steps(case, "AttributeError", "'Account' object has no attribute 'owner'")

    assigned = [s for shot in shots for s in shot if isinstance(s, AssignmentStatement)]
    assert assigned and all((s.source, s.name) == (-2, "owner") for s in assigned)


def test_an_argument_that_was_left_out_is_given_where_none_lacks_something() -> None:
    ledger = Callable(
        "bank:Ledger", "constructor", parameters=(Parameter("clerk", has_default=True), Parameter("size"))
    )
    subject = replace(bank(), callables={**bank().callables, ledger.id: ledger})
    error = RaisedException(
        "builtins:AttributeError",
        "'NoneType' object has no attribute 'sign'",
        explicit=False,
        in_subject=True,
    )
    case = TestCase((CallStatement(-1, "bank:Ledger"),))

    shots = [guided(case, error, TestFactory(subject, ["bank:transfer"], Random(seed))) for seed in range(5)]

    for shot in shots:
        assert shot is not None and shot.is_valid()
        assert [name for name, _ in last_call(shot).kwargs] == ["clerk"]


@pytest.mark.parametrize(
    ("message", "path"),
    [
        ("No module named 'yaml'", "sys.modules:yaml"),
        ("No module named 'plot.charts'; 'plot' is not a package", "sys.modules:plot.charts"),
    ],
)
def test_a_module_that_is_not_installed_is_doubled(message: str, path: str) -> None:
    for shot in steps(called_with(1), "ModuleNotFoundError", message):
        assert [s.path for s in shot if isinstance(s, StateStatement)] == [path]


def test_what_is_unpacked_of_a_double_becomes_a_tuple_of_doubles() -> None:
    error = RaisedException(
        "builtins:ValueError",
        "not enough values to unpack (expected 2, got 0)",
        explicit=False,
        in_subject=True,
    )
    factory = TestFactory(bank(), ["bank:transfer"], Random(1))
    factory.learned.take_uses({-1: ["pair()", "pair().__iter__()"]})

    shot = guided(
        TestCase((DoubleStatement(-1), CallStatement(-2, "bank:transfer", None, (-1,)))), error, factory
    )

    assert shot is not None and shot.is_valid()
    [pair] = [s for s in shot if isinstance(s, CollectionStatement)]
    double = next(s for s in shot if s.id == -1)
    assert isinstance(double, DoubleStatement)
    assert [(answer.path, answer.value) for answer in double.answers] == [("pair()", pair.id)]
    assert len(pair.items) in (2, 3)


def test_a_key_that_a_table_of_the_subject_lacks_is_there_for_the_test() -> None:
    error = RaisedException("builtins:KeyError", "'verbose'", explicit=False, in_subject=True)
    subject = replace(bank(), tables={"bank:settings.OPTIONS": ()})
    factories = [TestFactory(subject, ["bank:transfer"], Random(seed)) for seed in range(9)]

    shots = [guided(called_with(1), error, factory) for factory in factories]

    assert all(shot is None or shot.is_valid() for shot in shots)
    assert ["bank:settings.OPTIONS"] in [
        [s.path for s in shot if isinstance(s, StateStatement)] for shot in shots if shot
    ]


def test_a_key_of_a_table_takes_the_place_of_one_that_it_lacks() -> None:
    error = RaisedException("builtins:KeyError", "'a'", explicit=False, in_subject=True)
    subject = replace(bank(), tables={"bank:RATES": ("day", "night"), "bank:settings.OPTIONS": ()})
    case = TestCase((LiteralStatement(1, "a"), CallStatement(2, "bank:transfer", None, (1,))))

    shots = [guided(case, error, TestFactory(subject, ["bank:transfer"], Random(seed))) for seed in range(20)]

    changed = [shot.statements[0] for shot in shots if shot is not None and len(shot) == len(case)]
    assert {s.value for s in changed if isinstance(s, LiteralStatement)} >= {"day", "night"}
    replaced = {s.path for shot in shots if shot for s in shot if isinstance(s, StateStatement)}
    assert replaced == {"bank:settings.OPTIONS"}


def test_what_the_subject_called_when_an_error_was_raised_is_replaced() -> None:
    subject = replace(bank(), collaborators=("bank:rates.fetch", "bank:parse", "bank:Account.fetch"))
    error = RaisedException("builtins:OSError", "no", False, in_subject=True, through="fetch")
    factory = TestFactory(subject, ["bank:transfer"], Random(1))
    factory.last_resort = LastResort(Settings(doubles_after=0, doubles_probability=1))

    shots = [guided(called_with(), error, factory) for _ in range(20)]

    paths = {s.path for shot in shots if shot for s in shot if isinstance(s, StateStatement)}
    assert paths == {"bank:rates.fetch", "bank:Account.fetch"}


def test_a_keyword_that_a_complaint_names_is_given_where_any_is_taken() -> None:
    error = RaisedException("bank:Missing", "requires the 'owner_id' parameter", True, in_subject=False)
    shot = guided(called_with(), error, TestFactory(bank(), ["bank:transfer"], Random(1)))

    assert shot is not None and [name for name, _ in last_call(shot).kwargs] == ["owner_id"]
    assert guided(shot, error, TestFactory(bank(), ["bank:transfer"], Random(1))) is None


def test_an_attribute_that_a_method_reads_is_assigned_where_it_was_none() -> None:
    report = Callable("bank:Account.report", "method", "bank:Account", reads=("balance",))
    subject = replace(bank(), callables={**bank().callables, report.id: report})
    case = TestCase(
        (
            LiteralStatement(-1, 1),
            CallStatement(-2, "bank:Account", None, (-1,)),
            CallStatement(-3, "bank:Account.report", -2),
        )
    )
    error = RaisedException("builtins:AttributeError", "'NoneType' object has no attribute 'n'", False, True)

    shots = [guided(case, error, TestFactory(subject, [report.id], Random(seed))) for seed in range(10)]

    assert {s.name for shot in shots if shot for s in shot if isinstance(s, AssignmentStatement)} == {
        "balance"
    }


def test_what_doubles_answer_by_themselves_gives_way_to_an_answer() -> None:
    case = TestCase((DoubleStatement(-1), CallStatement(-2, "bank:transfer", None, (-1,))))
    error = RaisedException("builtins:TypeError", "it must be str, not MagicMock", False, in_subject=True)
    factory = TestFactory(bank(), ["bank:transfer"], Random(1))
    factory.learned.take_uses({-1: ("read()", "__exit__()")})

    shots = [guided(case, error, factory) for _ in range(20)]

    doubles = [s for shot in shots if shot for s in shot if isinstance(s, DoubleStatement)]
    assert {answer.path for double in doubles for answer in double.answers} == {"read()"}


def test_where_the_subject_has_none_for_a_library_there_is_a_double() -> None:
    subject = replace(bank(), state={"bank:client": None, "bank:limit": 3})
    error = RaisedException("builtins:AttributeError", "'NoneType' object has no attribute 'n'", False, True)

    shots = [guided(called_with(), error, TestFactory(subject, [], Random(seed))) for seed in range(10)]

    assert {s.path for shot in shots if shot for s in shot if isinstance(s, StateStatement)} == {
        "bank:client"
    }


def test_an_exception_that_could_not_be_imported_is_one() -> None:
    subject = replace(bank(), undefined=("bank:ApiError",))
    error = RaisedException("builtins:NameError", "name 'ApiError' is not defined", False, in_subject=True)

    shot = guided(called_with(), error, TestFactory(subject, [], Random(1)))

    assert shot is not None and [s.path for s in shot if isinstance(s, StateStatement)] == ["bank:ApiError"]
    assert [s for s in shot if isinstance(s, ReferenceStatement)]


@pytest.mark.parametrize(
    ("module", "text", "has_key"),
    [
        ("csv", "sku\na\n", lambda text: next(csv.DictReader(io.StringIO(text))).get("memo")),
        ("csv", "\n1", lambda text: next(csv.DictReader(io.StringIO(text))).get("memo")),
        ("json", '{"a": 1}', lambda text: "memo" in json.loads(text)),
        ("json", '{"a": [{"b": 1}]}', lambda text: '"memo"' in text),
        ("configparser", "[a]\nb = c\n", lambda text: "[memo]" in text),
    ],
)
def test_a_file_gets_the_key_that_was_looked_up_in_it(
    module: str, text: str, has_key: Function[[str], object]
) -> None:
    factory = TestFactory(replace(bank(), imports=(module,)), ["bank:transfer"], Random(1))
    case = TestCase((FileStatement(-1, "a", text), CallStatement(-2, "bank:transfer")))
    error = RaisedException("builtins:KeyError", "'memo'", explicit=False, in_subject=True)

    shots = [guided(case, error, factory) for _ in range(20)]

    files = [s.content for shot in shots if shot for s in shot if isinstance(s, FileStatement)]
    assert files and any(has_key(str(content)) for content in files)


def test_a_text_that_is_json_gets_the_key_that_was_looked_up_in_it() -> None:
    shots = steps(called_with('{"a": 1}'), "KeyError", "'memo'")

    texts = [str(s.value) for shot in shots for s in shot if isinstance(s, LiteralStatement)]
    assert any("memo" in json.loads(text) for text in texts if text.startswith("{"))
