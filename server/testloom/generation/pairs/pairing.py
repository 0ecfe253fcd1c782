"""The search for tests in which a caller calls its callee, and the coverage of these tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from testloom.execution import Agent, Companions
from testloom.generation.delivering.drafting import Drafting
from testloom.generation.earlier.recalling import seeds_for
from testloom.generation.file_job import FileJob, FoundTests
from testloom.generation.loading import load, loaded_subject
from testloom.generation.making import make_suite, mutation_seconds
from testloom.generation.mutants.analysis import MutationAnalysis
from testloom.generation.mutants.known import KnownTest
from testloom.generation.pairs.crossing import crossing
from testloom.generation.pairs.stagnation import Stagnation
from testloom.generation.reporting.searching import search_report
from testloom.generation.reporting.withheld import tell_withheld
from testloom.generation.suites.asserting import Fault
from testloom.generation.timing.deadlines import UNLIMITED, Deadlines, left_until
from testloom.integration import (
    Coupling,
    SourceTree,
    Unit,
    Ways,
    branch_goals,
    couple,
    coupled_goals,
    open_calls,
    traced,
    ways_of,
    with_observed,
    with_results,
)
from testloom.model.containment import Contained
from testloom.model.errors import SubjectError
from testloom.model.generation_request import GenerationRequest
from testloom.model.statements import LiteralStatement, TestCase, distinct
from testloom.model.subject import Subject
from testloom.search import (
    Budget,
    Goal,
    GoalIndex,
    PairCalls,
    Report,
    SearchResult,
    Seeds,
    goals_of,
    is_broken,
    search,
)

SEEKING = 0.1
"""The share of the time in which tests are run to find callees that the source does not resolve."""
SEARCHING, EXECUTING = 0.6, 0.85
"""The most of the time, or of the executions, for the search: mutants take long to run."""
KILLING = 0.65
"""The share of the remaining budget for killing more mutants, which is harder than reaching branches."""
ALONE = 0.2
"""The share of the search in which single branches of caller and callee are goals."""
MOST_TRIED = 200
"""The most test cases of the search that are checked for killing additional mutants."""


@dataclass(frozen=True, slots=True)
class PairTests:
    """The tests that were found, and the coupled branches that each test covers, by its id."""

    found: FoundTests
    covers: dict[str, frozenset[int]]


@dataclass(frozen=True, slots=True)
class PairSearchResult:
    """The results of a search for tests of a pair.

    Test cases to be `tried` later may kill additional mutants: those that reach single branches, and
    those of the archive before minimisation.
    """

    subject: Subject
    result: SearchResult
    tried: Sequence[TestCase]


@dataclass(frozen=True, slots=True)
class PairSearch:
    """The search for tests of a pair, with an agent that watches the probes of caller and callee.

    The tests belong into the `test_file`; drafts of them are reported if the request asks for drafts.
    The search begins with `units`, the unit tests of caller and callee, and ends according to the
    `deadlines`.

    Raises:
        SubjectError: if a module cannot be loaded, or none of the coupled branches has probes.
    """

    job: FileJob
    coupling: Coupling
    agent: Agent
    test_file: Path | None = None
    units: Sequence[KnownTest] = ()
    deadlines: Deadlines = UNLIMITED

    def run(self) -> PairSearchResult:
        """Search with methods of the callee to prepare with.

        What varies tests later calls the caller, with values of the unit tests, too.
        """
        coupling = self.coupling
        subject = self._subject()
        goals = coupled_goals(subject, coupling)
        if not goals:
            reason = (
                f"No coupled branches of {coupling.caller.name} and {coupling.callee.name} can be measured."
            )
            raise SubjectError("nothing-coupled", reason, "Is their code excluded from coverage?")
        ways = ways_of(coupling, subject)
        executions = self.job.request.settings.executions
        budget = Budget(left_until(self.deadlines.searched), executions, self.job.is_over)
        if self.job.request.settings.algorithm != "random":
            budget = budget.share(SEARCHING if budget.executions is None else EXECUTING)
        seeds = self._reached_alone(subject, ways, budget)
        drafting = self.drafting(subject)
        report = replace(search_report(goals, budget, self.job.emit, self.job.defect), pause=drafting.look)
        if budget.executions is None:
            report = _ending_when_stagnant(budget, report)
        result = self._search(subject, goals, ways, budget, report, seeds)
        drafting.conclude(result.archive)
        result.knowledge.targets.wanted = [
            subject.callables[target] for target in ways.covering or ways.targets
        ]
        if self.job.request.settings.has("seeds"):
            steps = (statement for test in self.units for statement in test.case)
            result.knowledge.values.learn(step.value for step in steps if isinstance(step, LiteralStatement))
        units = {test.case for test in self.units}
        tried = (case for case in distinct([*seeds.tests, *_kept(result)]) if case not in units)
        return PairSearchResult(subject, result, list(islice(tried, MOST_TRIED)))

    def drafting(self, subject: Subject) -> Drafting:
        """Create the reporter for drafts of the tests."""
        job = self.job
        return Drafting(
            job.request,
            job.file,
            subject,
            self.agent,
            job.emit,
            job.emitted,
            self.test_file,
            job.plugins,
            job.defect,
        )

    def around_the_caller(self) -> list[TestCase]:
        """Search for tests that cover the caller, whether they reach the callee or not."""
        subject, settings = self._subject(), self.job.request.settings
        codes = {(function.module.name, function.qualname) for function in self.coupling.caller.functions}
        probes = [
            probe
            for part in subject.parts
            for probe in subject.probes[part.probes.start : part.probes.stop]
            if (part.module, probe.code) in codes
        ]
        budget = Budget(self.job.seconds, settings.executions, self.job.is_over).share(SEEKING)
        ways = ways_of(self.coupling, subject)
        goals = goals_of(subject, [probe.index for probe in probes])
        result = self._search(subject, goals, ways, budget, self._silently())
        return _kept(result)

    def _silently(self) -> Report:
        """Report nothing of a search but failures that it survives."""
        return Report(defect=self.job.defect)

    def _subject(self) -> Subject:
        coupling = self.coupling
        title = f"{coupling.caller.id} with {coupling.callee.id}".replace(":", ".")
        whole = loaded_subject(self.agent)
        others = tuple(name for name in whole.collaborators if is_foreign(name, coupling.caller))
        described = replace(whole, tested_as=title, collaborators=others)
        return with_results(described, SourceTree(self.job.request.root), coupling.caller.resolver)

    def _reached_alone(self, subject: Subject, ways: Ways, whole: Budget) -> Seeds:
        """Tests that reach single branches of both, for a share of the budget; none for random search.

        This search begins with what is known of the caller. The values that its tests make are lent to the
        search for pairs.
        """
        if self.job.request.settings.algorithm == "random":
            return Seeds()
        budget = whole.share(ALONE)
        known = seeds_for(self.job.request, self.job.file)
        units = [test.case for test in self.units]
        seeds = Seeds([*known.tests, *units], [*known.lent, units])
        goals = branch_goals(subject, self.coupling)
        result = self._search(subject, goals, ways, budget, self._silently(), seeds)
        whole.executed += budget.executed
        tests = _kept(result)
        return Seeds([*tests, *units], [tests, *seeds.lent], values=_texts(tests))

    def _search(
        self,
        subject: Subject,
        goals: Sequence[Goal],
        ways: Ways,
        budget: Budget,
        report: Report,
        seeds: Seeds | None = None,
    ) -> SearchResult:
        """The result of one search that doubles neither caller nor callee: they have to interact for real."""
        settings, targets = self.job.request.settings, [*ways.targets, *ways.preparing]
        pair = PairCalls(ways.covering, ways.hidden, ways.classes)
        return search(subject, goals, targets, self.agent, settings, budget, report, seeds, pair)


def _ending_when_stagnant(budget: Budget, report: Report) -> Report:
    """Have the budget end early if the search stagnates; the returned report notes covered goals for that."""
    stagnation, cancelled, told = Stagnation(budget), budget.cancelled, report.covered

    def covered(goal: Goal) -> None:
        stagnation.note()
        told(goal)

    budget.cancelled = lambda: cancelled() or stagnation.is_reached
    return replace(report, covered=covered)


def _kept(result: SearchResult) -> list[TestCase]:
    """The tests of an archive, each once."""
    return list(distinct(chromosome.case for chromosome in result.archive.best.values()))


def _texts(tests: Sequence[TestCase]) -> list[str]:
    """The strings in tests, each once: one that reaches a branch may have to be part of another."""
    values = (step.value for case in tests for step in case.literals)
    return list(dict.fromkeys(value for value in values if isinstance(value, str)))


def with_seen_calls(job: FileJob, coupling: Coupling) -> Coupling:
    """Add the calls that only runs of the caller show to reach the callee.

    The caller runs for a share of the job's time, if its source has calls whose targets it does not reveal.

    Raises:
        SubjectError: if a module cannot be loaded.
    """
    caller, callee = coupling.caller, coupling.callee
    if not open_calls(caller, callee):
        return coupling
    with start_agent(job.request, coupling) as agent:
        tests = PairSearch(job, coupling, agent).around_the_caller()
        seen = {call for watched in agent.watch(tests) for call in watched.calls} if tests else set()
    return couple(with_observed(caller, callee, seen), callee)


def is_foreign(collaborator: str, caller: Unit) -> bool:
    """Check whether a name of the caller's module stands for something outside the project.

    Definitions of the project are not replaced: one may be the callee, or call it.
    """
    module, _, name = collaborator.partition(":")
    is_plain = module == caller.module.name and "." not in name
    return is_plain and caller.resolver.names.find(caller.module, name) is None


def start_agent(request: GenerationRequest, coupling: Coupling) -> Agent:
    """Start an agent that watches caller and callee, and traces only the caller.

    Raises:
        SubjectError: if a module cannot be loaded.
    """
    companions = Companions(_companions(coupling), traced(coupling.caller))
    return load(request, coupling.caller.module.file, companions)


def find_pair_tests(
    job: FileJob,
    coupling: Coupling,
    test_file: Path | None = None,
    units: Sequence[KnownTest] = (),
) -> PairTests:
    """Search, minimise and assert, without verifying anything or writing it into the `test_file`.

    It begins with `units`, tests of caller and callee alone; what these kill need not be killed again.

    Raises:
        SubjectError: if a module cannot be loaded, or none of the coupled branches can be seen.
    """
    callee = coupling.callee.module.file
    with start_agent(job.request, coupling) as agent:
        deadlines = job.deadlines(agent.load_seconds)
        pair = PairSearch(job, coupling, agent, test_file, units, deadlines)
        searched = pair.run()
        deadlines = deadlines.after_search(hurried=job.enough())
        subject, result, seconds = searched.subject, searched.result, mutation_seconds(deadlines)
        tell_withheld(agent, result.archive.best.values(), job.emit)
        patient, request = replace(job, unused=KILLING), replace(job.request, preparation=agent.preparation)
        faults = MutationAnalysis(
            request, callee, seconds, job.is_over, coupling, units, searched.tried, job.defect
        )
        with faults as analysis:
            made = make_suite(patient, subject, agent, result, analysis, deadlines)
        tests = tuple(test for test in made.tests if not is_broken(test.case, result.knowledge))
        shown = (fault.test for fault in made.findings)
        crossed: tuple[Fault, ...] = ()
        with Contained(job.defect):
            crossed = crossing((*shown, *tests), coupling.callee, made.subject, agent)
        suite = replace(made, tests=tests, findings=crossed)  # without tests of the callee alone
        covers = covered_by({test.id: test.case for test in suite.tests}, result.archive.goals, agent)
        found = FoundTests(result, suite, analysis, import_seconds=agent.import_seconds, deadlines=deadlines)
        pair.drafting(subject).show(suite.tests, found.kills)
        return PairTests(found, covers)


def covered_by(
    tests: Mapping[str, TestCase], goals: Sequence[Goal], agent: Agent
) -> dict[str, frozenset[int]]:
    """Find the goals that each test covers, by their indexes."""
    index, wanted = GoalIndex.of(goals), frozenset(goal.index for goal in goals)
    results = zip(tests.items(), agent.execute(list(tests.values())), strict=True)
    return {name: index.reached(case, result) & wanted for (name, case), result in results}


def _companions(coupling: Coupling) -> list[Path]:
    """The files of the pair's code, without that of the caller's module."""
    functions = (*coupling.callee.functions, *coupling.caller.functions)
    files = [coupling.callee.module.file, *(function.module.file for function in functions)]
    return [file for file in dict.fromkeys(files) if file != coupling.caller.module.file]
