"""The fewest assertions are chosen that kill what all of them could."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testloom.capabilities.requests import RequestStatement
from testloom.model.execution import Observation, RaisedException
from testloom.model.mutation import Assessment, Difference, Effect
from testloom.model.observed import Dict, Instance, List, Made, Opaque, Tuple
from testloom.model.requests import Request
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    StubStatement,
)
from testloom.model.statements import TestCase as Case
from testloom.model.suite import Assertion, ExceptionAssertion, OutputAssertion, ValueAssertion
from testloom.oracle import Choice, Observed, choose_assertions, needed_of
from testloom.oracle.assertions.possible import background_assertions, possible_assertions
from testloom.oracle.assertions.showing import UNKNOWN
from testloom.oracle.selection.visibility import sees
from tests.values import scalar

CASE = Case((LiteralStatement(1, 10), CallStatement(2, "m:T", None, (1,)), CallStatement(3, "m:T.go", 2)))
NAMES = ("a", "b", "c", "d")
RECEIVER = [Difference(3, "receiver", (2, name)) for name in NAMES]
RESULT = Difference(3, "value")


def thing(**attributes: int) -> Instance:
    return Instance("m:T", {name: scalar(value) for name, value in attributes.items()}, reference=2)


def observed(
    effects: dict[int, Effect] | None, adds_coverage: bool = True, result: int | None = 7
) -> Observed:
    """A call that returns `result`, changes `a` and `b` of its receiver, and leaves `c` and `d`."""
    observations = [
        Observation(1, scalar(10)),
        Observation(2, thing(a=1, b=1, c=1, d=1)),
        Observation(3, scalar(result), receiver=thing(a=2, b=2, c=1, d=1)),
    ]
    return Observed(CASE, observations, None if effects is None else Assessment(effects), adds_coverage)


def chosen(*tests: Observed) -> list[list[str | None]]:
    """What each test asserts: None for the result, else an attribute of the receiver."""
    return [
        [assertion.attribute for assertion in choice.assertions if isinstance(assertion, ValueAssertion)]
        for choice in choose_assertions(tests)
    ]


def seen_by(*differences: Difference) -> Effect:
    return Effect("differs", differences)


def test_without_an_assessment_the_usual_is_asserted() -> None:
    assert chosen(observed(None)) == [[None, "a", "b"]]


def test_where_mutants_tell_nothing_the_result_is_asserted() -> None:
    assert chosen(observed({1: Effect("survived")})) == [[None]]


def test_where_mutants_tell_nothing_a_change_is_asserted_rather_than_that_nothing_is_returned() -> None:
    assert chosen(observed({1: Effect("survived")}, result=None)) == [["a"]]


@pytest.mark.parametrize(
    ("held", "told"),
    [
        pytest.param(Dict((scalar("b"), UNKNOWN)), "a", id="only keys, in one line"),
        pytest.param(Dict((scalar("b"), List((scalar(1), UNKNOWN)))), None, id="a part of a value, too"),
    ],
)
def test_the_keys_of_a_dict_are_asserted_rather_than_that_nothing_is_returned(
    held: Dict, told: str | None
) -> None:
    before, after = (Instance("m:T", {"a": value}, reference=2) for value in (Dict(()), held))
    observations = [Observation(1), Observation(2, before), Observation(3, scalar(None), receiver=after)]

    assert chosen(Observed(CASE, observations, Assessment({}), adds_coverage=True)) == [[told]]


def test_what_kills_most_is_asserted() -> None:
    effects = {1: seen_by(RECEIVER[1]), 2: seen_by(RECEIVER[1]), 3: seen_by(RECEIVER[1], RESULT)}

    assert chosen(observed(effects)) == [["b"]]


def test_of_assertions_that_kill_as_much_the_result_is_preferred() -> None:
    assert chosen(observed({1: seen_by(RECEIVER[0], RESULT)})) == [[None]]


def test_what_one_assertion_leaves_another_kills() -> None:
    assert chosen(observed({1: seen_by(RECEIVER[0]), 2: seen_by(RESULT)})) == [[None, "a"]]


def test_what_the_object_answers_now_is_asserted_where_nothing_else_kills() -> None:
    before, after = (Instance("m:T", {"active()": scalar(n)}, reference=2) for n in (1, 2))
    observations = [
        Observation(1, scalar(10)),
        Observation(2, before),
        Observation(3, scalar(7), receiver=after),
    ]
    answer = seen_by(Difference(3, "receiver", (2, "active()")))

    assert chosen(Observed(CASE, observations, Assessment({1: seen_by(RESULT)}))) == [[None]]
    assert chosen(Observed(CASE, observations, Assessment({1: seen_by(RESULT), 2: answer}))) == [
        [None, "active()"]
    ]


def test_what_did_not_change_is_asserted_only_where_nothing_else_kills() -> None:
    effects = {1: seen_by(RECEIVER[2], RESULT), 2: seen_by(RECEIVER[2]), 3: seen_by(RECEIVER[2])}

    assert chosen(observed(effects)) == [[None, "c"]]
    assert chosen(observed({1: effects[1]})) == [[None]]


@pytest.mark.parametrize("assessment", [None, Assessment({1: Effect("survived")})])
def test_where_a_result_is_only_counted_one_of_its_objects_is_told_apart(
    assessment: Assessment | None,
) -> None:
    items = [Instance("m:Node", {"line": scalar(1), "kind": scalar(kind)}) for kind in ("", "error", "rule")]
    observations = [
        Observation(1, scalar(10)),
        Observation(2, thing(a=1)),
        Observation(3, List(tuple(items))),
    ]

    assert chosen(Observed(CASE, observations, assessment)) == [[None, "[1].kind"]]
    assert chosen(Observed(CASE, [*observations[:2], Observation(3, List(()))], assessment)) == [[None]]


def test_an_object_is_asked_only_where_nothing_else_kills() -> None:
    answers = [Instance("m:T", {"a": scalar(1), "__str__()": scalar(total)}, reference=2) for total in (1, 8)]
    observations = [
        Observation(1, scalar(10)),
        Observation(2, answers[0]),
        Observation(3, scalar(7), receiver=answers[1]),
    ]
    text = Difference(3, "receiver", (2, "__str__()"))
    asked = Observed(CASE, observations, Assessment({1: seen_by(text)}))
    unasked = Observed(CASE, observations, Assessment({1: seen_by(text, RESULT)}))

    assert chosen(asked) == [[None, "__str__()"]]
    assert chosen(unasked) == [[None]]


def test_a_test_that_adds_coverage_says_what_was_left_as_it_was_if_there_is_nothing_else() -> None:
    same = thing(a=1, b=1, c=1, d=1)
    opaque = Opaque("m:Other")
    observations = [Observation(1, scalar(10)), Observation(2, same), Observation(3, opaque, receiver=same)]
    quiet = Observed(CASE, observations, Assessment({}))

    assert chosen(quiet) == chosen(quiet, observed({1: seen_by(*RECEIVER)}))[:1] != [[]]


def test_that_nothing_is_returned_is_not_asserted_beside_what_kills_more() -> None:
    assert chosen(observed({1: seen_by(RECEIVER[2])}, result=None)) == [["a", "c"]]
    assert chosen(observed({1: seen_by(RECEIVER[2]), 2: seen_by(RESULT)}, result=None)) == [[None, "c"]]


def left_alone(effects: dict[int, Effect] | None = None) -> Observed:
    """The same call where it changes nothing and returns nothing."""
    same = thing(a=1, b=1, c=1, d=1)
    observations = [
        Observation(1, scalar(10)),
        Observation(2, same),
        Observation(3, scalar(None), receiver=same),
    ]
    return Observed(CASE, observations, None if effects is None else Assessment(effects))


def test_of_a_call_that_returns_nothing_it_is_asserted_that_it_leaves_what_it_changes_elsewhere() -> None:
    changing = observed({1: seen_by(RECEIVER[0])}, result=None)

    assert chosen(changing, left_alone()) == [["a"], ["a"]]
    assert chosen(changing, left_alone({1: seen_by(RECEIVER[1])})) == [["a"], ["b"]]


def test_what_a_call_may_set_by_its_code_is_asserted_where_no_test_shows_that_it_does() -> None:
    [choice] = choose_assertions([left_alone()], {"m:T.go": ("_hidden", "c")})

    assert [a.attribute for a in choice.assertions if isinstance(a, ValueAssertion)] == ["c"]


def test_what_a_call_changes_within_an_object_is_asserted_rather_than_that_nothing_is_returned() -> None:
    def holding(is_done: bool) -> Instance:
        held = Instance("m:Held", {"pending": scalar(0), "done": scalar(is_done)}, own=True)
        return Instance("m:T", {"held": held}, reference=2)

    begun = [Observation(1, scalar(10)), Observation(2, holding(is_done=False))]
    changing = Observed(
        CASE, [*begun, Observation(3, scalar(None), receiver=holding(is_done=True))], Assessment({})
    )
    returning = Observed(CASE, [*begun, Observation(3, scalar(7), receiver=holding(is_done=False))])

    assert chosen(changing) == [["held.done"]]
    assert chosen(changing, returning) == [[None], [None]]


def test_of_a_call_that_prints_elsewhere_it_is_asserted_that_it_does_not_here() -> None:
    def printing(text: str, result: int | None = None) -> Observed:
        return Observed(
            CASE,
            [
                Observation(1, scalar(10)),
                Observation(2, thing(a=1)),
                Observation(3, scalar(result), errors=text),
            ],
            Assessment({}),
        )

    *_, silent = choose_assertions([printing("said"), printing("")])
    *_, returning = choose_assertions([printing("said"), printing("", result=7), printing("")])

    assert silent.assertions == (OutputAssertion("", 3, "err"),)
    assert returning.assertions == (ValueAssertion(3, scalar(None), after=3),)


def listing(result: int | None, *items: int) -> Observed:
    """A call that leaves the items of its receiver as they are."""
    held = List(tuple(map(scalar, items)))
    same = Instance("m:T", {"__iter__()": held}, reference=2)
    observations = [
        Observation(1, scalar(10)),
        Observation(2, same),
        Observation(3, scalar(result), receiver=same),
    ]
    return Observed(CASE, observations, Assessment({}))


def test_of_an_object_with_items_it_is_asserted_that_a_call_which_returns_nothing_leaves_them() -> None:
    assert chosen(listing(None, 1, 2)) == [["__iter__()"]]
    assert chosen(listing(None, 1, 2), listing(7)) == [[None], [None]]


def test_that_an_object_has_no_items_as_before_is_not_asserted() -> None:
    assert chosen(listing(None)) == [[None]]


def test_that_nothing_is_returned_is_asserted_if_only_that_kills_or_nothing_is_ever_changed() -> None:
    changing = observed({1: seen_by(RECEIVER[0])}, result=None)

    assert chosen(changing, left_alone({2: seen_by(RESULT)})) == [["a"], [None]]
    assert chosen(left_alone(), left_alone()) == [[None], [None]]


def test_that_nothing_is_returned_is_asserted_of_a_call_that_returns_something_elsewhere() -> None:
    assert chosen(observed({}), left_alone()) == [[None], [None]]


def handing(before: tuple[int, ...], after: tuple[int, ...], result: int | None = None) -> Observed:
    """A call that is handed a list, changes it or not, and returns something or not."""
    items = tuple(LiteralStatement(n, n) for n in before)
    case = Case((*items, CollectionStatement(8, "list", before), CallStatement(9, "m:fill", None, (8,))))
    observations = [
        *(Observation(n, scalar(n)) for n in before),
        Observation(8, List(tuple(map(scalar, before)))),
        Observation(9, scalar(result), arguments={8: List(tuple(map(scalar, after)))}),
    ]
    return Observed(case, observations, Assessment({}))


def test_of_an_argument_that_a_call_changes_elsewhere_it_is_asserted_that_it_is_left() -> None:
    filled, left = choose_assertions([handing((1,), (1, 2)), handing((1,), (1,))])

    assert filled.assertions == (ValueAssertion(8, List((scalar(1), scalar(2))), after=9),)
    assert left.assertions == (ValueAssertion(8, List((scalar(1),)), after=9, unchanged=True),)


def test_that_nothing_is_returned_counts_more_than_an_argument_where_something_is_elsewhere() -> None:
    *_, left = choose_assertions([handing((1,), (1, 2), result=3), handing((1,), (1,))])

    assert left.assertions == (ValueAssertion(9, scalar(None), after=9),)


def test_of_which_type_a_result_is_is_asserted_beside_what_was_left_as_it_was() -> None:
    same, opaque = thing(a=1, b=1, c=1, d=1), Opaque("builtins:str")
    observations = [Observation(1, scalar(10)), Observation(2, same), Observation(3, opaque, receiver=same)]
    effects = Assessment({1: seen_by(RECEIVER[2])})

    [choice] = choose_assertions([Observed(CASE, observations, effects)])

    assert [getattr(assertion, "attribute", "") for assertion in choice.assertions] == [None, "c"]


def test_what_another_test_kills_is_not_asserted_again() -> None:
    effects = {1: seen_by(RESULT), 2: seen_by(RECEIVER[0])}

    assert chosen(observed(effects), observed(effects)) == [[None, "a"], [None]]


def test_a_mutant_that_ends_a_test_needs_no_assertion() -> None:
    effects = {1: Effect("raised"), 2: Effect("timeout"), 3: Effect("killed")}
    [choice] = choose_assertions([observed(effects)])

    assert choice.kills == {1, 2, 3}
    assert len(choice.assertions) == 1


def test_a_test_that_adds_neither_coverage_nor_kills_is_not_needed() -> None:
    effects = {1: seen_by(RESULT)}

    assert choose_assertions([observed(effects), observed(effects, adds_coverage=False)])[1] == Choice(
        (), needed=False
    )


def test_a_test_that_only_kills_is_kept() -> None:
    assert chosen(observed({}), observed({1: seen_by(RESULT)}, adds_coverage=False)) == [[None], [None]]


def test_a_test_that_is_kept_anyway_asserts_more_rather_than_one_more_test_is_kept() -> None:
    both = {1: seen_by(RESULT), 2: seen_by(RECEIVER[0])}
    more = {2: seen_by(RECEIVER[0]), 3: seen_by(RECEIVER[0])}
    other = {3: seen_by(RECEIVER[1])}

    assert chosen(observed(both, adds_coverage=False), observed(both)) == [[], [None, "a"]]
    assert chosen(observed(more, adds_coverage=False), observed({**both, **other})) == [[], [None, "a", "b"]]


def test_a_test_is_kept_that_takes_more_than_two_assertions_of_another() -> None:
    effects = {n: seen_by(RESULT) for n in range(3)} | {n + 3: seen_by(RECEIVER[n]) for n in range(3)}
    one = {n: seen_by(RESULT) for n in range(3, 6)}

    kept, whole = chosen(observed(one, adds_coverage=False), observed(effects))

    assert kept
    assert whole == [None]


EFFECTS = st.one_of(
    st.builds(Effect, st.sampled_from(("survived", "raised", "timeout", "killed"))),
    st.lists(st.sampled_from([*RECEIVER, RESULT]), min_size=1, max_size=3).map(lambda ways: seen_by(*ways)),
)
TESTS = st.lists(
    st.builds(
        observed,
        st.one_of(st.none(), st.dictionaries(st.integers(1, 12), EFFECTS, max_size=12)),
        st.booleans(),
    ),
    max_size=5,
)


def killed_by(test: Observed, assertions: tuple[Assertion, ...]) -> set[int]:
    """What a test with these assertions kills."""
    effects = test.assessment.effects if test.assessment else {}
    return {
        mutant
        for mutant, effect in effects.items()
        if effect.end in ("raised", "timeout", "killed")
        or any(sees(assertion, way) for assertion in assertions for way in effect.differences)
    }


@given(TESTS)
def test_the_chosen_kill_what_all_can_kill(tests: list[Observed]) -> None:
    choices = choose_assertions(tests)
    possible, killed = set[int](), set[int]()
    for test, choice in zip(tests, choices, strict=True):
        every = possible_assertions(test.case, test.observations)
        possible |= killed_by(test, every + background_assertions(test.case, test.observations))
        killed |= choice.kills
        if choice.assertions:
            assert choice.kills == killed_by(test, choice.assertions)

    assert killed == possible


@given(TESTS)
def test_no_test_that_adds_coverage_is_lost(tests: list[Observed]) -> None:
    choices = choose_assertions(tests)

    assert all(choice.assertions for test, choice in zip(tests, choices, strict=True) if test.adds_coverage)


def test_how_a_long_message_ends_is_asserted_where_a_mutant_shows_there() -> None:
    ending = "any of the items that were ordered"
    message = f"an order cannot be placed before somebody has said that there is enough of {ending}"
    error = RaisedException("m:Error", message, explicit=True, in_subject=True)
    other = Difference(2, "message", (message.replace("items", "things"),))
    case = Case((LiteralStatement(1, 10), CallStatement(2, "m:go", None, (1,))))
    raised = [Observation(1, scalar(10)), Observation(2, None, exception=error)]

    [seen] = choose_assertions([Observed(case, raised, Assessment({7: seen_by(other)}))])
    [unseen] = choose_assertions([Observed(case, raised, Assessment({7: Effect("survived")}))])

    assert [a.ending for a in seen.assertions if isinstance(a, ExceptionAssertion)] == [ending]
    assert [a.ending for a in unseen.assertions if isinstance(a, ExceptionAssertion)] == [""]


@pytest.mark.parametrize(
    "difference", [Difference(1, "output", ()), Difference(1, "message", ("2",)), Difference(1, "value", ())]
)
def test_how_a_program_ends_is_asserted_with_what_it_printed(difference: Difference) -> None:
    case = Case((CallStatement(1, "shop:main", None, ()),))
    error = RaisedException("builtins:SystemExit", "1", False, True)
    ended = Observation(1, exception=error, output="nothing to do\n")
    tests = [
        Observed(case, [ended], assessment) for assessment in (None, Assessment({1: seen_by(difference)}))
    ]

    exit_and_output = (
        ExceptionAssertion(1, "builtins:SystemExit", "1"),
        OutputAssertion("nothing to do\n", 1),
    )
    assert [choice.assertions for choice in choose_assertions(tests[:1])] == [exit_and_output]
    assert [choice.assertions for choice in choose_assertions(tests[1:])] == [exit_and_output]


@pytest.mark.parametrize(("result", "told"), [(7, [None]), (None, [])])
def test_beside_what_a_call_prints_it_is_asserted_what_it_returns(
    result: int | None, told: list[None]
) -> None:
    case = Case((CallStatement(1, "shop:ask", None, ()),))
    said = Observation(1, scalar(result), output="How many?\n")
    effects = {1: seen_by(Difference(1, "output", ()))}

    [choice] = choose_assertions([Observed(case, [said], Assessment(effects))])

    *values, printed = choice.assertions
    assert printed == OutputAssertion("How many?\n", 1)
    assert values == [ValueAssertion(1, scalar(result), after=1, attribute=name) for name in told]


def test_of_tests_that_were_made_those_are_needed_that_kill_what_no_other_does() -> None:
    one, two, both, other = (
        observed({mutant: seen_by(RESULT) for mutant in mutants}) for mutants in ([1], [2], [1, 2], [3])
    )

    assert needed_of([one, two, both], []) == [2]
    assert needed_of([both, one, two], []) == [1, 2]
    assert needed_of([one, two, other], [both]) == [2]
    assert needed_of([observed({1: Effect("survived")}), observed(None)], []) == [1]


def test_of_a_response_the_status_is_asserted_with_the_data_that_mutants_change() -> None:
    request = RequestStatement(2, "m:show", 1, request=Request("m:Client", "m:app", "get", "/"))
    response = Instance("httpx:Response", {"status_code": scalar(200), "json()": scalar("tea")}, own=False)
    case = Case((CallStatement(1, "m:Client"), request))
    observations = [Observation(1, Instance("m:Client", {}, reference=1)), Observation(2, response)]
    effects = {7: Effect("differs", [Difference(2, "value", ("json()",))])}

    [choice] = choose_assertions([Observed(case, observations, Assessment(effects))])

    assert [getattr(entry, "attribute", "") for entry in choice.assertions] == ["status_code", "json()"]
    assert choice.kills == {7}


@pytest.mark.parametrize(
    ("changed", "asserted"),
    [
        ("status_code", ["status_code", "said messages"]),
        ("texts books", ["status_code", "said messages", "texts books"]),
    ],
)
def test_what_a_template_was_given_is_asserted_only_if_mutants_change_it(
    changed: str, asserted: list[str]
) -> None:
    request = RequestStatement(2, "m:show", 1, request=Request("m:Client", "m:app", "get", "/"))
    held = {"status_code": scalar(200), "said messages": scalar("ok"), "texts books": scalar("tea")}
    response = Instance("django.template.response:TemplateResponse", held, own=False)
    case = Case((CallStatement(1, "m:Client"), request))
    observations = [Observation(1, Instance("m:Client", {}, reference=1)), Observation(2, response)]
    effects = {7: Effect("differs", [Difference(2, "value", (changed,))])}

    [choice] = choose_assertions([Observed(case, observations, Assessment(effects))])

    assert [getattr(entry, "attribute", "") for entry in choice.assertions] == asserted
    assert choice.kills == {7}


def test_rows_that_a_mutant_leaves_behind_a_request_are_asserted_though_none_were_there_before() -> None:
    request = RequestStatement(3, "m:drop", 2, request=Request("m:Client", "m:app", "post", "/"))
    case = Case((ReferenceStatement(1, "m:session"), CallStatement(2, "m:Client"), request))
    empty = Instance("sqlalchemy.orm.session:Session", {"stored coins": List(())}, reference=1, own=False)
    response = Instance("httpx:Response", {"status_code": scalar(204)}, own=False)
    observations = [Observation(1, empty), Observation(2), Observation(3, response, arguments={1: empty})]
    effects = {7: Effect("differs", [Difference(3, "argument", (1, "stored coins"))])}

    [choice] = choose_assertions([Observed(case, observations, Assessment(effects))])

    values = [entry for entry in choice.assertions if isinstance(entry, ValueAssertion)]
    assert [(entry.statement, entry.attribute) for entry in values] == [
        (3, "status_code"),
        (1, "stored coins"),
    ]
    assert choice.kills == {7}


def test_of_a_response_that_a_handler_returns_the_data_is_asserted_beside_the_status() -> None:
    response = Instance(
        "aiohttp.web:Response", {"status": scalar(200), "json text": scalar("tea")}, own=False
    )
    case = Case((CallStatement(1, "m:show"),))
    effects = {7: Effect("differs", [Difference(1, "value", ("status",))])}

    [choice] = choose_assertions([Observed(case, [Observation(1, response)], Assessment(effects))])

    assert [getattr(entry, "attribute", "") for entry in choice.assertions] == ["status", "json text"]


def constructed(effects: dict[int, Effect] | None = None, **attributes: int) -> Observed:
    case = Case((LiteralStatement(1, 10), CallStatement(2, "m:T", None, (1,))))
    observations = [Observation(1, scalar(10)), Observation(2, thing(**attributes))]
    return Observed(case, observations, None if effects is None else Assessment(effects))


def test_of_a_second_object_that_is_asserted_which_no_other_has() -> None:
    many = dict.fromkeys(("first", "other", "third", "fourth", "fifth"), 1)

    assert chosen(constructed(None, **many, z=1), constructed(None, **many, z=2))[1] == ["z"]
    assert chosen(constructed(a=1, b=2), constructed(a=1, b=3)) == [["a", "b"], ["b"]]
    assert chosen(constructed(a=1, b=2), constructed(a=1, b=2)) == [["a", "b"], ["a"]]


def test_what_calls_change_and_what_kills_is_asserted_whatever_other_tests_assert() -> None:
    effects = {1: seen_by(Difference(2, "value", ("a",)))}

    assert chosen(observed(None), observed(None)) == 2 * [[None, "a", "b"]]
    assert chosen(constructed(a=1, b=2), constructed(effects, a=1, b=2)) == [["a", "b"], ["a"]]


NEVER = List(())


def handing_over(
    calls: List, effects: dict[int, Effect] | None = None, result: int | None = None, before: List = NEVER
) -> Observed:
    """A call that is handed a function, which notes calls of it."""
    case = Case((LiteralStatement(1, None), StubStatement(2, (1,)), CallStatement(3, "m:go", None, (2,))))
    function = Instance("unittest.mock:Mock", {"call_args_list": before}, reference=2)
    called = Instance("unittest.mock:Mock", {"call_args_list": calls}, reference=2)
    seen = [Observation(1), Observation(2, function), Observation(3, scalar(result), arguments={2: called})]
    return Observed(case, seen, None if effects is None else Assessment(effects))


ONCE = List((Made("unittest.mock:call", (scalar(1),)),))
ABOUT_CALLS = Difference(3, "argument", (2, "call_args_list", 0))


def test_of_a_call_that_only_calls_a_function_its_calls_are_asserted() -> None:
    assert chosen(handing_over(ONCE)) == [["call_args_list"]]
    assert chosen(handing_over(ONCE, {1: seen_by(ABOUT_CALLS)})) == [["call_args_list"]]


def test_that_a_function_is_not_called_is_asserted_where_there_is_nothing_else() -> None:
    [choice] = choose_assertions([handing_over(List(()))])

    assert choice.assertions == (
        ValueAssertion(2, List(()), after=3, attribute="call_args_list", unchanged=True),
    )


def test_calls_that_an_earlier_statement_made_say_nothing_of_the_last_one() -> None:
    [choice] = choose_assertions([handing_over(ONCE, before=ONCE)])

    assert choice.assertions == (ValueAssertion(3, scalar(None), after=3),)


def test_calls_of_a_function_are_asserted_beside_a_result_if_that_kills_more() -> None:
    assert chosen(handing_over(ONCE, result=7)) == [[None]]
    assert chosen(handing_over(ONCE, {1: seen_by(RESULT)}, 7)) == [[None]]
    killing = {1: seen_by(RESULT), 2: seen_by(ABOUT_CALLS)}
    assert chosen(handing_over(ONCE, killing, 7)) == [[None, "call_args_list"]]


def test_an_attribute_that_takes_several_lines_is_asserted_only_for_what_others_do_not_kill() -> None:
    key = Tuple((scalar(2), scalar(2), Opaque("m:Last")))
    before = Instance("m:T", {"a": scalar(1), "b": scalar(1)}, reference=2)
    after = Instance("m:T", {"key": key, "a": scalar(2), "b": scalar(2)}, reference=2)
    observations = [
        Observation(1, scalar(10)),
        Observation(2, before),
        Observation(3, scalar(None), receiver=after),
    ]
    ways = {way: Difference(3, "receiver", (2, *way)) for way in (("a",), ("b",), ("key", 0), ("key", 1))}
    first = seen_by(ways["a",], ways["key", 0])
    second = seen_by(ways["b",], ways["key", 1])

    assert chosen(Observed(CASE, observations, Assessment({1: first, 2: second}))) == [["a", "b"]]
    only = seen_by(ways["key", 1])
    assert chosen(Observed(CASE, observations, Assessment({1: first, 2: only}))) == [["a", "key"]]


def test_the_items_of_an_object_are_asserted_rather_than_where_it_keeps_them() -> None:
    items = List((scalar(1),))
    before = Instance("m:T", {"parts": List((List(()),)), "__iter__()": List(())}, reference=2)
    after = Instance("m:T", {"parts": List((items,)), "__iter__()": items}, reference=2)
    observations = [
        Observation(1, scalar(10)),
        Observation(2, before),
        Observation(3, scalar(None), receiver=after),
    ]
    parts, told = (Difference(3, "receiver", (2, name)) for name in ("parts", "__iter__()"))

    both = Observed(CASE, observations, Assessment({1: seen_by(parts, told)}))
    only = Observed(CASE, observations, Assessment({1: seen_by(parts)}))
    assert chosen(both) == [["__iter__()"]]
    assert chosen(only) == [["parts"]]
