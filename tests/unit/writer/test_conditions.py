"""A name says what is called or read, and conditions, but for those that a reader sees to be untrue."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.requests import Request
from testloom.model.statements import TestCase
from testloom.model.subject import Callable, Parameter
from testloom.model.suite import AssertedTest
from testloom.model.types import TypeRef
from testloom.search.about import subject_of
from testloom.writer.naming.arguments import arguments_in_words, given
from testloom.writer.naming.conditions import denied_by, denies_type, is_about_place, words_of
from testloom.writer.naming.descriptions import Description, describe
from testloom.writer.naming.messages import message_in_words
from testloom.writer.naming.names import function_names
from testloom.writer.syntax.words import snake

from .building import SUBJECT, Case, built, path


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("amount > self.balance is true", "when amount exceeds balance"),
        ("amount > self.balance is false", "when amount is at most balance"),
        ("amount < 0 is true", "when amount is negative"),
        ("amount <= 0 is false", "when amount is positive"),
        ("len(items) == 0 is true", "when items is empty"),
        ("len(self.items) > 0 is true", "when items is not empty"),
        ("x is None is true", "when x is none"),
        ("mode == 'fast' is false", "when mode is not fast"),
        ("left == right is true", "when left equals right"),
        ("key not in self._store is true", "when key is not in store"),
        ("not title is true", "without title"),
        ("not data.get('title') is true", "without title"),
        ("form.get('age', 0) > 17 is true", "when age exceeds 17"),
        ("text.strip() is true", "with text"),
        ("events := self.events.get(key, []) is true", "with events"),
        ("self.closed is true", "when closed"),
        ("is_valid(text) is false", "when text is not valid"),
        ("text.isascii() is false", "when text is not ascii"),
        ("os.path.isfile(path) is true", "when path is file"),
        ("isdir(join(path, name)) is true", "when is dir"),
        ("math.isfinite(value) is false", "when value is not finite"),
        ("inspect.isclass(kind) is true", "when kind is class"),
        ("stream.isatty() is true", "when isatty"),
        ("self._should_retry(attempt) is false", "when should not retry"),
        ("pattern.matches(text) is true", "when matches"),
        ("path.exists() is false", "when path does not exist"),
        ("open_folders[0].exists() is true", "when exists"),
        ("isinstance(value, OrderedDict) is true", "when value is ordered dict"),
        ("n % 2 == 0 is true", "when n modulo 2 is zero"),
        ("first and second is true", "with first and second"),
        ("name.startswith('a') is false", "when name does not start with a"),
        ("strict and name is true", "when strict and with name"),
        ("`for item in self.items` is entered", "with items"),
        ("`for _ in range(self.workers)` is entered", "with workers"),
        ("`for place in range(1, len(rows))` is entered", "with rows"),
        ("`for name in filter(None, names)` is entered", "with names"),
        ("`for child in node.get_children()` is entered", "with children"),
        ("`for row in self.rows()` is entered", "with rows"),
        ("`except KeyError as error` runs", "when key error is caught"),
        ("`case 'a'` matches", "for a"),
    ],
)
def test_a_condition_is_said_in_words(label: str, words: str) -> None:
    assert words_of(label) == words


@pytest.mark.parametrize(
    "label",
    [
        "line 12",
        "withdraw is called",
        "`for x in y` ends",
        "a and b is false",
        "x[y:z](*w) is true",
        "range(3) is true",
        "`for part in self` is entered",
        "`for step in iter(read_step)` is entered",
        "`for attempt in retry_limit()` is entered",
        "`for name in self.names_of(kind)` is entered",
        "users.get(name) is true",
        "known.get(name) != given.get(name) is true",
        "first.shape == second.shape is true",
        "self._colorize() is false",
        "check_header(text) is true",
        "process(text) is true",
        "",
    ],
)
def test_what_has_no_short_words_is_not_said(label: str) -> None:
    assert words_of(label) == ""


@pytest.mark.parametrize(
    ("name", "written"),
    [("InsufficientFunds", "insufficient_funds"), ("HTTPError", "http_error"), ("_Private", "private")],
)
def test_a_class_name_becomes_snake_case(name: str, written: str) -> None:
    assert snake(name) == written


@pytest.mark.parametrize(
    ("label", "is_denied"),
    [
        ("isinstance(value, set) is true", True),
        ("isinstance(value, (list, tuple)) is true", False),
        ("isinstance(value, (list, tuple)) is false", True),
        ("not value is true", True),
        ("value is false", True),
        ("other is false", False),
        ("isinstance(value, Account) is true", False),
        ("value.name is false", False),
        ("`for item in value` is entered", False),
    ],
)
def test_what_an_argument_is_not_is_not_said_of_it(label: str, is_denied: bool) -> None:
    assert denied_by({"value": (1,)}, label) is is_denied


def test_a_name_leaves_out_what_was_true_of_a_part_of_an_argument() -> None:
    case = Case("echo", "isinstance(value, tuple) is true")
    case.call("echo", case.collection("tuple", case.collection("set", 1)))
    [test] = built(case.equals(1))

    said = describe(replace(test, meets=("isinstance(value, set) is true",)), SUBJECT)

    assert said.conditions == ("when value is tuple",)


def test_an_attribute_that_is_read_at_the_end_is_named_after_what_has_made_its_object() -> None:
    case = Case("Account")
    case.attribute(case.call("Account", 1), "owner")
    [test] = built(case.equals("Gandhi"))

    assert subject_of(test.case, SUBJECT) == test.callable
    assert describe(test, SUBJECT).subject == "account owner"


def test_an_attribute_of_what_no_call_has_made_is_not_said_to_be_of_a_call() -> None:
    case = Case("Account")
    case.attribute(case.name("DEFAULT_OWNER"), "name")
    [test] = built(case.equals("Gandhi"))

    assert describe(replace(test, callable=""), SUBJECT).subject == ""


@pytest.mark.parametrize(
    ("kind", "given", "phrase"),
    [
        ("str", [], "with empty list as parts"),
        ("str", [1, 2], "with list as parts"),
        ("list", [], "with empty parts"),
        ("any", [], "with empty parts"),
        ("list", False, "with parts false"),
        ("str", True, "with parts true"),
        ("bool", False, "without parts"),
        ("any", False, "without parts"),
    ],
)
def test_what_is_given_in_place_of_something_else_is_not_said_to_be_that(
    kind: str, given: list[int] | bool, phrase: str
) -> None:
    case = Case("echo")
    case.call("echo", case.collection("list", *given) if isinstance(given, list) else given)
    [test] = built(case.equals(1))
    echo = replace(SUBJECT.callables[path("echo")], parameters=(Parameter("parts", type=TypeRef(kind)),))
    subject = replace(SUBJECT, callables={echo.id: echo})

    assert next(arguments_in_words(test, subject)) == phrase


def test_tests_that_differ_in_what_they_leave_to_a_default_are_told_apart_by_it() -> None:
    table = Description("share", "", False, (), (), is_table=True)
    without = Description("share", "", False, (), (), ("without parts",))

    assert function_names([table, without], ()) == ["test_share", "test_share_without_parts"]


def test_what_is_given_is_not_said_of_the_object_that_is_returned() -> None:
    names = [
        function_names(
            [Description("add", "returns vector", False, (), ("with x 3",), of_object=of_object)],
            ["test_add_returns_vector", "test_add"],
        )
        for of_object in (True, False)
    ]

    assert names == [["test_add_returns_vector_for_x_3"], ["test_add_returns_vector_with_x_3"]]


def test_an_object_that_is_returned_is_known_as_one() -> None:
    made = replace(SUBJECT.callables[path("Account")], kind="function", returns=TypeRef(path("Account")))
    subject = replace(SUBJECT, callables={made.id: made})
    case = Case("Account")
    case.call("Account", 1)
    [test] = built(case.equals("Gandhi", attribute="owner"))

    assert describe(test, subject).of_object
    assert not describe(test, SUBJECT).of_object


def test_what_has_a_default_and_is_not_given_is_left_out() -> None:
    total, parts = SUBJECT.callables[path("share")].parameters
    known = replace(SUBJECT.callables[path("share")], parameters=(total, replace(parts, has_default=True)))
    short, long = Case("share"), Case("share")
    short.call("share", 6)
    long.call("share", 6, parts=2)

    said = [
        describe(test, replace(SUBJECT, callables={known.id: known}))
        for test in built(short.equals(6), long.equals(3))
    ]

    assert [entry.left_out for entry in said] == [("without parts",), ()]


def test_what_was_met_while_an_object_was_made_is_no_condition_of_its_method() -> None:
    case = Case("Account.withdraw")
    account = case.call("Account", 10)
    case.call("Account.withdraw", 3, on=account)
    [test] = built(case.equals(7))
    made, own, shared = "balance < 0 is false", "fee > 1 is true", "note is None is true"
    goals = [("Account.__init__", made), ("Account._fee", own), ("Account.__init__", shared), ("_f", shared)]
    ids = tuple(f"{owner}/branch/{label}/1" for owner, label in goals)

    said = describe(replace(test, covers=(made, own, shared), goals=ids), SUBJECT)

    assert said.conditions == ("when fee exceeds 1", "when note is none")


@pytest.mark.parametrize(
    ("methods", "name"),
    [
        (("post",), "give_back"),
        (("form_valid",), "give_back"),
        (("get", "post"), "give_back get"),
        (("form_valid", "get_queryset"), "form_valid"),
    ],
)
def test_a_view_that_requests_reach_by_one_method_is_what_a_test_is_about(
    methods: tuple[str, ...], name: str
) -> None:
    sent = Request("pytest.fixture:client", "", "post", "/")
    known = [Callable(f"views:GiveBack.{one}", "method", "views:GiveBack", request=sent) for one in methods]
    test = AssertedTest("", TestCase(()), (), callable=known[0].id)

    assert describe(test, replace(SUBJECT, callables={each.id: each for each in known})).subject == name


def test_a_method_that_is_called_as_it_is_is_what_a_test_is_about() -> None:
    called = Callable("cache:Cache.get", "method", "cache:Cache")
    test = AssertedTest("", TestCase(()), (), callable=called.id)

    assert describe(test, replace(SUBJECT, callables={called.id: called})).subject == "get"


@pytest.mark.parametrize(
    ("label", "is_about"),
    [
        ("start < len(text) is true", True),
        ("bracketdepth == 0 is false", True),
        ("while curr is not self.root is true", True),
        ("index in taken is true", False),
        ("self.start < LIMIT is false", False),
        ("name.startswith(prefix) is true", False),
        ("`for part in parts[pos:]:` is entered", True),
        ("`for part in parts` is entered", True),
        ("`for word in text` is entered", False),
        ("`for word in text.words` is entered", False),
        ("`for word in WORDS` is entered", False),
        ("`except ValueError` runs", False),
    ],
)
def test_a_label_is_about_where_the_code_is(label: str, is_about: bool) -> None:
    assert is_about_place(label, {"index", "text"}) is is_about


def test_conditions_about_where_the_code_is_are_told_apart() -> None:
    case = Case("Account.withdraw", "amount > 2 is true", "pos < 0 is false", "self.kind is None is true")
    account = case.call("Account", 10)
    case.call("Account.withdraw", 3, on=account)
    [test] = built(case.equals(7))

    said = describe(replace(test, covers=case.covers), SUBJECT)

    assert said.conditions == ("when amount exceeds 2", "when kind is none")
    assert said.inner == ("when pos is not negative",)


@pytest.mark.parametrize(
    ("label", "is_denied"),
    [
        ("isinstance(value, str) is false", True),
        ("not isinstance(value, str) is true", True),
        ("isinstance(value, str) is true", False),
        ("not isinstance(value, str) is false", False),
        ("isinstance(value, str) and value is false", False),
        ("value == (is false", False),
        ("`for word in value` is entered", False),
    ],
)
def test_a_label_only_denies_a_type(label: str, is_denied: bool) -> None:
    assert denies_type(label) is is_denied


def test_of_which_type_something_is_not_comes_after_all_else_that_tells_tests_apart() -> None:
    case = Case("share", "isinstance(total, str) is false", "total > 2 is true")
    case.call("share", 3)
    [test] = built(case.equals(7))

    said = describe(replace(test, covers=case.covers), SUBJECT)

    assert said.conditions == ("when total exceeds 2",)
    assert said.inner == ("when total is not str",)


def test_arguments_that_are_given_though_they_have_a_default_are_told() -> None:
    parameters = (Parameter("total"), Parameter("parts", has_default=True), Parameter("by", has_default=True))
    known = replace(SUBJECT.callables["shop.account:share"], parameters=parameters)
    case = Case("share")
    case.call("share", 1, parts=2)
    [test] = built(case.equals(7))

    said = describe(test, replace(SUBJECT, callables={**SUBJECT.callables, known.id: known}))

    assert said.optional == ("with parts",)
    assert said.left_out == ("without by",)


def test_what_the_code_fills_in_for_an_argument_is_not_said_to_be_given() -> None:
    parameters = (Parameter("total"), Parameter("parts", has_default=True))
    known = replace(SUBJECT.callables["shop.account:share"], parameters=parameters)
    subject = replace(SUBJECT, callables={**SUBJECT.callables, known.id: known})
    said = []
    for values in ((1,), (1, 2)):
        case = Case("share", "`for part in parts` is entered", "total > 0 is true")
        case.call("share", *values)
        [test] = built(case.equals(7))
        said.append(describe(replace(test, covers=case.covers), subject).conditions)

    assert said == [("when total is positive",), ("with parts", "when total is positive")]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Invalid value for TE header: b''", "invalid value for te header"),
        ("An empty :path header is forbidden", "empty path header is forbidden"),
        ("Can't prompt for choice without any options!", "cant prompt for choice"),
        ("No encoder/decoder installed for a", "no encoder decoder installed"),
        ("Illegal character '\x08' in name: b'\\x08'", "illegal character in name"),
        ("name 'x' is not defined\nand more", "name x is not defined"),
        ("Größe fehlt: max_size", "größe fehlt max size"),
        ("'a'", ""),
        ("of the", ""),
    ],
)
def test_a_message_is_said_in_words(message: str, words: str) -> None:
    assert message_in_words(message, 36) == words


def test_exceptions_of_one_type_are_told_apart_by_what_they_say() -> None:
    cases = []
    for message in ("Header name is empty.", "Header name has a space."):
        case = Case("share", "found > 2 is true")
        case.call("share", 1)
        cases.append(case.raises("ValueError", message))

    names = function_names([describe(test, SUBJECT) for test in built(*cases)], ())

    assert names == [
        "test_share_raises_value_error_header_name_is_empty",
        "test_share_raises_value_error_header_name_has_a_space",
    ]


@pytest.mark.parametrize(
    ("sign", "phrase"),
    [("!", "exclamation mark"), ("/", "slash"), ("<", "less than sign"), ("\\", "backslash")],
)
def test_a_sign_is_said_as_people_call_it(sign: str, phrase: str) -> None:
    assert given(sign, "command") == f"with command {phrase}"


def test_an_exception_is_named_after_a_parameter_only_if_no_other_test_meets_the_condition() -> None:
    said, own = "no such level", ("when value is str",)
    raised = Description("f", "raises key error", True, own, (), said=said, of_parameters=own)
    other = Description("f", "raises key error", True, (), (), said="no level at all")
    passed = Description("f", "returns 1", False, own, ())

    alone = function_names([raised, other], ())
    among = function_names([raised, other, passed], ())

    assert alone[0] == "test_f_raises_key_error_when_value_is_str"
    assert among[0] == "test_f_raises_key_error_no_such_level"
