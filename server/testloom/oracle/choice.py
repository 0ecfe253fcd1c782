"""Choose assertions by what mutants of the subject they notice.

Each test keeps the one of its possible assertions that notices most. What no test notices by then is left to
the greedy algorithm for set cover (V. Chvatal, "A greedy heuristic for the set-covering problem",
Mathematics of Operations Research 4(3), 1979), over the assertions of all tests: first over those about what
the tests do, then over those about what objects say of it when they are asked, then over those about what the
tests leave as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from testloom.model.execution import Observation
from testloom.model.mutation import Assessment
from testloom.model.statements import TestCase
from testloom.model.suite import Assertion, ExceptionAssertion
from testloom.oracle.assertions import (
    about_response,
    background_assertions,
    further_assertions,
    is_vacuous,
    possible_assertions,
    says_type,
    usual_assertions,
)
from testloom.oracle.messages import both_ends
from testloom.oracle.parts import telling_parts
from testloom.oracle.visibility import sees

Level: TypeAlias = Literal["telling", "asked", "all"]
"""How far down the list of its assertions a test is looked through."""


@dataclass(frozen=True, slots=True)
class Observed:
    """A test, what it did, what mutants do to it (None: nobody knows), and whether it adds coverage."""

    case: TestCase
    observations: Sequence[Observation]
    assessment: Assessment | None = None
    adds_coverage: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """The assertions of one test, in the order to write them, and the mutants that it kills.

    Without assertions, there is nothing to assert; a test that is not `needed` adds nothing to the others.
    """

    assertions: tuple[Assertion, ...]
    kills: frozenset[int] = frozenset()
    needed: bool = True


@dataclass(slots=True)
class _Draft:
    """A test while its assertions are chosen; `seen` are the mutants that each possible one notices.

    The first `telling` ones of these are about what the test does, those up to `asked` about what objects say
    of that, the rest about what it leaves as it was. Those that are `said` come together or not at all.
    """

    adds_coverage: bool
    possible: Sequence[Assertion]
    seen: Sequence[frozenset[int]]
    fatal: frozenset[int]
    telling: int
    asked: int
    said: frozenset[int] = frozenset()
    chosen: set[int] = field(default_factory=set)

    @property
    def kills(self) -> frozenset[int]:
        """The mutants that the test notices as it is."""
        return self.fatal.union(*(self.seen[place] for place in self.chosen))

    @property
    def most_telling(self) -> int:
        """The place of the telling assertion that notices most, of equals the first that says something."""
        places = range(self.telling or len(self.possible))
        return max(places, key=lambda at: (len(self.seen[at]), self.is_of_interest(at), -at))

    def is_of_interest(self, place: int) -> bool:
        """Whether an assertion says more than that nothing was returned."""
        return not is_vacuous(self.possible[place])


def choose_assertions(tests: Sequence[Observed]) -> list[Choice]:
    """The smallest assertions that greed finds to kill all that the possible ones can kill together."""
    drafts = [_draft(test) for test in tests]
    for draft in drafts:
        if draft.adds_coverage and draft.possible and not draft.chosen:
            draft.chosen |= draft.said or {draft.most_telling}
    killed = frozenset[int]().union(*(draft.kills for draft in drafts if draft.chosen))
    for level in ("telling", "asked", "all"):
        while best := _best(drafts, killed, level):
            draft, place = best
            draft.chosen |= draft.said | {place}
            killed |= draft.kills
    return [_choice(draft) for draft in drafts]


def noticed(test: Observed) -> frozenset[int]:
    """The mutants that the test would notice if it asserted all that its last statement did."""
    draft = _draft(test)
    return draft.fatal.union(*draft.seen[: draft.asked]) if draft.asked else frozenset()


def needed_of(made: Sequence[Observed], known: Sequence[Observed]) -> list[int]:
    """The places of the made tests that notice what neither known tests do, nor others of these.

    Each may have been made for what none before it noticed; the later ones are kept of two that will do, and
    those of which nobody knows what they notice.
    """
    seen = [noticed(test) for test in made]
    times = Counter(mutant for its in (*seen, *map(noticed, known)) for mutant in its)
    needed: list[int] = []
    for place, its in enumerate(seen):
        if made[place].assessment is not None and all(times[mutant] > 1 for mutant in its):
            times.subtract(its)
        else:
            needed.append(place)
    return needed


def _best(drafts: Sequence[_Draft], killed: frozenset[int], level: Level) -> tuple[_Draft, int] | None:
    """The assertion that notices most of what nothing notices yet; of equals the first of interest."""
    best: tuple[_Draft, int] | None = None
    most = (0, False)
    for draft, place, gain in _gains(drafts, killed, level):
        rank = gain, draft.is_of_interest(place)
        if gain and rank > most:
            best, most = (draft, place), rank
    return best


def _gains(
    drafts: Sequence[_Draft], killed: frozenset[int], level: Level
) -> Iterator[tuple[_Draft, int, int]]:
    for draft in drafts:
        fatal = draft.fatal if not draft.chosen else frozenset[int]()
        end = {"telling": draft.telling, "asked": draft.asked, "all": len(draft.seen)}[level]
        for place, seen in enumerate(draft.seen[:end]):
            yield draft, place, len((seen | fatal) - killed)


def _draft(test: Observed) -> _Draft:
    if test.assessment is None:
        usual = usual_assertions(test.case, test.observations)
        number = len(usual)
        every = set(range(number))
        return _Draft(True, usual, [frozenset()] * number, frozenset(), number, number, chosen=every)
    telling = tuple(
        _ended(assertion, test.observations[-1], test.assessment)
        for assertion in possible_assertions(test.case, test.observations)
    )
    parts = telling_parts(test.case, test.observations, test.assessment)
    further = (*parts, *further_assertions(test.case, test.observations))
    stated = telling + tuple(assertion for assertion in further if assertion not in telling)
    possible = stated + background_assertions(test.case, test.observations)
    seen = [_seen_by(assertion, test.assessment) for assertion in possible]
    said = frozenset(n for n, entry in enumerate(telling) if about_response(test.case, entry))
    fatal, ends = _fatal(test.assessment), (len(telling), len(stated))
    return _Draft(test.adds_coverage, possible, seen, fatal, *ends, said=said)


def _ended(assertion: Assertion, last: Observation, assessment: Assessment) -> Assertion:
    """The assertion; of a long message also how it ends, if mutants show there that do not elsewhere."""
    if not isinstance(assertion, ExceptionAssertion) or assertion.ending or last.exception is None:
        return assertion
    if last.exception.errors:
        return assertion
    begin, ending = both_ends(last.exception.message)
    longer = replace(assertion, match=begin, ending=ending)
    if ending and len(_seen_by(longer, assessment)) > len(_seen_by(assertion, assessment)):
        return longer
    return assertion


def kills_of(assertions: Sequence[Assertion], assessment: Assessment) -> frozenset[int]:
    """The mutants that a test with these assertions notices."""
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


def _only_vacuous(draft: _Draft) -> bool:
    """Whether the first of several assertions is of no interest, and the rest notices the same.

    Of which type a result is, is of interest where the rest is only about what was left as it was.
    """
    first, *others = sorted(draft.chosen)
    if says_type(draft.possible[first]):
        others = [place for place in others if place < draft.asked]
    is_noticed = draft.seen[first] <= draft.fatal.union(*(draft.seen[place] for place in others))
    return is_vacuous(draft.possible[first]) and bool(others) and is_noticed
