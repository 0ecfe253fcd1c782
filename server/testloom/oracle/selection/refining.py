"""Assertions that say more in place of chosen ones, where they kill as much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal

from testloom.model.mutation import Assessment
from testloom.model.observed import List, Member, Scalar, Tuple, Value, type_of
from testloom.model.statements import CallStatement
from testloom.model.suite import Assertion, FileAssertion, LogAssertion, OutputAssertion, ValueAssertion
from testloom.oracle.assertions.changing import (
    answer_left,
    changed_arguments,
    changed_attributes,
    left_as_they_were,
    printed_on,
)
from testloom.oracle.assertions.informativeness import is_trivial, is_vacuous, says_type
from testloom.oracle.assertions.parts import about_parts
from testloom.oracle.assertions.possible import further_assertions, possible_assertions
from testloom.oracle.assertions.showing import UNKNOWN
from testloom.oracle.selection.kills import Choice, Observed, kills_of, last_called

ITEMS = "__iter__()"
"""The attribute for an object's items, as `list` returns them."""
EFFECTS = (OutputAssertion, LogAssertion, FileAssertion)
"""Assertions on what a call did beside returning."""
MOST_DISTINCTIVE = 3
"""The most attributes asserted for an object that no other object shares."""


def refined(
    tests: Sequence[Observed], choices: Sequence[Choice], written: Mapping[str, Collection[str]]
) -> list[Choice]:
    """Replace assertions by others that say more and kill as much.

    `written` are the attributes that methods may set, by their ids.
    """
    found = changed_attributes((test.case, test.observations) for test in tests)
    changed = {method: {*names, *written.get(method, ())} for method, names in found.items()}
    places = changed_arguments((test.case, test.observations) for test in tests)
    streams = printed_on((test.case, test.observations) for test in tests)
    told = []
    for test, choice in zip(tests, choices, strict=True):
        called = last_called(test)
        inner = _changed_within(test) if called in changed else []
        stated = _rather_of_state(test, _rather_than_nothing(test, choice, inner), changed, places)
        stated = _rather_than_nothing(test, stated, list(_silence(test, streams.get(called))))
        told.append(_with_result(test, _with_a_part(test, _rather_of_items(test, stated))))
    return _distinctive(tests, told)


def _rather_of_state(
    test: Observed,
    choice: Choice,
    changed: Mapping[str, Collection[str]],
    places: Mapping[str, Collection[int | str]],
) -> Choice:
    """The choice; instead of that nothing was returned, what the call left as it was and changes elsewhere.

    What a reader wants to know of a call that may change an object, or an argument, is that it does not here.
    Of an object with items, that they are the same.
    """
    called = last_called(test)
    seen = test.case, test.observations
    left = list(left_as_they_were(seen, changed.get(called, ()), places.get(called, ())))
    if not left and called in changed:
        left = list(answer_left(seen, ITEMS))
    return _rather_than_nothing(test, choice, left)


def _rather_than_nothing(test: Observed, choice: Choice, others: Sequence[Assertion]) -> Choice:
    """The choice; where it only is that nothing was returned, the other one that kills most, and as much."""
    if len(choice.assertions) != 1 or not is_vacuous(choice.assertions[0]) or says_type(choice.assertions[0]):
        return choice
    kills = [kills_of([assertion], test.assessment or Assessment({})) for assertion in others]
    best = max(range(len(others)), key=lambda place: (len(kills[place]), -place), default=None)
    if best is None or not choice.kills <= kills[best]:
        return choice
    return replace(choice, assertions=(others[best],), kills=kills[best])


def _changed_within(test: Observed) -> list[ValueAssertion]:
    """What a call changed of the objects that its receiver and its arguments hold, the telling first."""
    parts = about_parts(test.case, test.observations)
    inner = [part for part in parts if part.statement != part.after]
    return sorted(inner, key=lambda part: is_trivial(part.expected))


def _silence(test: Observed, stream: Literal["out", "err"] | None) -> Iterator[OutputAssertion]:
    """That a call prints nothing which prints elsewhere."""
    if stream is not None and not any(entry.output or entry.errors for entry in test.observations):
        yield OutputAssertion("", test.observations[-1].statement, stream)


