"""Run an algorithm against an executor until every goal is covered or the budget is spent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from testloom.model.containment import Contained, Defect, raised
from testloom.model.execution import ExecutionResult, Executor
from testloom.model.settings import Settings
from testloom.model.statements import TestCase
from testloom.model.subject import Subject
from testloom.model.types import Scalar
from testloom.search.algorithm import Algorithm
from testloom.search.algorithm.mosa import Mosa
from testloom.search.algorithm.objectives import AllUncovered, Objectives, OpenGoals, OpenPairs
from testloom.search.algorithm.random_search import RandomSearch
from testloom.search.archive import Archive
from testloom.search.budget import Budget
from testloom.search.chromosome import Chromosome, evaluated
from testloom.search.findings import verdict
from testloom.search.goals import Goal, GoalIndex
from testloom.search.minimisation.values.conformance import is_well_typed
from testloom.search.operators.directed.comparisons.nearness import Miss
from testloom.search.portfolio import Credit
from testloom.search.providers.callables.pair_calls import UNIT, PairCalls
from testloom.search.providers.classes.names import named_apart
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.experience.loans import Lenders, Loans
from testloom.search.providers.inputs.dice import Dice
from testloom.search.providers.inputs.types.told import with_types_of
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.upkeep import lacking
from testloom.search.reachability import out_of_reach
from testloom.search.seeds import seeded

AHEAD = 1
"""The number of generations that are bred before the results of the last one are known."""
GENERATIONS_BETWEEN_WATCHING = 4
LAST_LOOK = 20
"""The number of generations in which a complete search tries to avoid doubles and private names."""
STAGNATION, IDLE = 0.6, 2 / 3
"""A search stagnates after this share of its time if so much of what it has used covered nothing new.

