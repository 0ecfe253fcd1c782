"""Test cases come back from the JSON that they are stored as."""

from __future__ import annotations

import json

import pytest

from testloom.capabilities import KINDS
from testloom.capabilities.aiohttp.quiet import QuietStatement
from testloom.capabilities.aiohttp.statement import MockedRequestStatement
from testloom.capabilities.clients.served import AnswersStatement
from testloom.capabilities.console import ConsoleStatement
from testloom.capabilities.contexts import ConfiguredStatement, ContextStatement, Said
from testloom.capabilities.databases.deferred import BoundStatement
from testloom.capabilities.django.database import DatabaseStatement
from testloom.capabilities.django.mail import MailStatement
from testloom.capabilities.django.management import ManagementStatement
from testloom.capabilities.django.media import MediaStatement
from testloom.capabilities.event_loop import LoopStatement
from testloom.capabilities.files.statement import FolderStatement, PathStatement
from testloom.capabilities.libraries import LibraryStatement
from testloom.capabilities.machine.statement import FactStatement
from testloom.capabilities.randomness import ArrayChanceStatement, ChanceStatement
from testloom.capabilities.requests import RequestStatement
from testloom.capabilities.requests.held import HeldStatement
from testloom.capabilities.requests.overriding import OverrideStatement
from testloom.capabilities.settings import RestoreStatement
from testloom.capabilities.time_zone import ZoneStatement
from testloom.capabilities.variables import VariableStatement
from testloom.model.checks import read_json
from testloom.model.commands import Command
from testloom.model.progress.history import KeptTest
from testloom.model.requests import Place, Request
from testloom.model.statements import (
    Answer,
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    CommandStatement,
    DoubleStatement,
    EnterStatement,
    FixedCallStatement,
    FunctionStatement,
    FunctionStep,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    ReferenceStatement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.decoding import DEEPEST, MOST_STATEMENTS, decode_statement, decode_test
from testloom.model.statements.environment import (
    AgeStatement,
    ArgumentsStatement,
    ClockStatement,
    FailureStatement,
    FileStatement,
    StateStatement,
    ThreadsStatement,
)
from testloom.model.types import TypeRef

SELL = Command("click.testing:CliRunner", "shop:cli", ("sell",))
BUY = Request(
    "flask.app:Flask.test_client",
    "shop:pages",
    "post",
    "/items/{number}",
    (Place("number", "path", "number"), Place("token", "headers", "Authorization", "Bearer ")),
    follows=False,
    includes="flask:Flask.register_blueprint",
)
CASE = TestCase(
    (
        LiteralStatement(1, "a\ud800b"),
        LiteralStatement(2, b"\xff"),
        LiteralStatement(3, 1 - 2j),
        CollectionStatement(4, "dict", (1, 2)),
        ReferenceStatement(5, "shop:Kind.SMALL"),
        DoubleStatement(6, "shop:Bank", ("pay",), (Answer("pay()", 3), Answer("close()", 5, True))),
        StubStatement(61, (5, 1), raises=(5,), is_async=True),
        FunctionStatement(
            62,
            ("send",),
            (FunctionStep("call", called="send", args=(1,)), FunctionStep("return", 1)),
            is_async=True,
        ),
        FunctionStatement(63, (), (FunctionStep("yield", 1), FunctionStep("raise", 5)), is_generator=True),
        CallStatement(7, "shop:Account", None, (1,), (("bank", 6),)),
        FixedCallStatement(77, "shop:Account.note", 7, (1,), text="SELECT 1"),
        ClassStatement(70, "Part"),
        ClassStatement(
            71,
            "Item",
            ("shop:Base",),
            members=(
                Member("field", "name", 1, TypeRef("union", (TypeRef("str"), TypeRef("none")))),
                Member("method", "read", 5, None, None, ("size=1", "*"), True, True),
                Member("field", "part", None, of=70),
                Member("method", "size", 1, decorator=5),
            ),
            decorators=("dataclasses:dataclass",),
            metaclass="shop:Meta",
            keywords=(("key", 1),),
        ),
        MakeStatement(72, "shop:Base", 71, (1,), (("size", 3),)),
        RequestStatement(73, "shop:buy", 7, (1,), (("token", 3),), BUY),
        CommandStatement(74, "shop:sell", 7, (4,), (("input", 1),), SELL),
        MockedRequestStatement(
            76,
            "aiohttp.test_utils:make_mocked_request",
            None,
            (4,),
            (("query", 1),),
            ("number",),
            "POST",
            "/{number}",
        ),
        QuietStatement(102),
        ManagementStatement(75, "shop.audit:Command.handle", None, (4,), (("limit", 1),), "audit"),
        AttributeStatement(8, 7, "balance"),
        AssignmentStatement(9, 7, "limit", 3),
        InvokeStatement(10, 8, (1,), (("x", 2),)),
        EnterStatement(11, 7),
        EnterStatement(12, 7, 8),
        FolderStatement(13, True),
        FileStatement(14, "a/b.txt", b"\xfe"),
        FileStatement(15, "~/c", None),
        VariableStatement(16, "HOME", None),
        ConsoleStatement(17, ("yes",), ("getpass:getpass",)),
        ArgumentsStatement(18, ("prog", "-v")),
        ClockStatement(19, 5.0, (("shop:now", "datetime"),)),
        ChanceStatement(20, 4),
        ArrayChanceStatement(99, 4),
        StateStatement(21, "shop:LIMIT", 3),
        FailureStatement(24, "shop:open", "ENOSPC", "No space left on device"),
        AgeStatement(90, "a.txt", 1.5),
        LibraryStatement(93, "yaml"),
        DatabaseStatement(94),
        MailStatement(95),
        MediaStatement(111),
        RestoreStatement(92, "signal.signal:SIGINT"),
        ThreadsStatement(91, ((7, "stop"),)),
        LoopStatement(96),
        ContextStatement(100, 7, True, (Said(4, "json"), Said(1, "session", "user"))),
        HeldStatement(102, 7, "session", "user", 4),
        ConfiguredStatement(112, 7, "DATABASE", ":memory:"),
        BoundStatement(101, "shop:database", ("shop:Account", "shop:Booking")),
        AnswersStatement(97, (4, 8)),
        OverrideStatement(98, "shop:app", "shop:get_database", 7),
        BoundStatement(101, "shop:DATABASE", ("shop:Item", "shop:Order")),
        ZoneStatement(92, "UTC"),
        PathStatement(23, "shop:HERE", "@/shop"),
        FactStatement(22, "shop:cpu_count", "os.cpu_count", (4, b"\xff", None)),
    )
)


def test_a_test_case_comes_back_with_every_kind_of_statement() -> None:
    assert decode_test(json.loads(CASE.wire), KINDS) == CASE


def test_no_kind_of_statement_is_forgotten_here() -> None:
    assert {type(statement) for statement in CASE} == set(KINDS.values())


@pytest.mark.parametrize(
    "steps", [[["unheard", 1]], [["literal"]], [["call", 1, "shop:f", None, [7], {}]], [["literal", 1, {}]]]
)
def test_what_is_no_test_case_is_told(steps: list[list[object]]) -> None:
    with pytest.raises(ValueError, match="statement"):
        decode_test(steps, KINDS)


@pytest.mark.parametrize(
    ("step", "part"),
    [
        (["chance", 1, "1), (print('INJECTED')"], "seed"),
        (["chance", 1, True], "seed"),
        (["literal", "1", 0], "id"),
        (["literal", -1, 0], "id"),
        (["literal", 1, [1]], "value"),
        (["literal", 1, {"bytes": "a", "complex": [0, 1]}], "value"),
        (["literal", 1, {"complex": [0, "x"]}], "value"),
        (["collection", 1, "frozen", []], "kind"),
        (["collection", 1, "dict", [1]], "keys with their values"),
        (["collection", 1, "list", ["1"]], r"items: \[0\]"),
        (["reference", 1, "shop:f()"], "path"),
        (["reference", 1, "os; import x:f"], "path"),
        (["call", 1, "shop.f", None, [], {}], "callable"),
        (["call", 1, "shop:a b", None, [], {}], "callable"),
        (["call", 1, "shop:f", "x", [], {}], "receiver"),
        (["call", 1, "shop:f", None, [], {"x": "y"}], r"kwargs: \.x"),
        (["call", 1, "shop:f", None, []], "list of that length"),
        (["attribute", 1, 2, "x=1"], "name"),
        (["assign", 1, 2, "class", 3], "name"),
        (["double", 1, "shop:A b", [], []], "spec"),
        (["double", 1, "", [], [["a b()", 1, False]]], r"answers: \[0\]: path"),
        (["double", 1, "", [], [["a()", 1, "no"]]], "raises"),
        (["double", 1, "", [], [], [["a()", [1], []]]], "orders"),
        (["stub", 1, [], [], False], "answers"),
        (["function", 1, ["a=f()"], [], False, False], "parameters"),
        (["function", 1, ["a"], [["call", None, "b", []]], False, False], "its own parameters"),
        (["function", 1, ["a"], [["call", 2, "a", []]], False, False], "parameter of a call"),
        (["function", 1, [], [["yield", 2, "", []]], False, False], "generator"),
        (["function", 1, ["a"], [["yield", 2, "", []]], False, True], "without parameters"),
        (["function", 1, [], [["return", 2, "", []]], True, True], "returns nothing"),
        (["class", 1, "A(evil())", [], [], "", {}, []], "name"),
        (["class", 1, "A", ["x"], [], "", {}, []], "bases"),
        (["class", 1, "A", [], [], "", {"a b": 1}, []], "keywords"),
        (["class", 1, "A", [], [], "", {}, [["method", "m", 2, 0, ["a=f()"], False, False]]], "parameters"),
        (["class", 1, "A", [], [], "", {}, [["field", "m", 2, ["x()", []], [], False, False, None]]], "said"),
        (["class", 1, "A", [], [], "", {}, [["other", "m", 2, None, [], False, False, None]]], "kind"),
        (["class", 1, "A", [], [], "", {}, [["field", "m", 2, None, [], False, False, None]]], "annotation"),
        (["class", 1, "A", [], [], "", {}, [["method", "m", 2, 3, [], False, False, None]]], "annotation"),
        (["make", 1, "shop:A", None, [], {}], "receiver"),
        (["file", 1, "/etc/passwd", "x"], "path"),
        (["file", 1, "a/../../b", "x"], "path"),
        (["file", 1, "~/../b", "x"], "path"),
        (["file", 1, "a", 5], "content"),
        (["file", 1, "a", "x", "rar", "b"], "packing"),
        (["age", 1, "/a", 1.0], "path"),
        (["age", 1, "a", float("nan")], "seconds"),
        (["path", 1, "shop:HERE", "@/../x"], "place"),
        (["variable", 1, "A", "b\0"], "value"),
        (["clock", 1, float("inf"), []], "seconds"),
        (["clock", 1, 1e300, []], "seconds"),
        (["clock", 1, 0.0, [["shop:now", "os.system"]]], "names"),
        (["fact", 1, "shop:f", "os.cpu_count", []], "answers"),
        (["fact", 1, "shop:f", "os.cpu_count", [{"complex": [0, 1]}]], "answers"),
        (["failure", 1, "shop:open", "__doc__", "x"], "error"),
        (["state", 1, "shop", 2], "path"),
        (["console", 1, "abc", []], "lines"),
    ],
)  # fmt: skip
def test_each_part_of_a_statement_is_checked(step: list[object], part: str) -> None:
    with pytest.raises(ValueError, match=f"the statement '{step[0]}' is wrong: .*{part}"):
        decode_statement(step, KINDS)


@pytest.mark.parametrize("steps", ["abc", 5, None, {"a": 1}, [5], [[]], [[["literal"], 1]], [[None, 1]]])
def test_what_is_no_list_of_statements_is_refused(steps: object) -> None:
    with pytest.raises(ValueError, match="is not"):
        decode_test(steps, KINDS)


def test_endless_test_cases_are_refused() -> None:
    nested = [["literal", 0, 1], *(["collection", n, "list", [n - 1]] for n in range(1, DEEPEST + 1))]
    wide = [["literal", number, 0] for number in range(MOST_STATEMENTS + 1)]

    with pytest.raises(ValueError, match="nested too deeply"):
        decode_test(nested, KINDS)
    with pytest.raises(ValueError, match="list of that length"):
        decode_test(wide, KINDS)
    with pytest.raises(ValueError, match="acceptable length"):
        decode_test([["literal", 1, "x" * 2_000_000]], KINDS)
    with pytest.raises(ValueError, match="nested too deeply"):
        read_json("[" * 100_000)
    assert len(decode_test(nested[:-1], KINDS)) == DEEPEST


def test_a_type_that_is_nested_without_end_is_refused() -> None:
    kind: list[object] = ["int", []]
    for _ in range(20):
        kind = ["list", [kind]]

    with pytest.raises(ValueError, match="nested too deeply"):
        decode_statement(
            ["class", 1, "A", [], [], "", {}, [["field", "a", None, kind, [], False, False]]], KINDS
        )


def test_keys_of_arguments_may_be_any_text() -> None:
    [statement] = decode_test([["call", 1, "shop:f", None, [], {}]], KINDS)
    told = decode_statement(["call", 1, "shop:f", None, [], {"content-type": 2}], KINDS)

    assert isinstance(statement, CallStatement) and isinstance(told, CallStatement)
    assert told.kwargs == (("content-type", 2),)


@pytest.mark.parametrize(("wire", "length"), [("[" * 100_000, 0), ("5", 0), ('[["chance", 1, 2]]', 1)])
def test_a_stored_test_is_as_long_as_its_statements(wire: str, length: int) -> None:
    assert KeptTest("test_f", wire).length == length


@pytest.mark.parametrize("wire", ["[" * 100_000, "5", '[["chance", 1, "x"]]', "null", ""])
def test_a_stored_test_that_cannot_be_read_is_none(wire: str) -> None:
    kept = KeptTest("test_f", wire)

    with pytest.raises(ValueError, match=r"."):
        kept.case(KINDS)


@pytest.mark.parametrize("inherited", ["", "dataclass", "shop:Base"])
def test_an_instance_says_what_it_is_made_by_as_far_as_that_is_known(inherited: str) -> None:
    case = TestCase((ClassStatement(1, "Item"), MakeStatement(2, inherited, 1)))

    assert decode_test(json.loads(case.wire), KINDS) == case
