import math
import sys
from collections import abc
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testloom.model.execution import ExecutionResult, Observation, Trace
from testloom.model.statements import (
    Answer,
    CallStatement,
    CollectionKind,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import Scalar, TypeRef
from testloom.search import goals_of, minimise, one_by_one
from testloom.search.chromosome import evaluated
from testloom.search.goals import Goal
from testloom.search.minimisation.plainness.documents import simpler_literal
from testloom.search.minimisation.plainness.simplicity import LARGE, rank, simpler
from testloom.search.minimisation.values.conformance import conforming
from tests.unit.search.bank import FakeBank, bank, run_withdrawal, withdrawal


def passed(_: TestCase) -> ExecutionResult:
    """What comes of a test that reaches nothing."""
    return ExecutionResult("passed", Trace(frozenset()))


def shrunk(balance: int, amount: int, probe: int) -> list[Scalar]:
    case = withdrawal(balance, amount)
    goals = goals_of(bank(), {probe})
    small = minimise(evaluated(case, run_withdrawal(case)), goals, bank(), FakeBank(), lambda: False)
    return [statement.value for statement in small.case if isinstance(statement, LiteralStatement)]


def smallest(
    case: TestCase,
    still: abc.Callable[[TestCase], bool],
    subject: Subject | None = None,
    *,
    goals: abc.Iterable[Goal] = (),
    run: abc.Callable[[TestCase], ExecutionResult] = passed,
) -> TestCase:
    """A test, made smaller as long as it does what it shall."""
    covering = evaluated(case, run(case))
    small = minimise(covering, goals, subject or bank(), FakeBank(run), lambda: False, one_by_one(still))
    return small.case


def test_values_shrink_as_far_as_the_branch_lets_them() -> None:
    assert shrunk(812, 97_331, probe=1) == [1, 2]
    assert shrunk(97_331, 812, probe=2) == [2, 1]


def test_values_that_have_to_be_equal_shrink_together() -> None:
    case = withdrawal(812, 812)

    def still(variant: TestCase) -> bool:
        values = [s.value for s in variant if isinstance(s, LiteralStatement)]
        return len(values) == 2 and values[0] == values[1]

    small = smallest(case, still, run=run_withdrawal)

    assert [s.value for s in small if isinstance(s, LiteralStatement)] == [1, 1]


@pytest.mark.parametrize(
    ("kind", "is_left"),
    [
        pytest.param(TypeRef("callable"), False, id="any function will do"),
        pytest.param(TypeRef("callable", (TypeRef("int"),)), False, id="a builtin one returns that"),
        pytest.param(TypeRef("callable", (TypeRef("bytes"),)), True, id="no builtin one returns that"),
    ],
)
def test_a_stub_gives_way_to_a_builtin_function_of_the_type(kind: TypeRef, is_left: bool) -> None:
    order = Callable("bank:order", "function", parameters=(Parameter("by", type=kind),))
    subject = replace(bank(), callables={order.id: order})
    answer = LiteralStatement(1, b"a" if is_left else 1)
    case = TestCase((answer, StubStatement(2, (1,)), CallStatement(3, order.id, None, (2,))))

    def still(variant: TestCase) -> bool:
        return any(isinstance(statement, CallStatement) for statement in variant)

    small = smallest(case, still, subject)

    assert any(isinstance(statement, StubStatement) for statement in small) is is_left


@pytest.mark.parametrize("path", ["bank:order", "builtins:max", "builtins:str"])
def test_of_functions_that_all_will_do_a_test_has_the_same_as_others(path: str) -> None:
    order = Callable("bank:order", "function", parameters=(Parameter("by", type=TypeRef("callable")),))
    subject = replace(bank(), callables={order.id: order})
    case = TestCase((ReferenceStatement(1, path), CallStatement(2, order.id, None, (1,))))

    small = minimise(evaluated(case, passed(case)), (), subject, FakeBank(passed), lambda: False)

    assert [s.path for s in small.case if isinstance(s, ReferenceStatement)] == ["builtins:len"]


def test_what_nothing_uses_goes() -> None:
    assert "unused" not in shrunk(1, 2, probe=1)


def test_calls_that_undo_one_another_go_together() -> None:
    def call(identity: int, name: str) -> CallStatement:
        return CallStatement(identity, f"bank:{name}", None, (1,))

    steps = [call(2, "put"), call(3, "take"), call(4, "put"), call(5, "take"), call(6, "is_empty")]
    case = TestCase((CallStatement(1, "bank:Box"), *steps))

    def still(variant: TestCase) -> bool:
        """Whether the last call finds an empty box from which something was taken."""
        named = [s.callable.removeprefix("bank:") for s in variant if isinstance(s, CallStatement)]
        held = 0
        for name in named:
            held += {"put": 1, "take": -1}.get(name, 0)
            if held < 0:
                return False
        return named[-1] == "is_empty" and held == 0 and "take" in named

    small = smallest(case, still)

    assert [s.callable for s in small if isinstance(s, CallStatement)] == [
        "bank:Box",
        "bank:put",
        "bank:take",
        "bank:is_empty",
    ]


def test_an_error_that_makes_no_difference_is_not_raised_in_a_body() -> None:
    raised, entered = LiteralStatement(11, 0), EnterStatement(12, 2, 11)
    case = TestCase((*withdrawal(1, 2).statements, raised, entered))

    def still(variant: TestCase) -> bool:
        return any(isinstance(statement, EnterStatement) for statement in variant)

    small = smallest(case, still, goals=goals_of(bank(), {1}), run=run_withdrawal)

    assert [s.error for s in small if isinstance(s, EnterStatement)] == [None]


@pytest.mark.parametrize(("is_read", "content"), [(True, ["a"]), (False, [])])
def test_a_stream_is_empty_only_where_nobody_reads_it(is_read: bool, content: list[Scalar]) -> None:
    load = Callable("bank:load", "function", parameters=(Parameter("file"),))
    subject = replace(bank(), callables={load.id: load})
    case = TestCase((CallStatement(1, "io:StringIO"), CallStatement(2, load.id, None, (1,))))

    class Reader(FakeBank):
        def observe(
            self, tests: abc.Sequence[TestCase], *, together: bool = False
        ) -> list[list[Observation]]:
            return [[Observation(2, output="a" if is_read and len(test) == 3 else "")] for test in tests]

    def still(variant: TestCase) -> bool:
        made = [s for s in variant if isinstance(s, CallStatement) and s.callable == "io:StringIO"]
        return [s.id for s in made] == [
            reference for s in variant.statements[-1:] for reference in s.references
        ]

    small = minimise(
        evaluated(case, passed(case)), (), subject, Reader(passed), lambda: False, one_by_one(still)
    )

    assert [s.value for s in small.case if isinstance(s, LiteralStatement)] == content


def test_nothing_changes_when_time_is_over() -> None:
    covering = evaluated(withdrawal(9, 10), run_withdrawal(withdrawal(9, 10)))
    executor = FakeBank()

    assert minimise(covering, goals_of(bank(), {1}), bank(), executor, lambda: True) == covering
    assert executor.executed == 0


def test_an_argument_of_another_type_becomes_one_that_fits_where_it_makes_no_difference() -> None:
    case = TestCase(
        (
            LiteralStatement(1, None),
            CallStatement(2, "bank:Account", None, (1,)),
            LiteralStatement(3, True),
            CallStatement(4, "bank:Account.withdraw", 2, (3,)),
        )
    )

    found = [
        [s.value for s in variant if isinstance(s, LiteralStatement)] for variant in conforming(case, bank())
    ]

    assert [None, 0, True] in found  # None and True go as soon as nothing uses them
    assert [None, True, 0] in found
    assert all(variant.is_valid() for variant in conforming(case, bank()))


def test_items_of_a_collection_fit_its_annotation() -> None:
    kind = TypeRef("dict", (TypeRef("str"), TypeRef("int")))
    prices = Callable("shop:total", "function", parameters=(Parameter("prices", type=kind),))
    subject = replace(bank(), callables={prices.id: prices})
    items = CollectionStatement(2, "dict", (1, 1))
    case = TestCase((LiteralStatement(1, 0), items, CallStatement(3, "shop:total", None, (2,))))

    found = [[s.value for s in one if isinstance(s, LiteralStatement)] for one in conforming(case, subject)]

    assert found == [[0, "a"], [0, ""]]


@pytest.mark.parametrize("is_function", [False, True])
def test_what_is_no_such_function_gives_way_to_one_that_answers_or_raises(is_function: bool) -> None:
    fetching = TypeRef("callable", (TypeRef("awaitable", (TypeRef("bytes"),)),))
    load = Callable("shop:load", "function", parameters=(Parameter("fetch", type=fetching),))
    subject = replace(bank(), callables={load.id: load})
    wrong = ReferenceStatement(1, "builtins:bool") if is_function else LiteralStatement(1, "a")
    case = TestCase((wrong, CallStatement(2, "shop:load", None, (1,))))

    made = [variant.statements[1:-1] for variant in conforming(case, subject)]

    assert made == [
        (LiteralStatement(3, b"a"), StubStatement(4, (3,), is_async=True)),
        (ReferenceStatement(3, "builtins:ValueError"), StubStatement(4, (3,), (3,), is_async=True)),
    ]


@pytest.mark.parametrize("raises", [False, True])
def test_a_function_answers_with_what_is_asked_for_if_that_makes_no_difference(raises: bool) -> None:
    kind = TypeRef("callable", (TypeRef("int"),))
    wait = Callable("shop:wait", "function", parameters=(Parameter("clock", type=kind),))
    subject = replace(bank(), callables={wait.id: wait})
    answer = ReferenceStatement(1, "builtins:ValueError") if raises else LiteralStatement(1, "a")
    stub = StubStatement(2, (1,), (1,) if raises else ())
    case = TestCase((answer, stub, CallStatement(3, "shop:wait", None, (2,))))

    def still(variant: TestCase) -> bool:
        return StubStatement in {type(statement) for statement in variant}

    small = smallest(case, still, subject)

    told = {s.id: s.value for s in small if isinstance(s, LiteralStatement)}
    assert [told[s.answers[0]] for s in small if isinstance(s, StubStatement)] == [1]


def test_a_positional_argument_before_others_goes_and_these_go_by_their_names() -> None:
    parameters = (
        Parameter("kind"),
        Parameter("rate", has_default=True),
        Parameter("limit", has_default=True),
    )
    order = Callable("shop:order", "function", parameters=parameters)
    subject = replace(bank(), callables={order.id: order})
    values = tuple(LiteralStatement(number, number) for number in (1, 2, 3))
    case = TestCase((*values, CallStatement(4, order.id, None, (1, 2, 3))))

    def still(variant: TestCase) -> bool:
        return 3 in variant.statements[-1].references

    small = smallest(case, still, subject)

    last = small.statements[-1]
    assert isinstance(last, CallStatement)
    assert (len(last.args), last.kwargs) == (1, (("limit", 3),))


def test_an_argument_that_takes_the_place_of_the_clock_stays() -> None:
    clock = Parameter(
        "clock", type=TypeRef("callable", (TypeRef("bytes"),)), has_default=True, is_outward=True
    )
    wait = Callable("shop:wait", "function", parameters=(clock,))
    subject = replace(bank(), callables={wait.id: wait})
    call = CallStatement(3, "shop:wait", None, (2,))
    case = TestCase((LiteralStatement(1, b"a"), StubStatement(2, (1,)), call))

    def still(variant: TestCase) -> bool:
        return isinstance(variant.statements[-1], CallStatement)

    small = smallest(case, still, subject)

    assert small.statements[-1] == call


def test_what_was_returned_is_called_with_no_more_than_it_takes() -> None:
    call = CallStatement(2, "bank:Account", None, (1,))
    case = TestCase((LiteralStatement(1, 1), call, InvokeStatement(3, 2, (1, 1), (("x", 1),))))

    def still(variant: TestCase) -> bool:
        return isinstance(variant.statements[-1], InvokeStatement)

    small = smallest(case, still, run=run_withdrawal)

    last = small.statements[-1]
    assert isinstance(last, InvokeStatement)
    assert (last.args, last.kwargs) == ((), ())


def test_a_collection_gives_way_to_a_plain_value_that_fits() -> None:
    case = TestCase((CollectionStatement(1, "list", ()), CallStatement(2, "bank:Account", None, (1,))))

    calls = [variant.statements[-1] for variant in conforming(case, bank())]

    assert calls and all(isinstance(call, CallStatement) and call.args != (1,) for call in calls)


@pytest.mark.parametrize(
    ("given", "wanted", "others"),
    [
        pytest.param("list", "dict", ["dict", "dict"], id="a list is no mapping"),
        pytest.param("set", "list", ["list"] * 3, id="a set is no sequence, its items may be of one"),
        pytest.param("tuple", "list", [], id="a tuple is a sequence"),
        pytest.param("list", "any", [], id="nobody knows"),
    ],
)
def test_a_collection_gives_way_to_one_of_the_kind_that_is_asked_for(
    given: CollectionKind, wanted: str, others: list[str]
) -> None:
    order = Callable("bank:order", "function", parameters=(Parameter("items", type=TypeRef(wanted)),))
    subject = replace(bank(), callables={order.id: order})
    items = LiteralStatement(1, 1), CollectionStatement(2, given, (1,))
    case = TestCase((*items, CallStatement(3, order.id, None, (2,))))

    handed = [variant.statements[-2] for variant in conforming(case, subject)]

    assert [made.kind for made in handed if isinstance(made, CollectionStatement)] == others


def test_one_value_in_two_places_is_replaced_in_each_by_itself() -> None:
    case = TestCase((LiteralStatement(1, "x"), CallStatement(2, "bank:transfer", None, (1, 1, 1, 1))))

    calls = [variant.statements[-1] for variant in conforming(case, bank())]

    assert {call.args.count(1) for call in calls if isinstance(call, CallStatement)} == {3}


SCALARS = st.one_of(st.integers(-500, 500), st.floats(), st.text(), st.binary(), st.booleans(), st.none())


@given(SCALARS, st.lists(SCALARS, max_size=3))
def test_simpler_values_keep_the_type_and_always_come_to_an_end(value: Scalar, taken: list[Scalar]) -> None:
    for candidate in simpler(value, taken):
        assert type(candidate) is type(value)
        assert rank(candidate, taken) < rank(value, taken)


@pytest.mark.parametrize(
    ("value", "taken", "simplest"),
    [
        (0, [], 1),
        (97_331, [1], 2),
        (-5, [], 1),
        ("", [], "a"),
        ("oa, k", ["a"], "b"),
        (b"\x00", [], b"a"),
        (1e300, [], 0.5),
        (math.nan, [], 0.5),
    ],
)
def test_the_simplest_value_is_small_tells_something_and_no_other_has_it(
    value: Scalar, taken: list[Scalar], simplest: Scalar
) -> None:
    assert next(simpler(value, taken)) == simplest


def test_a_large_number_becomes_a_round_one_and_a_fraction_a_whole_one() -> None:
    assert 300_000_000_000 in simpler(500_022_044_859)
    assert 250_011_022_430 not in simpler(500_022_044_859)
    assert 45_009.0 in simpler(90_017.97)
    assert rank(300_000_000) < rank(200_000_001)
    assert rank(10**400) < rank(10**400 + 1)


@pytest.mark.parametrize("kind", [str, str.encode])
def test_a_document_gets_smaller_by_whole_entries(kind: Any) -> None:
    document, *some = ['{"id": 1, "t": ["a", {"b": 2}]}', '{"id": 1}', '{"id": 1, "t": ["a", {}]}']

    smaller: list[Any] = list(simpler_literal(kind(document)))

    assert {*map(kind, some)} <= {*smaller}
    assert all(text[:1] == kind("{") for text in smaller if len(text) > 1)


def test_what_is_no_document_gets_smaller_by_characters() -> None:
    assert list(simpler_literal("{ab, c}")) == list(simpler("{ab, c}"))


@pytest.mark.parametrize(
    "value",
    [sys.float_info.max, -1.2e308, 10**5000, -(10**4400) - 1],
    ids=["float", "negative float", "integer", "negative integer"],
)
def test_the_largest_numbers_become_smaller(value: float) -> None:
    sizes = [abs(candidate) for candidate in simpler(value) if isinstance(candidate, int | float)]

    assert any(LARGE < size < abs(value) for size in sizes)


def test_a_text_of_which_only_the_length_counts_is_one_letter_again_and_again() -> None:
    assert "aaaaaaaa" in simpler(" \n x, y\t")


def test_a_space_is_plainer_than_other_blanks() -> None:
    assert "0n- 4" in simpler("0n-\n4")
    assert "0n-\n4" not in simpler("0n- 4")


def test_what_is_simple_stays() -> None:
    assert [list(simpler(value)) for value in (1, "a", 0.5, True, None)] == [[], [], [], [], []]


@pytest.mark.parametrize(("path", "expected"), [("sys.modules:plot", True), ("bank:limit", False)])
def test_a_double_gives_way_to_a_plain_value_unless_it_stands_for_something(
    path: str, expected: bool
) -> None:
    covering = withdrawal(1, 2)
    fresh = (DoubleStatement(11), StateStatement(12, path, 11))
    case = TestCase((*fresh, *covering.statements))

    def still(variant: TestCase) -> bool:
        return any(isinstance(statement, StateStatement) for statement in variant)

    small = smallest(case, still, goals=goals_of(bank(), {1}), run=run_withdrawal)

    assert any(isinstance(statement, DoubleStatement) for statement in small) is expected


def test_a_plain_value_takes_the_place_of_a_call_that_returned_one() -> None:
    limit = Callable("bank:limit", "function", returns=TypeRef("int"))
    subject = replace(bank(), callables={**bank().callables, limit.id: limit})
    case = TestCase((CallStatement(1, limit.id), CallStatement(2, "bank:Account", None, (1,))))

    variants = [
        [s for s in variant if isinstance(s, LiteralStatement)] for variant in conforming(case, subject)
    ]

    assert [s.value for literals in variants for s in literals] == [1, 0, -1]


def test_a_long_text_loses_what_is_not_needed_in_a_few_steps_and_keeps_its_lines() -> None:
    text = "".join(f"{number}: a line of the text\n" for number in range(60)) + "Args:\n  n: it\n"
    steps = 0
    while text != "Args:\n  n: it\n":
        text = next(str(cut) for cut in simpler(text) if "Args:\n  n: it\n" in str(cut))
        steps += 1

    assert steps <= 12


def test_bytes_of_which_nothing_says_that_they_are_wanted_become_a_text_or_a_number_in_a_list() -> None:
    summed = Callable("bank:total", "function", parameters=(Parameter("prices"),))
    stored = Callable("bank:store", "function", parameters=(Parameter("data", type=TypeRef("bytes")),))
    subject = replace(bank(), callables={known.id: known for known in (summed, stored)})

    def without_bytes(name: str) -> list[TestCase]:
        case = TestCase((LiteralStatement(1, b"aaa"), CallStatement(2, name, None, (1,))))
        return [variant for variant in conforming(case, subject) if variant.statements[-1].references != (1,)]

    with_text, *_, with_list = without_bytes("bank:total")
    assert LiteralStatement(3, "a") in with_text
    assert with_list.is_valid()
    assert {LiteralStatement(3, 291), CollectionStatement(4, "list", (3,))} <= set(with_list)
    assert not without_bytes("bank:store")


def test_a_double_offers_the_names_that_it_answers_to() -> None:
    answers = (Answer("folder", 2), Answer("load().name", 3))
    double = DoubleStatement(1, names=("close", "folder", "load"), answers=answers)
    literals = (LiteralStatement(2, "a"), LiteralStatement(3, "b"))
    case = TestCase((*literals, double, CallStatement(4, "bank:transfer", None, (1, 1))))

    def answering(variant: TestCase) -> bool:
        return any(isinstance(s, DoubleStatement) and len(s.answers) == 2 for s in variant)

    small = smallest(case, answering)

    assert [s.names for s in small if isinstance(s, DoubleStatement)] == [("folder", "load")]


def test_a_double_offers_no_more_names_than_are_needed() -> None:
    double = DoubleStatement(1, names=("close", "commit", "execute", "rollback", "scalar"))
    case = TestCase((double, CallStatement(2, "bank:transfer", None, (1, 1))))

    def asks(variant: TestCase) -> bool:
        return any(isinstance(s, DoubleStatement) and "execute" in s.names for s in variant)

    small = smallest(case, asks)

    assert [s.names for s in small if isinstance(s, DoubleStatement)] == [("execute",)]
