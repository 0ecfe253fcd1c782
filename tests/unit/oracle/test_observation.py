from collections.abc import Sequence

import pytest

from testloom.model.execution import Observation, RaisedException, Warned
from testloom.model.observed import Dict, Instance, Long, Opaque, Prefix, Sized, Value
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.suite import WarningAssertion
from testloom.model.texts.messages import informative_ends
from testloom.oracle import observe_stable, warned_of
from tests.executors import IdleExecutor
from tests.values import scalar

CASE = TestCase((LiteralStatement(1, 0),))


class Recorded(IdleExecutor):
    """Answers each call of `observe` with the next of the given runs."""

    def __init__(self, *runs: list[Observation]) -> None:
        self.runs = list(runs)

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [self.runs.pop(0)]


def thing(**attributes: int) -> Instance:
    return Instance("m:T", {name: scalar(number) for name, number in attributes.items()})


def stable(one: Observation, other: Observation) -> list[Observation] | None:
    return observe_stable([CASE], Recorded([one], [other]))[0]


def test_equal_values_stay() -> None:
    seen = Observation(1, scalar(float("nan")))
    assert stable(seen, Observation(1, scalar(float("nan")))) == [seen]


def test_of_a_value_that_differs_only_the_type_is_known() -> None:
    kept = stable(Observation(1, scalar(1)), Observation(1, scalar(2)))
    assert kept == [Observation(1, Opaque("builtins:int"))]


def test_a_value_that_differs_in_type_is_forgotten() -> None:
    assert stable(Observation(1, scalar(1)), Observation(1, scalar("2"))) == [Observation(1)]


def test_an_object_keeps_the_attributes_that_agree() -> None:
    kept = stable(Observation(1, thing(a=1, b=2)), Observation(1, thing(a=1, b=3)))
    assert kept == [Observation(1, thing(a=1))]


def test_only_states_that_agree_stay() -> None:
    one, other = ({"m:a": scalar(1), "m:b": scalar(number)} for number in (1, 2))
    kept = stable(Observation(1, states=one), Observation(1, states=other))
    assert kept == [Observation(1, states={"m:a": scalar(1)})]


@pytest.mark.parametrize(
    ("one", "other", "ends"),
    [
        ("a", "b", ("", "")),
        ("took 0.12 s", "took 0.34 s", ("took", "")),
        (
            "no hook in <class 'a_1.f.<locals>.Item'>",
            "no hook in <class 'a_2.f.<locals>.Item'>",
            ("no hook in <class '", "Item'>"),
        ),
        ("3 of 4 failed", "2 of 4 failed", ("", "of 4 failed")),
        ("failed\nat 12:30", "failed\nat 12:31", ("failed", "")),
    ],
)
def test_of_messages_that_differ_the_ends_are_told(one: str, other: str, ends: tuple[str, str]) -> None:
    raised = [Observation(1, exception=RaisedException("m:E", text, True, True)) for text in (one, other)]
    [kept] = stable(*raised) or []
    assert kept.exception is not None
    assert informative_ends(kept.exception.message) == ends


def test_a_test_that_is_lost_anyway_is_not_run_again() -> None:
    blocked = [Observation(1, denied=("leave a thread running",))]

    assert observe_stable([CASE], Recorded(blocked)) == [blocked]
    assert observe_stable([CASE], Recorded([])) == [None]


def test_others_are_run_together_without_it() -> None:
    blocked, seen = [Observation(1, denied=("connect",))], [Observation(1, scalar(1))]
    other = TestCase((LiteralStatement(1, 7),))
    asked: list[Sequence[TestCase]] = []

    class Together(IdleExecutor):
        def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
            asked.append(tests)
            return [seen for _ in tests] if together else [blocked, seen]

    assert observe_stable([CASE, other], Together()) == [blocked, seen]
    assert asked == [[CASE, other], [other]]


def test_a_test_that_ends_differently_is_not_stable() -> None:
    raised = Observation(1, exception=RaisedException("m:E", "", True, True))
    assert stable(raised, Observation(1, scalar(1))) is None


@pytest.mark.parametrize(
    ("one", "other", "beginning"),
    [
        ("<Signal at 0x7f11>", "<Signal at 0x7f22>", "<Signal"),
        ("<Signal at 0x7f11>", "<Signal at 0x7f11>", "<Signal"),
        ("made in 1.25 seconds", "made in 1.27 seconds", "made in "),
        ("first line\nsecond: 1", "first line\nsecond: 2", "first line"),
    ],
)
def test_of_texts_that_differ_the_beginning_is_known(one: str, other: str, beginning: str) -> None:
    kept = stable(Observation(1, scalar(one)), Observation(1, scalar(other)))

    assert kept == [Observation(1, Prefix(beginning))]


def test_of_texts_that_hardly_begin_alike_the_length_is_known() -> None:
    kept = stable(Observation(1, scalar("id-123")), Observation(1, scalar("id-456")))

    assert kept == [Observation(1, Sized("str", 6))]


def test_of_collections_that_differ_the_number_of_items_is_known() -> None:
    one, other = (Observation(1, Dict((scalar(key), scalar("a")))) for key in (14052368, 14052369))

    assert stable(one, other) == [Observation(1, Sized("dict", 1))]


@pytest.mark.parametrize("text", ["<MagicMock id='14{}'>", "14052368{}"])
def test_how_long_a_text_with_an_address_is_says_nothing(text: str) -> None:
    one, other = (Observation(1, scalar(text.format(digit))) for digit in "12")

    kept = stable(one, other)

    assert kept == [Observation(1, Opaque("builtins:str"))]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (scalar("A report\n" + "x" * 500), Prefix("A report")),
        (scalar("-" * 500), Sized("str", 500)),
        (Long("builtins:str", 2000), Sized("builtins:str", 2000)),
        (Long("builtins:str", 2000, "usage: shop [-h]\n..."), Prefix("usage: shop [-h]")),
        (scalar("all " * 200), Prefix("all " * 14 + "all")),
        (Long("builtins:list", 2000), Sized("builtins:list", 2000)),
        (Long("builtins:int", 2000), Long("builtins:int", 2000)),
    ],
)
def test_of_what_is_too_long_to_be_shown_the_beginning_or_the_length_is_known(
    value: Value, told: Value
) -> None:
    assert stable(Observation(1, value), Observation(1, value)) == [Observation(1, told)]


@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [
        (["m:W", "took 1 s"], ["m:W", "took 2 s"], [WarningAssertion(1, "m:W", "took")]),
        (["m:W", "1"], ["m:W", "2"], [WarningAssertion(1, "m:W")]),
        (["m:W", "late"], ["m:V", "late"], []),
    ],
)
def test_a_warning_that_differs_in_its_message_is_known(
    one: list[str], other: list[str], kept: list[WarningAssertion]
) -> None:
    first, second = (Observation(1, warnings=(Warned(*warned),)) for warned in (one, other))

    assert list(warned_of(stable(first, second) or [])) == kept
