"""The search: evolves test cases until every goal of the subject is covered.

Start with `run.search`; its only access to the outside world is an `Executor`.

* `goals`: what is to be covered, and how far a test is from it; `archive`: the best test for each so
  far;
* `algorithm`: DynaMOSA, MOSA and random search; which tests survive, and which goals count now;
* `operators`: the ways to make test cases from others, chosen by credit;
* `providers`: the ways to make values, chosen likewise, and the knowledge of the subject;
* `minimisation`: kept tests become small and plain;
* `findings`: undocumented exceptions are not behaviour to keep; `about`: what a test is about.
"""

from testloom.search.about import conditions_met, subject_of
from testloom.search.archive import FINDING, UNDEFINED, Archive, Obstacle
from testloom.search.budget import Budget
from testloom.search.chromosome import Chromosome, evaluated
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
from testloom.search.minimisation.minimise import Still, minimise, one_by_one
from testloom.search.minimisation.objects.attributes import with_attributes
from testloom.search.minimisation.passes import CUTTING, MAKING_PLAIN, REPLACING_DOUBLES, Pass
from testloom.search.minimisation.removal import connected, without_unused
from testloom.search.minimisation.together import Larger, minimised_together
from testloom.search.minimisation.values.answers import answered
from testloom.search.minimisation.values.conformance import (
    has_ill_typed_argument,
    is_fully_typed,
    nonconformance,
)
from testloom.search.operators.companions.asking import Inner, asked, asked_within, told_apart
from testloom.search.operators.companions.covering import is_broken
from testloom.search.operators.companions.inverses import writers_for
from testloom.search.operators.companions.nudging import nudged
from testloom.search.operators.companions.preparing import preparing_in_turn
from testloom.search.operators.companions.repeating import repeated
from testloom.search.operators.companions.widening import widened
from testloom.search.operators.crossover import cross
from testloom.search.operators.directed.comparisons.nearness import Miss, gap
from testloom.search.operators.directed.comparisons.turning import turned
from testloom.search.operators.directed.supplying import may_seek, seeks_in_vain, supplying
from testloom.search.operators.mutator import Mutator
from testloom.search.providers.callables.pair_calls import PairCalls
from testloom.search.providers.experience.last_resort import (
    doubled_in,
    has_double,
    is_last_resort,
    private_in,
)
from testloom.search.providers.inputs.values import ValueSource
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.provider import prepares
from testloom.search.providers.values.functions import FUNCTIONS
from testloom.search.run import Report, SearchResult, Seeds, search
from testloom.search.seeds import seeded

__all__ = [
    "CUTTING",
    "FINDING",
    "FUNCTIONS",
    "MAKING_PLAIN",
    "REPLACING_DOUBLES",
    "UNDEFINED",
    "Archive",
    "Budget",
    "Chromosome",
    "FailureGoal",
    "Goal",
    "GoalIndex",
    "Inner",
    "Judgement",
    "Knowledge",
    "Larger",
    "Miss",
    "Mutator",
    "Obstacle",
    "PairCalls",
    "Pass",
    "Report",
    "SearchResult",
    "Seeds",
    "Still",
    "ValueSource",
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
    "may_seek",
    "minimise",
    "minimised_together",
    "nonconformance",
    "nudged",
    "one_by_one",
    "prepares",
    "preparing_in_turn",
    "private_in",
    "repeated",
    "search",
    "seeded",
    "seeks_in_vain",
    "subject_of",
    "supplying",
    "told_apart",
    "turned",
    "widened",
    "with_attributes",
    "without_unused",
    "writers_for",
]
