from __future__ import annotations

import pytest
from msgspec.structs import replace

from testloom.capabilities.files.statement import FolderStatement
from testloom.model.execution import Observation, RaisedException, Warned
from testloom.model.observed import (
    Dict,
    Encoded,
    Instance,
    List,
    Opaque,
    Record,
    Same,
    Scalar,
    Tuple,
    Value,
    type_of,
)
from testloom.model.statements import (
    AssignmentStatement,
    CallStatement,
    CollectionStatement,
    InvokeStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.statements.environment import FileStatement
from testloom.model.suite import (
    Assertion,
    ExceptionAssertion,
    FileAssertion,
    LogAssertion,
    OutputAssertion,
    StateAssertion,
    ValueAssertion,
    WarningAssertion,
)
from testloom.model.texts.names import PLAIN
from testloom.oracle.assertions.possible import (
    background_assertions,
    further_assertions,
    possible_assertions,
    usual_assertions,
)
from testloom.oracle.assertions.showing import MAX_ITEMS, UNKNOWN, is_assertable
from tests.values import NOTHING, listed, scalar


def account(balance: int) -> Instance:
    return Instance("bank:Account", {"balance": scalar(balance), "name": scalar("x")}, reference=2)


WITHDRAWAL = TestCase(
    (
        LiteralStatement(1, 10),
        CallStatement(2, "bank:Account", None, (1,)),
        LiteralStatement(3, 4),
        CallStatement(4, "bank:Account.withdraw", 2, (3,)),
    )
)


def observed(last: Observation) -> list[Observation]:
    return [
        Observation(1, scalar(10)),
        Observation(2, account(10)),
        Observation(3, scalar(4)),
        last,
    ]


def assertions(last: Observation) -> tuple[object, ...]:
    return usual_assertions(WITHDRAWAL, observed(last))


def test_a_call_that_returns_nothing_is_judged_by_what_it_changed() -> None:
    last = Observation(4, NOTHING, receiver=account(6))

    assert assertions(last) == (ValueAssertion(2, scalar(6), after=4, attribute="balance"),)


def test_what_is_handed_over_to_its_own_method_is_judged_once() -> None:
    last = Observation(4, NOTHING, receiver=account(6), arguments={2: account(6)})
    joined = TestCase((*WITHDRAWAL.statements[:3], CallStatement(4, "bank:Account.join", 2, (2,))))

    said = ValueAssertion(2, scalar(6), after=4, attribute="balance")
    assert usual_assertions(joined, observed(last)) == (said,)
    assert possible_assertions(joined, observed(last)).count(said) == 1


def test_a_dict_that_was_changed_is_asserted_as_far_as_it_can_be_written_down() -> None:
    filled = Dict((scalar("folder"), Opaque("pathlib:Path"), scalar("rules"), scalar("a")))
    first, _, third, fourth = observed(Observation(4, NOTHING, receiver=filled))

    [assertion] = usual_assertions(WITHDRAWAL, [first, Observation(2, Dict(())), third, fourth])

    assert isinstance(assertion, ValueAssertion)
    assert assertion.statement == 2
    assert assertion.expected.parts() == (scalar("folder"), UNKNOWN, scalar("rules"), scalar("a"))


def test_a_returned_function_is_judged_by_what_it_changed_in_its_arguments() -> None:
    made, given, called = (
        CallStatement(1, "updates:increment"),
        CollectionStatement(2, "list", ()),
        InvokeStatement(3, 1, (2,)),
    )
    observations = [
        Observation(1, Opaque("builtins:function")),
        Observation(2, listed(scalar(1))),
        Observation(3, NOTHING, receiver=Opaque("builtins:function"), arguments={2: listed(scalar(2))}),
    ]

    assertions = usual_assertions(TestCase((made, given, called)), observations)

    assert assertions == (ValueAssertion(2, listed(scalar(2)), after=3),)


def test_a_call_that_prints_is_judged_by_what_the_test_printed() -> None:
    assert assertions(Observation(4, NOTHING, output="done\n")) == (OutputAssertion("done\n", 4),)
    assert assertions(Observation(4, scalar(6), output="done\n")) == (
        ValueAssertion(4, scalar(6), after=4),
        OutputAssertion("done\n", 4),
    )


def test_what_is_printed_on_stderr_counts_where_stdout_is_silent() -> None:
    assert assertions(Observation(4, NOTHING, errors="no\n")) == (OutputAssertion("no\n", 4, "err"),)
    assert assertions(Observation(4, NOTHING, output="yes\n", errors="no\n")) == (
        OutputAssertion("yes\n", 4),
    )


def test_what_names_of_modules_hold_is_told_where_it_can_be_written() -> None:
    states: dict[str, Encoded] = {"m:b": Opaque("m:T"), "m:current": Same(2), "m:a": scalar(1)}
    last = Observation(4, NOTHING, states=states)

    assert assertions(last) == (
        StateAssertion("m:a", scalar(1), 4),
        StateAssertion("m:current", Same(2), 4),
    )


@pytest.mark.parametrize(
    ("value", "told"), [(NOTHING, (StateAssertion("m:kept._on", scalar(1), 4),)), (scalar(2), ())]
)
def test_a_private_name_that_the_test_sets_is_told_where_the_call_says_nothing(
    value: Value, told: tuple[Assertion, ...]
) -> None:
    last = Observation(4, value, states={"m:kept._on": scalar(1)})

    assert tuple(said for said in assertions(last) if isinstance(said, StateAssertion)) == told


def test_files_that_were_written_changed_or_removed_are_told() -> None:
    given = [FileStatement(10, "old", "a"), FileStatement(11, "same", "a"), FileStatement(12, "gone", "a")]
    last = Observation(4, NOTHING, files={"long": None, "new": "b", "old": "b", "same": "a"})
    case = TestCase((*given, *WITHDRAWAL.statements))
    before = [Observation(statement.id) for statement in given]

    assert usual_assertions(case, [*before, *observed(last)]) == (
        FileAssertion("new", "b", 4),
        FileAssertion("old", "b", 4),
        FileAssertion("gone", None, 4),
    )


def test_an_empty_file_of_bytes_that_stays_empty_is_not_told() -> None:
    case = TestCase((FileStatement(10, "empty", b""), *WITHDRAWAL.statements))
    last = Observation(4, NOTHING, files={"empty": ""})

    assert usual_assertions(case, [Observation(10), *observed(last)]) == (
        ValueAssertion(4, NOTHING, after=4),
    )


def test_folders_that_were_made_are_told_but_not_those_of_the_test() -> None:
    given = [FileStatement(10, "old", None), FileStatement(11, "older/", None)]
    last = Observation(4, NOTHING, files={"new/": "", "old/": "", "older/": ""})
    case = TestCase((*given, FolderStatement(12), *WITHDRAWAL.statements))
    before = [Observation(number) for number in (10, 11, 12)]

    assert usual_assertions(case, [*before, *observed(last)]) == (FileAssertion("new/", "", 4),)


def test_the_folder_of_a_removed_file_is_not_told() -> None:
    case = TestCase((FileStatement(10, "shelf/book", "a"), *WITHDRAWAL.statements))
    last = Observation(4, NOTHING, files={"shelf/": ""})

    assert usual_assertions(case, [Observation(10), *observed(last)]) == (
        FileAssertion("shelf/book", None, 4),
    )


def test_a_file_beside_a_test_without_a_folder_of_its_own_is_left_out() -> None:
    assert assertions(Observation(4, NOTHING, files={"new": "b"})) == (ValueAssertion(4, NOTHING, after=4),)


@pytest.mark.parametrize("text", ["<object at 0x7f21>", "/home/user/file", "a._mock_parent", "x" * 1_200])
def test_output_that_differs_between_machines_or_is_long_is_left_out(text: str) -> None:
    assert assertions(Observation(4, NOTHING, output=text)) == (ValueAssertion(4, NOTHING, after=4),)


def test_output_may_be_longer_than_a_value() -> None:
    text = 20 * "a line of a table of twenty lines\n"

    assert assertions(Observation(4, NOTHING, output=text)) == (OutputAssertion(text, 4),)


def test_a_call_that_changes_nothing_is_judged_by_its_result() -> None:
    last = Observation(4, NOTHING, receiver=account(10))

    assert assertions(last) == (ValueAssertion(4, NOTHING, after=4),)


def test_an_exception_is_the_only_thing_asserted() -> None:
    last = Observation(4, exception=RaisedException("bank:Broke", "balance is 10", True, True))

    assert assertions(last) == (ExceptionAssertion(4, "bank:Broke", "balance is 10"),)


@pytest.mark.parametrize(
    ("printed", "asserted"),
    [
        (Observation(4, output="[1]\n"), (OutputAssertion("[1]\n", 4),)),
        (Observation(4, errors="no such file\n"), (OutputAssertion("no such file\n", 4, "err"),)),
        (Observation(4, errors="usage: shop [-h]\n"), ()),
        (Observation(4), ()),
    ],
)
def test_of_a_program_that_ends_itself_it_is_asserted_what_it_printed(
    printed: Observation, asserted: tuple[OutputAssertion, ...]
) -> None:
    error = RaisedException("builtins:SystemExit", "1", False, True)
    last = replace(printed, exception=error)
    told = [Observation(3), last]

    assert assertions(last) == (ExceptionAssertion(4, "builtins:SystemExit", "1"), *asserted)
    assert possible_assertions(WITHDRAWAL, told) == usual_assertions(WITHDRAWAL, told)


@pytest.mark.parametrize(
    ("kind", "explicit", "match"),
    [
        ("builtins:FileNotFoundError", False, ""),
        ("builtins:FileNotFoundError", True, "[Errno 2] No such file or directory: 'a'"),
        ("builtins:OSError", False, "[Errno 2] No such file or directory: 'a'"),
    ],
)
def test_what_the_operating_system_says_is_asserted_only_where_the_kind_says_too_little(
    kind: str, explicit: bool, match: str
) -> None:
    error = RaisedException(kind, "[Errno 2] No such file or directory: 'a'", explicit, in_subject=True)

    assert assertions(Observation(4, exception=error)) == (ExceptionAssertion(4, kind, match),)


def test_of_a_result_that_shows_nothing_its_type_is_the_last_resort() -> None:
    last = Observation(4, Opaque("bank:Vault"))

    assert assertions(last) == (ValueAssertion(4, Instance("bank:Vault", {}), after=4),)


def test_that_a_result_is_an_object_is_no_news() -> None:
    assert assertions(Observation(4, Opaque("builtins:object"))) == ()


def test_how_a_result_of_a_library_is_set_up_is_asserted_rather_than_its_type() -> None:
    app = Instance("flask.app:Flask", {"configured PAGE_SIZE": scalar(20)})

    found = possible_assertions(WITHDRAWAL, observed(Observation(4, app)))

    assert [a.attribute for a in found if isinstance(a, ValueAssertion)] == ["configured PAGE_SIZE"]


def test_of_a_returned_function_it_is_said_that_it_can_be_called() -> None:
    (assertion,) = assertions(Observation(4, Opaque("builtins:function")))

    assert isinstance(assertion, ValueAssertion)
    assert type_of(assertion.expected) == "collections.abc:Callable"


@pytest.mark.parametrize("path", ["bank:_Secret", "_bank:Vault", "bank:f.<locals>.C", "builtins:generator"])
def test_a_test_about_which_nothing_can_be_said_is_none(path: str) -> None:
    assert assertions(Observation(4, Opaque(path))) == ()


def result_with(**attributes: Encoded) -> Observation:
    return Observation(4, Instance("bank:Report", attributes))


def test_of_an_object_the_attributes_that_say_something_are_asserted() -> None:
    last = result_with(error=NOTHING, notes=List(()), count=scalar(0), total=scalar(7), title=scalar("x"))

    assert [a.attribute for a in assertions(last) if isinstance(a, ValueAssertion)] == ["total", "title"]


@pytest.mark.parametrize(
    ("total", "attributes"), [(7, [None]), (0.5, [None]), (0.1, ["total"]), (float("nan"), ["total"])]
)
def test_an_object_that_its_fields_say_all_about_is_asserted_as_a_whole_if_these_are_exact(
    total: float, attributes: list[str | None]
) -> None:
    record = Record((scalar(total),), ("total",))
    found = assertions(Observation(4, Instance("bank:Report", {"total": scalar(total)}, made=record)))

    assert [a.attribute for a in found if isinstance(a, ValueAssertion)] == attributes


def test_that_an_object_equals_another_that_is_made_alike_is_not_asserted() -> None:
    value = Instance("bank:Report", {"total": scalar(7)}, made=Record((scalar(7),), ("total",)))
    case = TestCase((LiteralStatement(1, 7), CallStatement(2, "bank:Report", None, (1,))))

    found = usual_assertions(case, [Observation(1, scalar(7)), Observation(2, value)])

    assert [a.attribute for a in found if isinstance(a, ValueAssertion)] == ["total"]


@pytest.mark.parametrize(("days", "attribute"), [(0, "__repr__()"), (1, "days")])
def test_what_an_object_says_as_a_whole_is_asserted_where_its_attributes_say_little(
    days: int, attribute: str
) -> None:
    said = {"days": scalar(days), "day": NOTHING, "__repr__()": scalar("delta()")}

    found = assertions(Observation(4, Instance("bank:Delta", said)))

    assert [a.attribute for a in found if isinstance(a, ValueAssertion)] == [attribute]


def test_an_object_that_says_nothing_is_asserted_to_do_so() -> None:
    last = result_with(error=NOTHING, count=scalar(0))

    assert [a.attribute for a in assertions(last) if isinstance(a, ValueAssertion)] == ["error", "count"]


def test_of_an_attribute_that_holds_objects_the_number_is_asserted() -> None:
    line = Instance("bank:Line", {})

    (assertion,) = assertions(result_with(lines=listed(line, line)))

    assert isinstance(assertion, ValueAssertion) and len(assertion.expected.parts()) == 2


def test_a_result_that_is_an_earlier_value_is_said_to_be_it() -> None:
    assert assertions(Observation(4, Same(2))) == (ValueAssertion(4, Same(2), after=4),)


def test_a_sequence_with_an_object_in_it_is_asserted_without_that() -> None:
    last = Observation(4, Tuple((Instance("bank:Vault", {}), scalar(True))))

    (assertion,) = assertions(last)

    assert isinstance(assertion, ValueAssertion)
    assert list(map(type, assertion.expected.parts())) == [Opaque, Scalar]


def test_objects_that_equal_a_text_are_asserted_by_it() -> None:
    word = Instance("text:Word", {PLAIN: scalar("a"), "line": scalar(1)})

    assert assertions(Observation(4, word)) == (
        ValueAssertion(4, scalar("a"), after=4, attribute=PLAIN),
        ValueAssertion(4, scalar(1), after=4, attribute="line"),
    )
    assert assertions(Observation(4, listed(word))) == (ValueAssertion(4, listed(scalar("a")), after=4),)


def test_a_warning_is_asserted_beside_the_result() -> None:
    warned = Warned("builtins:DeprecationWarning", "use deposit")

    assert assertions(Observation(4, scalar(6), warnings=(warned,))) == (
        ValueAssertion(4, scalar(6), after=4),
        WarningAssertion(4, "builtins:DeprecationWarning", "use deposit"),
    )


def test_messages_that_were_logged_are_asserted() -> None:
    assert assertions(Observation(4, NOTHING, logs=("low",))) == (LogAssertion(("low",), 4),)
    assert assertions(Observation(4, NOTHING, logs=("<X object at 0x7f00>",))) == (
        ValueAssertion(4, NOTHING, after=4),
    )


def test_a_named_tuple_that_cannot_be_written_down_is_asserted_by_name() -> None:
    pair = Tuple((scalar(1), Opaque("bank:Vault")), type="bank:Pair", names=("size", "vault"))

    assert assertions(Observation(4, pair)) == (ValueAssertion(4, scalar(1), after=4, attribute="size"),)


def test_all_attributes_of_an_object_could_be_asserted_what_says_something_first() -> None:
    last = result_with(error=NOTHING, total=scalar(7))

    possible = possible_assertions(WITHDRAWAL, observed(last))

    assert [a.attribute for a in possible if isinstance(a, ValueAssertion)] == ["total", "error"]


def test_what_a_call_left_as_it_was_could_be_asserted_in_the_background() -> None:
    last = Observation(4, NOTHING, receiver=account(6))

    assert background_assertions(WITHDRAWAL, observed(last)) == (
        ValueAssertion(2, scalar("x"), after=4, attribute="name", unchanged=True),
    )


def test_addresses_and_paths_are_not_asserted() -> None:
    assert not is_assertable(scalar("<X object at 0x7f00>"))
    assert not is_assertable(listed(scalar("/tmp/x/y")))
    assert is_assertable(listed(scalar("plain")))


@pytest.mark.parametrize("last", [Opaque("m:A"), scalar(40)])
@pytest.mark.parametrize("length", [9, 50])
def test_of_a_long_sequence_that_is_not_told_as_a_whole_the_length_and_the_ends_are(
    length: int, last: Encoded
) -> None:
    numbers: list[Encoded] = [*map(scalar, range(length - 1)), last]
    value = listed(*numbers) if length > MAX_ITEMS else listed(Opaque("m:A"), *numbers[1:])

    [assertion] = assertions(Observation(4, value))

    assert isinstance(assertion, ValueAssertion)
    first, *between, end = assertion.expected.parts()
    assert first == (scalar(0) if length > MAX_ITEMS else UNKNOWN)
    assert between == [UNKNOWN] * (length - 2)
    assert end == (last if isinstance(last, Scalar) else UNKNOWN)


def asked(balance: int, *names: str) -> Instance:
    """An account that shows nothing, and what it says."""
    said: dict[str, Encoded] = {
        "names()": listed(*map(scalar, names)),
        "total()": scalar(balance),
        "__len__()": scalar(1),
    }
    return replace(account(balance), attributes=said)


def about(name: str, expected: Value) -> ValueAssertion:
    """What the account says after the withdrawal."""
    return ValueAssertion(2, expected, after=4, attribute=name)


def test_what_a_silent_call_has_changed_is_asked() -> None:
    seen = observed(Observation(4, NOTHING, receiver=asked(6)))
    seen[1] = Observation(2, asked(10))

    assert usual_assertions(WITHDRAWAL, seen) == (about("total()", scalar(6)),)
    assert possible_assertions(WITHDRAWAL, seen)[0] == about("total()", scalar(6))


def test_nothing_is_asked_where_something_shows() -> None:
    changed = replace(account(6), attributes={**account(6).attributes, **asked(6).attributes})
    seen = observed(Observation(4, NOTHING, receiver=changed))

    assert possible_assertions(WITHDRAWAL, seen) == (
        ValueAssertion(4, NOTHING, after=4),
        about("balance", scalar(6)),
    )


def test_an_object_can_be_asked_beside_what_shows_first_for_its_text() -> None:
    before, after = (
        replace(state, attributes={**state.attributes, "__str__()": scalar(text)})
        for state, text in ((asked(10), "10 left"), (asked(6), "6 left"))
    )
    seen = observed(Observation(4, NOTHING, receiver=after))
    seen[1] = Observation(2, before)

    assert further_assertions(WITHDRAWAL, seen) == (
        about("__str__()", scalar("6 left")),
        about("total()", scalar(6)),
    )


def test_a_deletion_is_judged_by_what_is_left_even_if_it_changed_nothing() -> None:
    deletion = (*WITHDRAWAL.statements[:3], CallStatement(4, "bank:Account.__delitem__", 2, (3,)))
    seen = observed(Observation(4, NOTHING, receiver=asked(10, "ann")))
    seen[1] = Observation(2, asked(10, "ann"))

    assert usual_assertions(TestCase(deletion), seen) == (about("names()", listed(scalar("ann"))),)


def test_an_assignment_is_judged_by_what_came_of_it() -> None:
    assignment = (*WITHDRAWAL.statements[:3], AssignmentStatement(4, 2, "balance", 3))
    seen = observed(Observation(4, None, receiver=account(4)))

    assert usual_assertions(TestCase(assignment), seen) == (about("balance", scalar(4)),)


def test_what_the_end_of_a_with_returns_is_not_asserted() -> None:
    entered = CallStatement(2, "bank:Account.__enter__", 1, ())
    left = CallStatement(3, "bank:Account.__exit__", 1, ())
    opened, shut = (Instance("bank:Account", {"is_open": scalar(is_open)}) for is_open in (True, False))
    observations = [
        Observation(1, opened),
        Observation(2, Same(1)),
        Observation(3, scalar(False), receiver=shut),
    ]

    said = usual_assertions(
        TestCase((CallStatement(1, "bank:Account", None, ()), entered, left)), observations
    )

    assert said == (ValueAssertion(1, scalar(False), after=3, attribute="is_open"),)


def test_what_is_told_of_an_exception_as_it_is_left_may_return_something() -> None:
    made = CallStatement(1, "bank:Account", None, ())
    entered, error = (
        CallStatement(2, "bank:Account.__enter__", 1, ()),
        CallStatement(3, "builtins:ValueError"),
    )
    left = CallStatement(4, "bank:Account.__exit__", 1, (3, 3, 3))
    account = Instance("bank:Account", {})
    observations = [
        Observation(1, account),
        Observation(2, Same(1)),
        Observation(3, Instance("builtins:ValueError", {})),
        Observation(4, NOTHING, receiver=account),
    ]

    said = usual_assertions(TestCase((made, entered, error, left)), observations)

    assert said == (ValueAssertion(4, NOTHING, after=4),)
