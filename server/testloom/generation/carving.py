"""Tests from a recording, module by module."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from testloom.execution import Agent, guarded_command
from testloom.generation.delivering.delivery import Delivery, TestEmitter, check_existing, destination
from testloom.generation.earlier.memory import emitted_tests
from testloom.generation.file_job import FileJob
from testloom.generation.loading import load, loaded_subject
from testloom.generation.mutants.analysis import MutationAnalysis
from testloom.generation.proving.trial import open_workshop
from testloom.generation.reporting.defects import reporting_once
from testloom.generation.reporting.files import as_one_of
from testloom.generation.reporting.withheld import tell_withheld
from testloom.generation.suites.asserting import Stable
from testloom.generation.suites.minimising import minimised
from testloom.generation.suites.suite import Suite, build_suite
from testloom.generation.timing.deadlines import LOADS
from testloom.generation.timing.pacing import Pace, seconds_to_observe
from testloom.generation.timing.timetable import Timetable
from testloom.measurement import check_tools, never
from testloom.model.containment import Contained
from testloom.model.errors import TestloomError
from testloom.model.events.jobs import Carving, Discarded, EventSink, Failed, Progress
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.statements import (
    DoubleStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest, ValueAssertion
from testloom.oracle import is_vacuous
from testloom.recording import (
    LIKE_OTHERS,
    CarvedTests,
    RecordedCall,
    Recording,
    carve,
    deleted,
    interactions_of_doubles,
    read_recording,
    start_of,
)
from testloom.search import call_goals, doubled_in, goals_of
from testloom.subject import resolve_all

MINIMISING_SHARE = 0.25
MUTATION_SHARE = 0.15
"""The share of the seconds for a module that mutation analysis may take."""
MOST_STATEMENTS = 20
LONGEST = 1_200
"""The most characters of an encoded test case; a call takes about 60, a short literal 20."""
LONG_VALUE = 60
"""The characters above which a value is too long to be read."""


def carve_requested(
    request: GenerationRequest, emit: EventSink, cancelled: Callable[[], bool] = never
) -> Carving:
    """Make tests of what a request chooses from its recording; the rest is as with `carve_recording`."""
    assert request.recording is not None
    recording = read_recording(request.recording).chosen(request.callables)
    return carve_recording(recording, request, emit, cancelled)


def carve_recording(
    recording: Recording,
    request: GenerationRequest,
    emit: EventSink,
    cancelled: Callable[[], bool] = never,
    seconds: float | None = None,
) -> Carving:
    """Make tests of the recorded calls, module by module; the summary is returned and comes last.

    The request says with which interpreter, to what depth and where to; its targets and root do not matter.
    What takes long is cut short to end within the `seconds`, or in a time that suits the number of calls.

    A file that cannot be worked with becomes a `Failed` event, and the others go on.

    Raises:
        ProjectError: if the project's interpreter lacks what the tests need.
    """
    plugins = check_tools(request.python, guarded_command)
    summary = Carving(dropped=dict(recording.lost))
    if recording.gone:
        emit(Failed.of(deleted(recording.gone.values())))
    checked = interactions_of_doubles(recording.calls, request.depth) if request.checks else frozenset[str]()
    with emitted_tests() as emitted:
        calls = {name: len(recording.of(name)) for name in sorted(recording.modules)}
        modules = [name for name in calls if calls[name]]
        timetable = Timetable({name: calls[name] for name in modules}, seconds)
        for number, module in enumerate(modules):
            tell, file = as_one_of(emit, number, len(modules)), recording.modules[module]
            job = FileJob(
                request,
                file,
                (Target(file),),
                0.0,
                emitted,
                emit=tell,
                cancelled=cancelled,
                plugins=plugins,
                defect=reporting_once(tell, file),
            )
            share = timetable.share(module)
            try:
                with Contained(job.defect):
                    carved = _carve_module(job, module, recording.of(module), share, checked)
                    summary = _joined(summary, carved)
            except TestloomError as error:
                emit(Failed.of(error, str(file)))
            if cancelled():
                break
    emit(summary)
    return summary


def _carve_module(
    job: FileJob,
    module: str,
    calls: Sequence[RecordedCall],
    share: Callable[[float], float],
    checked: frozenset[str],
) -> Carving:
    """Make tests of the calls of a module; its share of the time depends on how long pytest takes here."""
    job.emit(Progress("load", 0.0))
    request = replace(job.request, root=start_of(module, job.file))
    test_file = destination(request, job.file)
    check_existing(request, test_file)
    with open_workshop(request, job.file, test_file, job.cancelled, job.plugins) as shop:
        with load(request, job.file) as agent:
            paced = shop.environment.paced(shop.check.seconds())
            seconds = share(paced.pytest_seconds)
            until = time.monotonic() + seconds  # without the time of imports
            request = replace(request, preparation=agent.preparation)
            job = replace(job, request=request, seconds=seconds)
            carved, suite = _suite_of(job, calls, agent, checked)
            tell_withheld(agent, (chromosome for chromosome, _ in carved.kept), job.emit)
        job.emit(Progress("verify", 0.6))
        emitter = TestEmitter(
            request, paced, suite.subject, test_file, job.emit, job.emitted, defect=job.defect
        )
        until = max(until, time.monotonic() + paced.patience) + LOADS * agent.import_seconds
        delivery = _delivered(suite, emitter, until, job.cancelled)
    dropped = carved.dropped + suite.losses.counts + delivery.losses.counts
    for reason, count in suite.losses.counts.items():
        for _ in range(count):
            job.emit(Discarded("a test", reason))
    checks = sum(_is_check(test, carved.checks) for test in suite.tests if test.id in delivery.kept)
    return Carving(len(calls), carved.distinct, len(delivery.kept), checks, dict(dropped), delivery.files)


def _suite_of(
    job: FileJob, calls: Sequence[RecordedCall], agent: Agent, checked: frozenset[str]
) -> tuple[CarvedTests, Suite]:
    """The test cases carved from recorded calls, and the tests of those that are worth writing."""
    subject = loaded_subject(agent)
    scope = resolve_all(job.targets, subject)
    goals = goals_of(subject, scope.probes)
    goals += call_goals(subject, sorted(scope.callables))
    job.emit(Progress("repeat", 0.1))
    carved = carve(calls, subject, goals, agent, job.request.depth, checked)
    job.emit(Progress("assert", 0.3))
    small_at = time.monotonic() + MINIMISING_SHARE * job.seconds
    observed_at = small_at + seconds_to_observe(job.seconds)
    pace = Pace(small_at, observed_at, observed_at, job.cancelled)
    mutants = MutationAnalysis(
        job.request, job.file, MUTATION_SHARE * job.seconds, job.cancelled, defect=job.defect
    )
    with mutants as analysis:

        def assessed(tests: Sequence[Stable]) -> list[Stable]:
            found = analysis.assess([test.as_run for test in tests])
            return [replace(test, assessment=entry) for test, entry in zip(tests, found, strict=True)]

        large = [test for test in carved.kept if _may_shrink(test[0].case, carved.checks)]
        kept = [test for test in carved.kept if test not in large]
        kept += minimised(large, subject, agent, pace, _has_real_values, may_replace=False, defect=job.defect)
        suite = build_suite(kept, subject, agent, assessed, keep_findings=True, pace=pace, defect=job.defect)
    return carved, _without_trivial(suite)


def _without_trivial(suite: Suite) -> Suite:
    """The suite without tests that only show that an object can be made, where others make one, too.

    A test that asserts what doubles were told does not assert that the call itself returns None.
    """
    silent = [test for test in suite.tests if _only_makes(test, suite)]
    kept = tuple(_without_nothing(test, suite.subject) for test in suite.tests if test not in silent)
    for test in silent:
        suite.losses.note(LIKE_OTHERS, test.goals)
    return replace(suite, tests=kept)


def _only_makes(test: AssertedTest, suite: Suite) -> bool:
    """Whether a test says no more of an object than its class, and another test makes one as well."""
    others = (
        statement.callable for other in suite.tests if other is not test for statement in other.case.calls
    )
    known = suite.subject.callables.get(test.callable)
    is_constructor = known is not None and known.kind == "constructor"
    return is_constructor and all(map(is_vacuous, test.assertions)) and test.callable in others


def _is_check(test: AssertedTest, checks: Iterable[TestCase]) -> bool:
    """Whether a test contains all statements of one of the checks, doubles and environment aside."""
    told = set(_steps(test.case))
    return any(told.issuperset(_steps(check)) for check in checks)


def _steps(case: TestCase) -> Iterator[Statement]:
    return (s for s in case if not isinstance(s, DoubleStatement | EnvironmentStatement))


def _without_nothing(test: AssertedTest, subject: Subject) -> AssertedTest:
    """The test without asserting that a procedure returns None, if its doubles are told to do something."""
    known = subject.callables.get(test.callable)
    has_orders = any(isinstance(statement, DoubleStatement) and statement.orders for statement in test.case)
    if not has_orders or known is None or known.returns.name != "none":
        return test
    last = test.case.statements[-1].id
    kept = tuple(
        entry
        for entry in test.assertions
        if not (isinstance(entry, ValueAssertion) and entry.statement == last and entry.attribute is None)
    )
    return replace(test, assertions=kept)


def _may_shrink(case: TestCase, checks: frozenset[TestCase]) -> bool:
    """Whether a test case is too large for a reader and may be reduced: without doubles, and no check."""
    is_large = len(case) > MOST_STATEMENTS or len(case.wire) > LONGEST
    return is_large and not doubled_in(case) and case not in checks


def _has_real_values(recorded: TestCase, smaller: TestCase) -> bool:
    """Whether all literals of a smaller test are recorded ones, or stand in place of long ones.

    Recorded values mean something to a reader, unless they are longer than `LONG_VALUE`.
    """
    before, after = _literals(recorded), _literals(smaller)
    real = {text for text in before.values() if len(text) <= LONG_VALUE}
    long = {number for number, text in before.items() if len(text) > LONG_VALUE}
    return all(
        text == before[number] if number in before else text in real
        for number, text in after.items()
        if number not in long
    )


def _literals(case: TestCase) -> dict[int, str]:
    """The `repr` of each literal of a test case, by the id of its statement."""
    return {s.id: repr(s.value) for s in case.literals}


def _delivered(suite: Suite, emitter: TestEmitter, until: float, cancelled: Callable[[], bool]) -> Delivery:
    """Have the tests proven and written."""
    if cancelled() or not suite.tests:
        return Delivery()
    emitter.environment.prepare()
    return emitter.deliver(suite.tests, until, cancelled)


def _joined(one: Carving, other: Carving) -> Carving:
    return Carving(
        one.calls + other.calls,
        one.distinct_calls + other.distinct_calls,
        one.tests + other.tests,
        one.checks + other.checks,
        dict(Counter(one.dropped) + Counter(other.dropped)),
        (*one.files, *other.files),
    )
