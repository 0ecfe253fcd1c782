"""Tests for a caller and a callee: which of their branches belong together, and tests that cover them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from testloom.execution import Agent, Companions
from testloom.generation.delivery import Delivery, Desk, destination
from testloom.generation.memory import emitted_tests
from testloom.generation.mutation import MutationAnalysis
from testloom.generation.pipeline import (
    IMPORT_SECONDS,
    VERIFIED_AFTER,
    FileJob,
    Found,
    make_suite,
    search_report,
    summarise,
)
from testloom.integration import (
    Coupling,
    SourceTree,
    Unit,
    Ways,
    couple,
    coupled_goals,
    find_unit,
    heard,
    pairs_of,
    resolver_for,
    ways_of,
)
from testloom.measurement import check_tools, never
from testloom.model.errors import SubjectError, UsageError
from testloom.model.events import EventSink, PairSummary, Progress
from testloom.model.statements import TestCase
from testloom.model.subject import Subject
from testloom.model.wish import Wish
from testloom.search import Budget, Goal, Marks, SearchResult, is_broken, search
from testloom.subject import decode, module_name

MOST_NAMED = 3


def integrate(wish: Wish, emit: EventSink, cancelled: Callable[[], bool] = never) -> PairSummary:
    """Generate tests in which the first target of the wish, the caller, calls the second, the callee.

    The summary is returned and is the last event.

    Raises:
        ProjectError: if the project's interpreter lacks what the tests need.
        SubjectError: if a module cannot be loaded, or if the pair has nothing that could be covered.
        UsageError: if a target names something that the module does not have.
        OutputError: if the tests cannot be written where they belong.
    """
    started = time.monotonic()
    check_tools(wish.python)
    emit(Progress("load", 0.0))
    coupling = find_coupling(wish)
    with emitted_tests(wish.state) as emitted:
        caller = wish.targets[0]
        job = FileJob(wish, coupling.caller.module.file, (caller,), wish.settings.budget, emitted)
        summary = _integrate(job, coupling, started, emit, cancelled)
    emit(summary)
    return summary


def find_coupling(wish: Wish) -> Coupling:
    """The coupled branches of the two targets, by the source alone.

    Raises:
        SubjectError: if a module cannot be read, or there are none; the message says why.
        UsageError: if a target names something that the module does not have.
    """
    sources = SourceTree(wish.root)
    resolver = resolver_for(sources)
    units = []
    for target in wish.targets:
        if target.line is not None:
            raise UsageError(f"{target} names a line.", "Name a class, a function, or the file of a module.")
        name = module_name(wish.root, target.file)
        module = sources.module(name)
        if module is None:
            advice = "Correct its syntax, or run Testloom with a Python that knows it."
            raise SubjectError("syntax", f"{target.file} cannot be parsed.", advice)
        units.append(find_unit(module, target.qualname, resolver))
    caller, callee = units
    if caller.id == callee.id:
        raise UsageError(f"{caller.name} is the caller and the callee.", "Name two that call each other.")
    coupling = couple(caller, callee)
    if coupling.reason:
        raise SubjectError("nothing-coupled", coupling.reason, _others(caller))
    return coupling


def _others(caller: Unit) -> str:
    """The callees that are worth it."""
    found = [known for known in pairs_of(caller) if known.branches][:MOST_NAMED]
    if not found:
        return f"`testloom generate` writes unit tests of {caller.name}."
    named = (f"{known.callee.id} ({len(known.branches)} coupled branches)" for known in found)
    return f"It is coupled with {', '.join(named)}."


@dataclass(frozen=True, slots=True)
class PairTests:
    """What was found, and by the id of each test the coupled branches that it covers."""

    found: Found
    covers: dict[str, frozenset[int]]


def _integrate(
    job: FileJob, coupling: Coupling, started: float, emit: EventSink, cancelled: Callable[[], bool]
) -> PairSummary:
    place = _place(destination(job.wish, job.file), coupling)
    tested = find_pair_tests(job, coupling, emit, cancelled)
    desk = Desk(job.wish, tested.found.suite.subject, place, emit, job.emitted, tested.found.kills)
    until = started + VERIFIED_AFTER * job.seconds + job.spare
    delivery = Delivery() if cancelled() else desk.deliver(tested.found.suite.tests, until, cancelled)
    summary = summarise(tested.found, delivery, emit, time.monotonic() - started)
    covered = frozenset[int]().union(*(tested.covers.get(test, ()) for test in delivery.kept))
    return PairSummary(
        **asdict(summary),
        coupled_branches=len(tested.found.result.archive.goals),
        covered_coupled_branches=len(covered),
    )


def start_agent(wish: Wish, coupling: Coupling) -> Agent:
    """An agent that watches caller and callee, of which only what the caller does is seen.

    Raises:
        SubjectError: if a module cannot be loaded.
    """
    companions = Companions(_companions(coupling), heard(coupling.caller))
    file = coupling.caller.module.file
    allow = wish.settings.allow
    return Agent.start(wish.python, file, wish.root, IMPORT_SECONDS, companions=companions, allow=allow)


def find_pair_tests(
    job: FileJob, coupling: Coupling, emit: EventSink, cancelled: Callable[[], bool]
) -> PairTests:
    """Search, minimise and assert, without writing or verifying anything.

    Raises:
        SubjectError: if a module cannot be loaded, or none of the coupled branches can be seen.
    """
    wish, callee = job.wish, coupling.callee.module.file
    with start_agent(wish, coupling) as agent:
        title = f"{coupling.caller.id} with {coupling.callee.id}".replace(":", ".")
        subject = replace(decode(agent.description), tested_as=title)
        goals = coupled_goals(subject, coupling)
        if not goals:
            reason = f"No coupled branch of {coupling.caller.name} and {coupling.callee.name} can be seen."
            raise SubjectError("nothing-coupled", reason, "Is their code excluded from coverage?")
        ways = ways_of(coupling, subject)
        budget = Budget(job.seconds, wish.settings.executions, cancelled)
        result = _search(job, subject, goals, ways, agent, budget, emit)
        with MutationAnalysis(wish, callee, job.mutation_seconds, cancelled, "integration") as analysis:
            made = make_suite(job, subject, agent, result, analysis, emit, cancelled)
        tests = tuple(test for test in made.tests if not is_broken(test.case, result.factory))
        suite = replace(made, tests=tests)  # without those that notice mutants of the callee alone
        covers = covered_by({test.id: test.case for test in suite.tests}, goals, agent)
        return PairTests(Found(result, suite, analysis), covers)


def _search(
    job: FileJob,
    subject: Subject,
    goals: list[Goal],
    ways: Ways,
    agent: Agent,
    budget: Budget,
    emit: EventSink,
) -> SearchResult:
    """Search with methods of the callee to prepare with; what varies tests later calls the caller only.

    Nothing is doubled: what the two do together is to be real.
    """
    report = search_report(goals, budget, emit)
    targets = [*ways.targets, *ways.preparing]
    settings = replace(job.wish.settings, without=(*job.wish.settings.without, "doubles"))
    result = search(subject, goals, targets, agent, settings, budget, report, covering=ways.covering)
    result.factory.targets = [subject.callables[target] for target in ways.covering or ways.targets]
    return result


def _companions(coupling: Coupling) -> list[Path]:
    """The files of the pair's code, without that of the caller's module."""
    functions = (*coupling.callee.functions, *coupling.caller.functions)
    files = [coupling.callee.module.file, *(function.module.file for function in functions)]
    return [file for file in dict.fromkeys(files) if file != coupling.caller.module.file]


def covered_by(
    tests: Mapping[str, TestCase], goals: Sequence[Goal], agent: Agent
) -> dict[str, frozenset[int]]:
    """The goals that each test covers, by the numbers of what stands for them."""
    marks, wanted = Marks.of(goals), frozenset(goal.probe.index for goal in goals)
    results = zip(tests.items(), agent.execute(list(tests.values())), strict=True)
    return {name: marks.with_marks(case, result) & wanted for (name, case), result in results}


def _place(unit_tests: Path, coupling: Coupling) -> Path:
    """The test file of a pair, beside that of the caller's module, named after both."""
    name = f"{_snake(coupling.caller.name)}_with_{_snake(coupling.callee.name)}"
    is_prefixed = unit_tests.name.startswith("test_")
    return unit_tests.with_name(f"test_{name}.py" if is_prefixed else f"{name}_test.py")


def _snake(name: str) -> str:
    """`ShoppingCart` as `shopping_cart`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name.replace(".", "_"))
    return words.lower().strip("_")
