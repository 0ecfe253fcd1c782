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
from types import MappingProxyType
from typing import Literal, TypeAlias

from testloom.model.execution import Observation
from testloom.model.mutation import Assessment
from testloom.model.observed import Dict, List, Tuple
from testloom.model.suite import Assertion, ExceptionAssertion, ValueAssertion
from testloom.model.texts.messages import both_ends
from testloom.oracle.assertions.informativeness import about_response, is_vacuous, says_type
from testloom.oracle.assertions.parts import informative_parts
from testloom.oracle.assertions.possible import (
    background_assertions,
    further_assertions,
    possible_assertions,
    usual_assertions,
)
from testloom.oracle.assertions.showing import UNKNOWN, is_assertable
from testloom.oracle.selection.kills import Choice, Observed, fatal_to, last_called, seen_by
from testloom.oracle.selection.refining import refined

Level: TypeAlias = Literal["informative", "asked", "all"]
"""How much of the list of a test's possible assertions is searched."""
MOST_ABSORBED = 2
"""The most assertions that are added to a test so that it replaces another one."""


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
    return refined(tests, [_choice(draft) for draft in drafts], written)


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
    called = [last_called(test) for test in tests]
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
    seen = [seen_by(assertion, test.assessment) for assertion in possible]
    said = frozenset(n for n, entry in enumerate(informative) if entry in answers)
    fatal, ends = fatal_to(test.assessment), (len(informative), len(stated))
    return _Draft(test.adds_coverage, possible, seen, fatal, *ends, said=said)


def _is_scattered(assertion: Assertion) -> bool:
    """Whether it takes several lines to say what an attribute holds, as some of its items cannot be told.

    Such a collection mostly holds what other attributes say in a line each.
    """
    if not isinstance(assertion, ValueAssertion) or assertion.attribute is None:
        return False
    whole = assertion.expected
    if not isinstance(whole, List | Tuple | Dict) or is_assertable(whole):
        return False
    told = whole.items[1::2] if isinstance(whole, Dict) else whole.items  # all keys are told in one line
    return any(part != UNKNOWN for part in told)


def _ended(assertion: Assertion, last: Observation, assessment: Assessment) -> Assertion:
    """The assertion; of a long message also how it ends, if mutants show there that do not elsewhere."""
    if not isinstance(assertion, ExceptionAssertion) or assertion.ending or last.exception is None:
        return assertion
    if last.exception.errors or last.exception.text is not None:
        return assertion
    begin, ending = both_ends(last.exception.message)
    longer = replace(assertion, match=begin, ending=ending)
    if begin and len(seen_by(longer, assessment)) > len(seen_by(assertion, assessment)):
        return longer
    return assertion


def _choice(draft: _Draft) -> Choice:
    if draft.chosen and _only_vacuous(draft):
        draft.chosen.remove(min(draft.chosen))
    chosen = tuple(draft.possible[place] for place in sorted(draft.chosen))
    return Choice(chosen, draft.kills if chosen else frozenset(), needed=bool(chosen or not draft.possible))


def _only_vacuous(draft: _Draft) -> bool:
    """Whether the first of several assertions is of no interest, and the rest kills the same.

    Of which type a result is, is of interest where the rest is only about what was left as it was.
    """
    first, *others = sorted(draft.chosen)
    if says_type(draft.possible[first]):
        others = [place for place in others if place < draft.asked]
    is_killed = draft.seen[first] <= draft.fatal.union(*(draft.seen[place] for place in others))
    return is_vacuous(draft.possible[first]) and bool(others) and is_killed
