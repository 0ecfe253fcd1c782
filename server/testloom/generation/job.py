"""A request, processed file by file."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from testloom.execution import guarded_command
from testloom.generation.earlier.memory import emitted_tests
from testloom.generation.file_job import FileJob
from testloom.generation.pipeline import generate_for_file
from testloom.generation.reporting.defects import reporting_once
from testloom.generation.reporting.files import as_one_of
from testloom.measurement import check_tools, never
from testloom.model.containment import Contained
from testloom.model.errors import EnoughError, TestloomError
from testloom.model.events.jobs import EventSink, Failed, Summary
from testloom.model.generation_request import GenerationRequest, Target
from testloom.subject import find_project


def generate(
    request: GenerationRequest,
    emit: EventSink,
    cancelled: Callable[[], bool] = never,
    enough: Callable[[], bool] = never,
) -> Summary:
    """Generate tests for every target of the request; the summary is returned and is the last event.

    A file that cannot be worked with becomes a `Failed` event, and the others go on. Nothing is written once
    it is `cancelled`. Once there is `enough`, what is verified by then is written, and no other file begun;
    if there is no test of any file by then, what is found so far is verified first.

    Raises:
        ProjectError: if the project's interpreter lacks what the tests need.
    """
    started = time.monotonic()
    plugins = check_tools(request.python, guarded_command, find_project(request.targets[0].file))
    files = _by_file(request.targets)
    summaries: list[Summary] = []
    share, begun = request.settings.budget / len(files), started
    with emitted_tests(request.state) as emitted:
        for number, (file, targets) in enumerate(files.items()):
            job = FileJob(
                request,
                file,
                tuple(targets),
                share,
                emitted,
                emit=as_one_of(emit, number, len(files)),
                cancelled=cancelled,
                enough=enough,
                has_tests=any(summary.tests for summary in summaries),
                plugins=plugins,
                begun=begun,
                defect=reporting_once(emit, file),
            )
            try:
                with Contained(job.defect):  # what no step contains costs this file; the others go on
                    summaries.append(generate_for_file(job))
            except EnoughError:  # nothing can be written for this file yet
                break
            except TestloomError as error:
                emit(Failed.of(error, str(file)))
            if cancelled() or enough():
                break
            begun = time.monotonic()
    summary = _total(summaries, time.monotonic() - started)
    emit(summary)
    return summary


def _by_file(targets: Iterable[Target]) -> dict[Path, list[Target]]:
    files: dict[Path, list[Target]] = {}
    for target in targets:
        files.setdefault(target.file, []).append(target)
    return files


def _total(parts: list[Summary], seconds: float) -> Summary:
    executions = sum(part.executions for part in parts)
    searching = sum(
        part.executions / part.executions_per_second for part in parts if part.executions_per_second
    )
    unreached: Counter[str] = Counter()
    discarded: Counter[str] = Counter()
    for part in parts:
        unreached.update(part.unreached)
        discarded.update(part.discarded)
    uncounted = [part.uncounted for part in parts if part.uncounted is not None]
    measured = [part.coverage for part in parts if part.coverage is not None]
    return Summary(
        goals=sum(part.goals for part in parts),
        covered=sum(part.covered for part in parts),
        tests=sum(part.tests for part in parts),
        executions=executions,
        executions_per_second=round(executions / searching, 1) if searching else 0.0,
        seconds=round(seconds, 2),
        mutants=sum(part.mutants for part in parts),
        killed=sum(part.killed for part in parts),
        unreached=dict(unreached),
        discarded=dict(discarded),
        files=tuple(file for part in parts for file in part.files),
        coverage=round(sum(measured) / len(measured), 2) if measured else None,
        left_out=sum(part.left_out for part in parts),
        uncounted=max(uncounted, default=None),
        operators=_summed(part.operators for part in parts),
        providers=_summed(part.providers for part in parts),
    )


def _summed(parts: Iterable[Mapping[str, Mapping[str, int]]]) -> dict[str, dict[str, int]]:
    """The counts by name, summed over several files."""
    found: dict[str, Counter[str]] = {}
    for part in parts:
        for name, counts in part.items():
            found.setdefault(name, Counter()).update(counts)
    return {name: dict(counts) for name, counts in found.items()}