On fourteen modules, none found a goal after it had been idle for so long; last resorts have had their turn
by then, and those who look for tests that kill mutants have use for the rest of the time.
"""
MOST_DEFECTS = 20
"""The number of failed steps after which a search ends with what it has."""
CRASHED, SKIPPED = "crashed", "skipped"
STOPPED_ENDS = frozenset({"timeout", CRASHED, "killed", "memory"})


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: the archive, and the nearest distances to goals.

    `knowledge` is all that the search has learned; `seconds` is its duration. `near_misses` are
    comparisons that the nearest tests failed at; `credits` are the tries and rewards of each operator,
    `provider_credits` those of value providers, `tries` how often each operator made a test that should
    come nearer to a goal, `found_by` the operator that made the first test that covers it.
    """

    archive: Archive
    knowledge: Knowledge
    nearest: dict[Goal, float]
    executions: int
    seconds: float
    near_misses: Mapping[Goal, Miss] = field(default_factory=dict)
    credits: Mapping[str, Credit] = field(default_factory=dict)
    provider_credits: Mapping[str, Credit] = field(default_factory=dict)
    tries: Mapping[Goal, Mapping[str, int]] = field(default_factory=dict)
    found_by: Mapping[Goal, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """Callbacks that report on a running search.

    Attributes:
        covered: called with each newly covered goal.
        generation: called after every generation.
        pause: called now and then, when the executor is idle and may be used.
        defect: called with an unforeseen failure in a step, which costs a generation and not the search;
            by default, it is raised.
    """

    covered: Callable[[Goal], None] = lambda goal: None
    generation: Callable[[Archive], None] = lambda archive: None
    pause: Callable[[Archive], None] = lambda archive: None
    defect: Defect = raised


@dataclass(frozen=True, slots=True)
class Seeds:
    """Seeds of a search: `tests` that are executed first, and sources of tests to borrow from.

    Objects made by `lent` tests are used where the subject needs instances. Arguments of `seen` calls,
    from real use, suggest the types of parameters about which nothing is known. `values` are tried like
    constants of the subject, also within other values. `later` is asked for more seeds until it has
    some.
    """

    tests: Sequence[TestCase] = ()
    lent: Sequence[Sequence[TestCase]] = ()
    seen: Sequence[TestCase] = ()
    values: Sequence[Scalar] = ()
    later: Callable[[], Seeds | None] | None = None

    def joined(self, more: Seeds) -> Seeds:
        """Join these seeds with more."""
        return Seeds(
            [*self.tests, *more.tests],
            [*self.lent, *more.lent],
            [*self.seen, *more.seen],
            [*self.values, *more.values],
            more.later,
        )


def search(
    subject: Subject,
    goals: Sequence[Goal],
    targets: Sequence[str],
    executor: Executor,
    settings: Settings,
    budget: Budget,
    report: Report | None = None,
    seeds: Seeds | None = None,
    pair: PairCalls = UNIT,
) -> SearchResult:
    """Breed test cases that call `targets` until all goals are covered or the budget is spent.

    Private targets are called from the start; without private access they are left out. Test cases of a
    `pair` call what makes them such.
    """
    seeds = seeds if settings.has("seeds") else None
    if not settings.has("private"):
        targets = [target for target in targets if not subject.callables[target].is_private]
    if not settings.has("classes"):
        targets = [target for target in targets if subject.callables[target].kind != "definition"]
    known = with_types_of(subject, seeds.seen if seeds is not None else ())
    knowledge = make_knowledge(known, targets, settings, budget, pair)
    archive = Archive(
        tuple(goals),
        out_of_reach(goals, subject),
        judge=partial(verdict, subject=subject),
        keeps_findings=settings.findings,
        is_well_typed=partial(is_well_typed, subject=subject),
        lacks=partial(lacking, subject=subject),
    )
    state = _Search(
        knowledge=knowledge,
        archive=archive,
        algorithm=make_algorithm(knowledge, archive, settings),
        executor=executor,
        budget=budget,
        report=report or Report(),
        goals=GoalIndex.of(goals),
    )
    if seeds is not None:
        with Contained(state.note_defect):
            state.sow(seeds)
    if targets:
        state.run()
    return state.result()


@dataclass(slots=True)
class _Search:
    """A running search: while the executor runs one generation, the next is bred."""

    knowledge: Knowledge
    archive: Archive
    algorithm: Algorithm
    executor: Executor
    budget: Budget
    report: Report
    goals: GoalIndex
    seeds: list[TestCase] = field(default_factory=list)
    later: Callable[[], Seeds | None] | None = None
    pending: deque[list[TestCase]] = field(default_factory=deque)
    generations: int = 0
    defects: int = 0
    latest: float = 0.0
    """The share of the budget that was spent when a goal was covered for the first time, or seeds joined."""

    def sow(self, seeds: Seeds) -> None:
        """Begin with these, or go on with them."""
        loans = [Loans.of(source, self.knowledge.subject) for source in seeds.lent]
        self.knowledge.experience.loans = Lenders([*self.knowledge.experience.loans.sources, *loans])
        self.knowledge.values.learn(seeds.values)
        self.seeds = seeded(seeds.tests, self.knowledge)
        self.later = seeds.later
        self.latest = self.budget.fraction

    def run(self) -> None:
        """Breed until all is covered, the budget is spent or it stagnates, then look for plainer tests."""
        while self.goes_on and not self.archive.is_complete and not self.stagnates:
            self.step()
        self.drain()
        if self.archive.is_complete:
            self.look_for_plain_tests()
        if self.archive.uncovered and not self.budget.cancelled():
            with Contained(self.note_defect):
                self.watch()  # the comparisons of the nearest tests are reported to the user

    def result(self) -> SearchResult:
        """What the search leaves."""
        found = SearchResult(self.archive, self.knowledge, {}, self.budget.executed, self.budget.elapsed)
        led = self.algorithm
        if not isinstance(led, Mosa):
            return found
        return replace(
            found,
            nearest=dict(led.nearest),
            near_misses=led.near_misses(),
            credits={**led.credit.operators.credits, **led.credit.mutations.credits},
            provider_credits=self.knowledge.choice.credit.credits,
            tries=led.credit.tries,
            found_by=led.credit.found_by,
        )

    def step(self) -> None:
        """Propose a generation, learn of the one before, and look closer now and then.

        A failure that nobody has foreseen costs no more than that: what is found so far stays.
        """
        with Contained(self.note_defect):
            if self.later is not None and (more := self.later()) is not None:
                self.sow(more)
            self.propose()
            if len(self.pending) > AHEAD:
                self.learn()
            if self.generations % GENERATIONS_BETWEEN_WATCHING == 0:
                self.watch()
                self.report.pause(self.archive)

    def note_defect(self, error: Exception) -> None:
        """Count a failure of a step, and report it."""
        self.defects += 1
        self.report.defect(error)

    def propose(self) -> None:
        """Breed a generation, the first of seeds if there are any, and hand it to the executor."""
        bred, self.seeds = self.seeds or self.algorithm.offspring(), []
        if not bred:
            return
        cases = [named_apart(case) for case in bred]
        self.executor.submit(cases, self.algorithm.wanted(), self.budget.batch_seconds)
        self.pending.append(cases)
        self.generations += 1

    @property
    def goes_on(self) -> bool:
        """Check whether there is budget left, and steps have not failed too often."""
        return not self.budget.is_spent and self.defects < MOST_DEFECTS

    @property
    def stagnates(self) -> bool:
        """Check whether the time is better spent on what follows; a number of executions takes no time.

        Seeds that are still to come may cover what nothing has covered so far.
        """
        spent = self.budget.fraction
        is_idle = spent >= STAGNATION and spent - self.latest >= IDLE * spent
        return is_idle and self.later is None and self.budget.executions is None

    def learn(self) -> None:
        """Take the results of the oldest generation under way."""
        cases = self.pending.popleft()
        results = self.executor.collect()
        ran = [entry for entry in zip(cases, results, strict=True) if entry[1].end != SKIPPED]
        chromosomes = evaluate(ran, self.goals)
        self.budget.executed += len(ran)
        for case, result in ran:
            if result.end in STOPPED_ENDS:
                self.archive.note_stopped(result.trace.hits)
                if result.end == CRASHED:
                    self.archive.note_crash(evaluated(case, result, self.goals))
                self.knowledge.experience.endings.note_stopped(case, result)
            else:
                self.knowledge.experience.endings.note_ended(case, result)
        for chromosome in chromosomes:
            covered = self.archive.update(chromosome)
            for goal in covered:
                self.report.covered(goal)
            if covered:
                self.latest = self.budget.fraction
                self.knowledge.note_success(chromosome.case, has_passed=chromosome.result.end == "passed")
        self.algorithm.take(chromosomes)
        self.report.generation(self.archive)

    def look_for_plain_tests(self) -> None:
        """See whether goals that only tests of the last resort cover can be covered without, for a while."""
        with self.archive.reopened() as reopened, self.knowledge.last_resort.suspended():
            last = self.generations + LAST_LOOK * bool(reopened)
            while self.generations < last and self.goes_on and not self.archive.is_complete:
                self.step()
            self.drain()

    def drain(self) -> None:
        """Take the results of everything under way."""
        while self.pending:
            with Contained(self.note_defect):
                self.learn()

    def watch(self) -> None:
        """Tell the algorithm which comparisons the tests made that it is curious about."""
        self.drain()
        if curious := self.algorithm.curious():
            watched = self.executor.watch([test.case for test in curious], self.algorithm.wanted())
            self.algorithm.learn(list(zip(curious, watched, strict=True)))


def evaluate(ran: Iterable[tuple[TestCase, ExecutionResult]], goals: GoalIndex) -> list[Chromosome]:
    """Create the chromosomes of the tests that ended by themselves."""
    return [evaluated(case, result, goals) for case, result in ran if result.end not in STOPPED_ENDS]


def make_knowledge(
    subject: Subject,
    targets: Sequence[str],
    settings: Settings,
    budget: Budget,
    pair: PairCalls = UNIT,
) -> Knowledge:
    """Create the initial knowledge, as far as the settings allow it."""
    if not settings.has("private"):
        pair = replace(pair, hidden=())
    if not settings.has("seeds"):
        subject = replace(subject, constants=(), examples=(), expressions=())
    knowledge = Knowledge(subject, targets, Dice(settings.seed), pair)
    knowledge.last_resort = LastResort(settings, lambda: budget.fraction)
    return knowledge


def make_algorithm(knowledge: Knowledge, archive: Archive, settings: Settings) -> Algorithm:
    """Create the algorithm that the settings name."""
    if settings.algorithm == "random":
        return RandomSearch(knowledge, settings.population)
    return Mosa(knowledge, _objectives(knowledge.subject, archive, settings), archive, settings)


def _objectives(subject: Subject, archive: Archive, settings: Settings) -> Objectives:
    if any(len(goal.steps) > 1 for goal in archive.goals):
        return OpenPairs(subject, archive)
    return AllUncovered(subject, archive) if settings.algorithm == "mosa" else OpenGoals(subject, archive)
