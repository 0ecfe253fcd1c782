"""Choose assertions by the mutants of the subject that they kill.

Each test keeps the one of its possible assertions that kills most. Mutants that survive these are left
to the greedy algorithm for set cover (V. Chvatal, "A greedy heuristic for the set-covering problem",
Mathematics of Operations Research 4(3), 1979), over the assertions of all tests: first over those about
what the tests do, then over those about the answers of objects to observer calls, then over those about
what the tests left unchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from types import MappingProxyType
from typing import Literal, TypeAlias

from testloom.model.execution import Observation
from testloom.model.mutation import Assessment
from testloom.model.observed import Dict, List, Scalar, Tuple, Value, type_of
from testloom.model.statements import CallStatement, TestCase
from testloom.model.suite import Assertion, ExceptionAssertion, ValueAssertion
from testloom.model.texts.messages import both_ends
from testloom.oracle.assertions import (
    background_assertions,
    further_assertions,
    possible_assertions,
    usual_assertions,
)
from testloom.oracle.changing import answer_left, changed_arguments, changed_attributes, left_as_they_were
from testloom.oracle.informativeness import about_response, is_vacuous, says_type
from testloom.oracle.parts import about_parts, informative_parts
from testloom.oracle.showing import UNKNOWN, is_assertable
from testloom.oracle.visibility import sees

Level: TypeAlias = Literal["informative", "asked", "all"]
"""How much of the list of a test's possible assertions is searched."""
ITEMS = "__iter__()"
"""The attribute for an object's items, as `list` returns them."""
MOST_ABSORBED = 2
"""The most assertions that are added to a test so that it replaces another one."""
MOST_DISTINCTIVE = 3
"""The most attributes asserted for an object that no other object shares."""