def _rather_of_items(test: Observed, choice: Choice) -> Choice:
    """The choice; instead of the list that an object keeps, what its items are, if that kills as much."""
    match choice.assertions:
        case [ValueAssertion(attribute=str(), expected=List()) as kept] if test.assessment is not None:
            told = further_assertions(test.case, test.observations)
            items = [
                entry
                for entry in told
                if isinstance(entry, ValueAssertion)
                if entry.attribute == ITEMS and entry.statement == kept.statement
            ]
            kills = kills_of(items, test.assessment)
            if items and choice.kills <= kills:
                return replace(choice, assertions=tuple(items), kills=kills)
    return choice


def _with_a_part(test: Observed, choice: Choice) -> Choice:
    """The choice; where it only counts the objects of a result, also what one of them says."""
    match choice.assertions:
        case [ValueAssertion(attribute=None, expected=List() | Tuple() as shown) as counted] if all(
            item == UNKNOWN for item in shown.items
        ):
            parts = about_parts(test.case, test.observations)
            said = (part for part in parts if part.statement == counted.statement and _is_word(part.expected))
            return replace(choice, assertions=(counted, *islice(said, 1)))
    return choice


def _with_result(test: Observed, choice: Choice) -> Choice:
    """The choice; where it only tells what a call printed, wrote or logged, also what the call returned.

    Readers look for that even if no mutant changes it.
    """
    if not choice.assertions or not all(isinstance(entry, EFFECTS) for entry in choice.assertions):
        return choice
    returned = (
        entry
        for entry in possible_assertions(test.case, test.observations)
        if isinstance(entry, ValueAssertion) and entry.statement == entry.after and not entry.attribute
        if isinstance(entry.expected, Scalar | Member) and not is_vacuous(entry)
    )
    return replace(choice, assertions=(*islice(returned, 1), *choice.assertions))


def _is_word(value: Value) -> bool:
    return isinstance(value, Scalar) and isinstance(value.value, str) and bool(value.value)


def _distinctive(tests: Sequence[Observed], choices: Sequence[Choice]) -> list[Choice]:
    """The choices; of each object but the first that a constructor makes, what few others have alike.

    That is done where nobody knows what assertions kill: the defaults of all attributes say nothing twice.
    """
    possible = [_of_attributes(test) for test in tests]
    kinds = [_constructed(test) for test in tests]
    counts = Counter(
        _said(entry, made) for made, entries in zip(kinds, possible, strict=True) for entry in entries
    )
    known: set[str] = set()
    told: list[Choice] = []
    for test, choice, made, entries in zip(tests, choices, kinds, possible, strict=True):
        if made in known and test.assessment is None and choice.assertions and entries:
            rarest = min(counts[_said(entry, made)] for entry in entries)
            rare = [entry for entry in entries if counts[_said(entry, made)] == rarest]
            told.append(replace(choice, assertions=tuple(rare[: MOST_DISTINCTIVE if rarest == 1 else 1])))
        else:
            told.append(choice)
        known.add(made)
    return told


def _of_attributes(test: Observed) -> list[ValueAssertion]:
    """What could be asserted of the attributes of an object that a constructor makes at the end of a test."""
    if not _constructed(test):
        return []
    possible = possible_assertions(test.case, test.observations)
    return [entry for entry in possible if isinstance(entry, ValueAssertion) and entry.attribute is not None]


def _said(assertion: ValueAssertion, made: str) -> tuple[str, str | None, str]:
    """What an assertion says of an object of a class."""
    return made, assertion.attribute, repr(assertion.expected)


def _constructed(test: Observed) -> str:
    """The class whose constructor a test calls at its end; empty if it does something else there."""
    last = test.case.statements[-1] if test.case.statements else None
    made = test.observations[-1].value if test.observations else None
    is_made = isinstance(last, CallStatement) and made is not None and type_of(made) == last.callable
    return last.callable if isinstance(last, CallStatement) and is_made else ""
