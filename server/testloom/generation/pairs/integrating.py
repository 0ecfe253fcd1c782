"""Tests for a caller and a callee: their coupled branches, and tests that cover these."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from testloom.execution import guarded_command
from testloom.generation.delivering.delivery import Delivery, TestEmitter, border_of, destination
from testloom.generation.earlier.memory import emitted_tests
from testloom.generation.file_job import FileJob
from testloom.generation.pairs.known import unit_tests
from testloom.generation.pairs.pairing import PairTests, find_pair_tests, with_seen_calls
from testloom.generation.proving.trial import open_workshop
from testloom.generation.reporting.defects import reporting_once
from testloom.generation.summarising import missed_goals, summarise
from testloom.generation.timing.deadlines import LOADS
from testloom.integration import Coupling, SourceTree, Unit, couple, find_unit, pairs_of, resolver_for
from testloom.measurement import check_tools, never
from testloom.model.errors import StoreError, SubjectError, UsageError
from testloom.model.events.jobs import EventSink, PairSummary, Progress
from testloom.model.generation_request import GenerationRequest
from testloom.store import PairCoverage, open_store
from testloom.subject import find_project, module_name
from testloom.writer import check_writable
from testloom.writer.syntax.words import snake

log = logging.getLogger(__name__)

MOST_NAMED = 3
SUITE_SHARE = 0.2
"""The share of the budget that is waited for the users' own tests of both files."""


def integrate(
    request: GenerationRequest,
    emit: EventSink,
    cancelled: Callable[[], bool] = never,
    enough: Callable[[], bool] = never,
) -> PairSummary:
    """Generate tests in which the first target of the request, the caller, calls the second, the callee.

    The summary is returned and is the last event. Nothing is written once it is `cancelled`; once there is
    `enough`, what is found so far is verified and written.

    Raises:
        ProjectError: if the project's interpreter lacks what the tests need.
        SubjectError: if a module cannot be loaded, or if the pair has nothing that could be covered.
        UsageError: if a target names something that the module does not have.
        OutputError: if the tests cannot be written where they belong.
    """
    started = time.monotonic()
    plugins = check_tools(request.python, guarded_command, find_project(request.targets[0].file))
    emit(Progress("load", 0.0))
    coupling = find_coupling(request)
    with emitted_tests(request.state) as emitted:
        caller = request.targets[0]
        budget = request.settings.budget
        file = coupling.caller.module.file
        job = FileJob(
            request,
            file,
            (caller,),
            budget,
            emitted,
            emit=emit,
            cancelled=cancelled,
            enough=enough,
            plugins=plugins,
            defect=reporting_once(emit, file),
        )
        coupling = with_seen_calls(job, coupling)
        if coupling.reason:
            raise SubjectError("nothing-coupled", coupling.reason, _others(coupling.caller))
        summary = _integrate(job, coupling, started)
    if not cancelled():
        _remember(request, coupling, summary)
    emit(summary)
    return summary


def _remember(request: GenerationRequest, coupling: Coupling, summary: PairSummary) -> None:
    """Keep how much of a pair is covered, so that the editor can show it at the caller."""
    covered, coupled = summary.covered_coupled_branches, summary.coupled_branches
    pair = coupling.caller.id, coupling.callee.id
    try:
        with open_store(request.state) as database:
            PairCoverage(database).remember(coupling.caller.module.file, pair, covered, coupled)
    except StoreError as error:
        log.warning("The editor will not show the coverage of the pair: %s", error)


def find_coupling(request: GenerationRequest) -> Coupling:
    """Find the coupled branches of the two targets from the source alone.

    Raises:
        SubjectError: if a module cannot be read.
        UsageError: if a target names something that the module does not have.
    """
    sources = SourceTree(request.root)
    resolver = resolver_for(sources)
    units = []
    for target in request.targets:
        if target.line is not None:
            raise UsageError(f"{target} is a line.", "Pass a class, a function or the file of a module.")
        name = module_name(request.root, target.file)
        module = sources.module(name)
        if module is None:
            advice = "Fix its syntax, or run Testloom with a newer Python."
            raise SubjectError("syntax", f"{target.file} cannot be parsed.", advice)
        units.append(find_unit(module, target.qualname, resolver))
    caller, callee = units
    if caller.id == callee.id:
        raise UsageError(f"{caller.name} is both caller and callee.", "Pass two that call each other.")
    return couple(caller, callee)


def _others(caller: Unit) -> str:
    """Advice that names the callees with coupled branches, or unit tests of the caller if there are none."""
    found = [known for known in pairs_of(caller) if known.branches][:MOST_NAMED]
    if not found:
        return f"`testloom generate` writes unit tests of {caller.name}."
    named = (f"{known.callee.id} ({len(known.branches)} coupled branches)" for known in found)
    return f"It is coupled with {', '.join(named)}."


def _integrate(job: FileJob, coupling: Coupling, started: float) -> PairSummary:
    test_file = pair_file(job, coupling)
    seconds = None if job.request.settings.executions else SUITE_SHARE * job.seconds
    units = unit_tests(job.request, coupling, job.emitted, seconds, job.cancelled)
    tested = find_pair_tests(job, coupling, test_file, units)
    delivery = Delivery() if job.cancelled() else deliver_pair_tests(job, test_file, tested)
    missed = missed_goals(tested.found, delivery)
    summary = summarise(tested.found, delivery, missed, job.emit, time.monotonic() - started)
    covered = frozenset[int]().union(*(tested.covers.get(test, ()) for test in delivery.kept))
    return PairSummary(
        **asdict(summary),
        coupled_branches=len(tested.found.result.archive.goals),
        covered_coupled_branches=len(covered),
    )


def deliver_pair_tests(job: FileJob, test_file: Path, tested: PairTests) -> Delivery:
    """Verify the tests of a pair, and write those that pass into the `test_file`."""
    suite, found = tested.found.suite, tested.found
    with open_workshop(job.request, job.file, test_file, job.cancelled, job.plugins) as shop:
        shop.environment.prepare()
        deadlines = replace(found.deadlines, pytest_seconds=shop.check.seconds())
        until = deadlines.proof_ends() + LOADS * found.import_seconds
        paced = shop.environment.paced(deadlines.pytest_seconds)
        emitter = TestEmitter(
            job.request,
            paced,
            suite.subject,
            test_file,
            job.emit,
            job.emitted,
            found.kills,
            defect=job.defect,
        )
        return emitter.deliver(suite.tests, until, job.cancelled, job.enough)


def pair_file(job: FileJob, coupling: Coupling) -> Path:
    """Find the test file of a pair, beside that of the caller's module, named after both.

    Raises:
        OutputError: if it could not be written.
    """
    unit_tests = destination(job.request, job.file)
    name = f"{_file_name(coupling.caller.name)}_with_{_file_name(coupling.callee.name)}"
    is_prefixed = unit_tests.name.startswith("test_")
    path = unit_tests.with_name(f"test_{name}.py" if is_prefixed else f"{name}_test.py")
    check_writable(path, border_of(job.request, job.file))
    return path


def _file_name(name: str) -> str:
    """`Shop.ShoppingCart` as `shop_shopping_cart`."""
    return snake(name.replace(".", "_"))