@dataclass(frozen=True, slots=True)
class Observed:
    """A test, its observations, the effects of mutants (None: unknown), and if it adds coverage."""

    case: TestCase
    observations: Sequence[Observation]
    assessment: Assessment | None = None
    adds_coverage: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen assertions of one test, in the order to write them, and the mutants that it kills.

    They are empty if there is nothing to assert; a test that is not `needed` adds nothing to the
    others.
    """

    assertions: tuple[Assertion, ...]
    kills: frozenset[int] = frozenset()
    needed: bool = True


@dataclass(slots=True)
class _Draft:
    """A test while its assertions are chosen; `seen` are the mutants each possible assertion kills.

    The first `informative` assertions are about what the test does, those up to `asked` about answers
    of objects to observer calls, the rest about what it left unchanged. The assertions in `said` are
    taken together or not at all.
    """

    adds_coverage: bool
    possible: Sequence[Assertion]
    seen: Sequence[frozenset[int]]
    fatal: frozenset[int]
    informative: int
    asked: int
    said: frozenset[int] = frozenset()
    chosen: set[int] = field(default_factory=set)

    @property
    def kills(self) -> frozenset[int]:
        """The mutants that the test kills as it is."""
        return self.fatal.union(*(self.seen[place] for place in self.chosen))

    @property
    def most_informative(self) -> int:
        """The place of the informative assertion that kills most, of equals the first that says something."""
        places = range(self.informative or len(self.possible))
        return max(places, key=lambda at: (len(self.seen[at]), self.is_of_interest(at), -at))

    def is_of_interest(self, place: int) -> bool:
        """Whether an assertion says more than that nothing was returned."""
        return not is_vacuous(self.possible[place])


def choose_assertions(
    tests: Sequence[Observed], written: Mapping[str, Collection[str]] = MappingProxyType({})
) -> list[Choice]:
    """Choose a small set of assertions, greedily, that kills all mutants that the possible ones can kill.

    `written` are the attributes that methods may set, by their ids.
    """
    drafts = [_draft(test) for test in tests]
    for draft in drafts:
        if draft.adds_coverage and draft.possible and not draft.chosen:
            draft.chosen |= draft.said or {draft.most_informative}
    killed = frozenset[int]().union(*(draft.kills for draft in drafts if draft.chosen))
    for level in ("informative", "asked", "all"):
        while best := _best(drafts, killed, level):
            draft, place = best
            draft.chosen |= draft.said | {place}
            killed |= draft.kills
    _absorb(drafts, tests)
    found = changed_attributes((test.case, test.observations) for test in tests)
    changed = {method: {*names, *written.get(method, ())} for method, names in found.items()}
    places = changed_arguments((test.case, test.observations) for test in tests)
    choices = [
        _with_a_part(test, _rather_of_items(test, _rather_of_state(test, _choice(draft), changed, places)))
        for test, draft in zip(tests, drafts, strict=True)
    ]
    return _distinctive(tests, choices)


def killed(test: Observed) -> frozenset[int]:
    """Return the mutants that a test kills if it asserts all effects of its last statement."""
    draft = _draft(test)
    return draft.fatal.union(*draft.seen[: draft.asked]) if draft.asked else frozenset()


def needed_of(made: Sequence[Observed], known: Sequence[Observed]) -> list[int]:
    """Choose the made tests that kill mutants which neither known tests nor other made tests kill.

    The result is their places. Each may have been made for a mutant that none before it killed: of two
    that kill the same mutants, the later is kept. Tests without an assessment are kept as well.
    """
    seen = [killed(test) for test in made]
    times = Counter(mutant for its in (*seen, *map(killed, known)) for mutant in its)
    needed: list[int] = []
    for place, its in enumerate(seen):
        if made[place].assessment is not None and all(times[mutant] > 1 for mutant in its):
            times.subtract(its)
        else:
            needed.append(place)
    return needed


def _best(drafts: Sequence[_Draft], killed: frozenset[int], level: Level) -> tuple[_Draft, int] | None:
    """The assertion that kills most of what nothing kills yet.

    Of equals it is the first of interest, rather in a test that is kept anyway than in one more.
    """
    best: tuple[_Draft, int] | None = None
    most = (0, False, False)
    for draft, place, gain in _gains(drafts, killed, level):
        rank = gain, draft.is_of_interest(place), bool(draft.chosen)
        if gain and rank > most:
            best, most = (draft, place), rank
    return best


def _absorb(drafts: Sequence[_Draft], tests: Sequence[Observed]) -> None:
    """Have tests assert more where others of the same callable are not needed then.

    Of two tests that differ in what they assert of their results, readers would make one.
    """
    called = [_called(test) for test in tests]
    for place, weak in enumerate(drafts):
        if not weak.chosen or weak.adds_coverage or not called[place]:
            continue
        others = [n for n, draft in enumerate(drafts) if draft.chosen and n != place]
        own = weak.kills.difference(*(drafts[n].kills for n in others))
        offers = ((drafts[n], _covering(drafts[n], own)) for n in others if called[n] == called[place])
        heir, further = next(((draft, more) for draft, more in offers if more is not None), (None, None))
        if heir is not None and further is not None:
            heir.chosen |= further
            weak.chosen = set()


def _called(test: Observed) -> str:
    """The callable of the last statement; empty if that calls none."""
    return getattr(test.case.statements[-1], "callable", "") if test.case.statements else ""


def _covering(draft: _Draft, wanted: frozenset[int]) -> set[int] | None:
    """The few places with which a test kills what is wanted, too; None if it takes more."""
    places: set[int] = set()
    while left := wanted.difference(draft.kills, *(draft.seen[place] for place in places)):
        best = max(range(draft.informative), key=lambda at: (len(draft.seen[at] & left), -at), default=None)
        if best is None or not draft.seen[best] & left or len(places) == MOST_ABSORBED:
            return None
        places.add(best)
    return places


def _gains(
    drafts: Sequence[_Draft], killed: frozenset[int], level: Level
) -> Iterator[tuple[_Draft, int, int]]:
    for draft in drafts:
        fatal = draft.fatal if not draft.chosen else frozenset[int]()
        end = {"informative": draft.informative, "asked": draft.asked, "all": len(draft.seen)}[level]
        for place, seen in enumerate(draft.seen[:end]):
            yield draft, place, len((seen | fatal) - killed)


def _draft(test: Observed) -> _Draft:
    if test.assessment is None:
        usual = usual_assertions(test.case, test.observations)
        number = len(usual)
        every = set(range(number))
        return _Draft(True, usual, [frozenset()] * number, frozenset(), number, number, chosen=every)
    told = [
        _ended(assertion, test.observations[-1], test.assessment)
        for assertion in possible_assertions(test.case, test.observations)
    ]
    has_raised = bool(test.observations) and test.observations[-1].exception is not None
    answers = [entry for entry in told if has_raised or about_response(test.case, test.observations, entry)]
    scattered = [entry for entry in told if _is_scattered(entry) and entry not in answers]
    informative = tuple(entry for entry in told if entry not in scattered) or tuple(told)
    parts = informative_parts(test.case, test.observations, test.assessment)
    further = (*parts, *further_assertions(test.case, test.observations), *scattered)
    stated = informative + tuple(assertion for assertion in further if assertion not in informative)
    possible = stated + background_assertions(test.case, test.observations)
    seen = [_seen_by(assertion, test.assessment) for assertion in possible]
    said = frozenset(n for n, entry in enumerate(informative) if entry in answers)
    fatal, ends = _fatal(test.assessment), (len(informative), len(stated))
    return _Draft(test.adds_coverage, possible, seen, fatal, *ends, said=said)


def _is_scattered(assertion: Assertion) -> bool:
    """Whether it takes several lines to say what an attribute holds, as some of its items cannot be told.

    Such a collection mostly holds what other attributes say in a line each.
    """
    if not isinstance(assertion, ValueAssertion) or assertion.attribute is None:
        return False
    whole = assertion.expected
    is_open = isinstance(whole, List | Tuple | Dict) and not is_assertable(whole)
    return is_open and any(part != UNKNOWN for part in whole.parts())


def _ended(assertion: Assertion, last: Observation, assessment: Assessment) -> Assertion:
    """The assertion; of a long message also how it ends, if mutants show there that do not elsewhere."""
    if not isinstance(assertion, ExceptionAssertion) or assertion.ending or last.exception is None:
        return assertion
    if last.exception.errors or last.exception.text is not None:
        return assertion
    begin, ending = both_ends(last.exception.message)
    longer = replace(assertion, match=begin, ending=ending)
    if ending and len(_seen_by(longer, assessment)) > len(_seen_by(assertion, assessment)):
        return longer
    return assertion


def kills_of(assertions: Sequence[Assertion], assessment: Assessment) -> frozenset[int]:
    """Return the mutants that a test with these assertions kills."""
    return _fatal(assessment).union(*(_seen_by(assertion, assessment) for assertion in assertions))


def _seen_by(assertion: Assertion, assessment: Assessment) -> frozenset[int]:
    return frozenset(
        mutant
        for mutant, effect in assessment.effects.items()
        if any(sees(assertion, difference) for difference in effect.differences)
    )


def _fatal(assessment: Assessment) -> frozenset[int]:
    """The mutants that fail a test whatever it asserts."""
    ends = assessment.effects.items()
    return frozenset(mutant for mutant, effect in ends if effect.end not in ("survived", "differs"))


def _choice(draft: _Draft) -> Choice:
    if draft.chosen and _only_vacuous(draft):
        draft.chosen.remove(min(draft.chosen))
    chosen = tuple(draft.possible[place] for place in sorted(draft.chosen))
    return Choice(chosen, draft.kills if chosen else frozenset(), needed=bool(chosen or not draft.possible))


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
    if len(choice.assertions) != 1 or not is_vacuous(choice.assertions[0]) or says_type(choice.assertions[0]):
        return choice
    called = _called(test)
    seen = test.case, test.observations
    left = list(left_as_they_were(seen, changed.get(called, ()), places.get(called, ())))
    if not left and called in changed:
        left = list(answer_left(seen, ITEMS))
    kills = [kills_of([assertion], test.assessment or Assessment({})) for assertion in left]
    best = max(range(len(left)), key=lambda place: (len(kills[place]), -place), default=None)
    if best is None or not choice.kills <= kills[best]:
        return choice
    return replace(choice, assertions=(left[best],), kills=kills[best])


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


def _only_vacuous(draft: _Draft) -> bool:
    """Whether the first of several assertions is of no interest, and the rest kills the same.

    Of which type a result is, is of interest where the rest is only about what was left as it was.
    """
    first, *others = sorted(draft.chosen)
    if says_type(draft.possible[first]):
        others = [place for place in others if place < draft.asked]
    is_killed = draft.seen[first] <= draft.fatal.union(*(draft.seen[place] for place in others))
    return is_vacuous(draft.possible[first]) and bool(others) and is_killed
