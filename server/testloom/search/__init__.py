"""The search: breeds test cases until every goal of the subject is covered.

Start with `run.search`; it needs an `Executor` and nothing else of the outside world.

* `goals`: what is to be covered, and how far a test is from it; `archive`: the best test for each so far;
* `algorithms`: DynaMOSA, MOSA and random search; who survives, and which goals count now;
* `operators`: the ways to make test cases of others, chosen by what they won before;
* `breeding`: how test cases come into being and change; `directed`: changes with a purpose;
* `inputs`: values; `minimisation`: what is kept becomes small and plain;
* `findings`: exceptions that nothing announces are no behaviour to keep; `about`: what a test is about.
"""

from testloom.search.about import conditions_met, subject_of
from testloom.search.archive import FINDING, UNDEFINED, Archive, Obstacle
from testloom.search.breeding.companions.asking import Inner, asked, asked_within, told_apart
from testloom.search.breeding.companions.covering import is_broken
from testloom.search.breeding.companions.repeating import repeated
from testloom.search.breeding.crossover import cross
from testloom.search.breeding.experience.last_resort import doubled_in, has_double, is_last_resort, private_in
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.mutation import connected, mutate, without_unused
from testloom.search.breeding.providers.provider import prepares
from testloom.search.breeding.seeds import seeded
from testloom.search.budget import Budget
from testloom.search.chromosome import Chromosome, evaluated
from testloom.search.directed.nearness import Miss, gap
from testloom.search.directed.turning import turned
from testloom.search.findings import Judgement, announces, judge
from testloom.search.goals import (
    FailureGoal,
    Goal,
    GoalIndex,
    call_goals,
    construction_goals,
    failing_goals,
    goals_of,
)
from testloom.search.minimisation.answers import answered
from testloom.search.minimisation.conformance import has_ill_typed_argument, is_fully_typed, nonconformance
from testloom.search.minimisation.minimise import CUTTING, minimise
from testloom.search.run import Report, SearchResult, Seeds, search

__all__ = [
    "CUTTING",
    "FINDING",
    "UNDEFINED",
    "Archive",
    "Budget",
    "Chromosome",
    "FailureGoal",
    "Goal",
    "GoalIndex",
    "Inner",
    "Judgement",
    "Miss",
    "Obstacle",
    "Report",
    "SearchResult",
    "Seeds",
    "TestFactory",
    "announces",
    "answered",
    "asked",
    "asked_within",
    "call_goals",
    "conditions_met",
    "connected",
    "construction_goals",
    "cross",
    "doubled_in",
    "evaluated",
    "failing_goals",
    "gap",
    "goals_of",
    "has_double",
    "has_ill_typed_argument",
    "is_broken",
    "is_fully_typed",
    "is_last_resort",
    "judge",
    "minimise",
    "mutate",
    "nonconformance",
    "prepares",
    "private_in",
    "repeated",
    "search",
    "seeded",
    "subject_of",
    "told_apart",
    "turned",
    "without_unused",
]
