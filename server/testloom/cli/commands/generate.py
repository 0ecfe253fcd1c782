"""`testloom generate` and `testloom integrate`: process one request, with events as JSON or a report."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from testloom.cli.commands.consent import allowing
from testloom.cli.interrupt import interruptible
from testloom.cli.reading.requests import make_request
from testloom.cli.showing.output import complain, say
from testloom.cli.showing.progress import reported, show_progress
from testloom.cli.showing.report import is_complete, render_failure, render_report
from testloom.model.errors import TestloomError, UsageError
from testloom.model.events.jobs import (
    Event,
    EventSink,
    Failed,
    FileReady,
    GoalCovered,
    PairSummary,
    Summary,
)
from testloom.model.generation_request import GenerationRequest
from testloom.subject import find_project, same_names

FINISHING = "Writing what is verified; if nothing is yet, what is found is verified first."
NOTHING: Mapping[str, Summary] = {"generate": Summary(), "integrate": PairSummary()}
"""The summaries of jobs that failed as a whole."""


@dataclass(slots=True)
class Outcome:
    """The events of one job, in order, without those of its progress."""

    events: list[Event] = field(default_factory=list)

    def has_something(self) -> bool:
        """Check whether the job has covered a goal or written a file yet."""
        return any(isinstance(event, GoalCovered | FileReady) for event in self.events)

    @property
    def failures(self) -> list[Failed]:
        """The failures of the job, or of parts of it."""
        return [event for event in self.events if isinstance(event, Failed)]

    @property
    def files(self) -> tuple[str, ...]:
        """The test files that were written."""
        return tuple(event.path for event in self.events if isinstance(event, FileReady))

    @property
    def summary(self) -> Summary:
        """The numbers of the whole job."""
        return next((event for event in reversed(self.events) if isinstance(event, Summary)), Summary())

    @property
    def status(self) -> int:
        """The exit status: 0 if tests were written or nothing is left to cover, 2 for wrong usage, else 1."""
        summary = self.summary
        if summary.tests or (not self.failures and is_complete(summary)):
            return 0
        usage = [failure.code == UsageError.__name__ for failure in self.failures]
        return 2 if usage and all(usage) else 1


def run_generate(options: argparse.Namespace) -> int:
    """Generate tests as the options say and return the exit status.

    On the first Ctrl+C, the tests verified by then are written; if there are none, the tests found so far are
    verified first.

    Raises:
        TestloomError: if the request cannot be made.
        KeyboardInterrupt: if Ctrl+C ended the job, with the files that were written.
    """
    request = make_request(options)
    project = find_project(request.targets[0].file)
    request = replace(request, settings=allowing(request.settings, project, options.allow))
    outcome = Outcome()
    with interruptible(FINISHING, outcome.has_something) as interrupt, show_progress() as progress:
        emit = naming(reported(progress, outcome.events, as_json=options.json), outcome, request)
        try:
            _work(options.command, request, emit, interrupt.is_wanted)
        except (Exception, KeyboardInterrupt):
            if not interrupt.wanted:  # on a terminal, Ctrl+C ends other processes, too
                raise
            emit(replace(NOTHING[options.command], files=outcome.files))
    if not options.json and (outcome.files or not interrupt.wanted):
        files = list(dict.fromkeys(target.file for target in request.targets))
        if text := render_report(outcome.events, files):
            say(text)
    for failure in outcome.failures:
        complain(render_failure(failure))
    if interrupt.wanted:
        raise KeyboardInterrupt(*outcome.files)
    return outcome.status


def naming(tell: EventSink, outcome: Outcome, request: GenerationRequest) -> EventSink:
    """Report modules of the same name, which keep tests from being run together, before the summary."""

    def emit(event: Event) -> None:
        if isinstance(event, Summary) and outcome.files:
            for same in same_names(request, Path.cwd()):
                tell(same)
        tell(event)

    return emit


def _work(command: str, request: GenerationRequest, emit: EventSink, enough: Callable[[], bool]) -> None:
    """Run the request; an error of all of it becomes an event, and the last event is always a summary."""
    from testloom.generation import generate, integrate, own_scratch

    try:
        with own_scratch():
            (integrate if command == "integrate" else generate)(request, emit, enough=enough)
    except TestloomError as error:
        emit(Failed.of(error))
        emit(NOTHING[command])
