"""`testloom continuous`: generates tests for a whole project within a given time."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from testloom.cli.commands.consent import allowing
from testloom.cli.interrupt import Interrupt, interruptible
from testloom.cli.reading.arguments import RECORDING
from testloom.cli.reading.requests import folder_and_project, out_folder
from testloom.cli.showing.github import floor_command, workflow_commands
from testloom.cli.showing.junit import junit_report
from testloom.cli.showing.output import complain
from testloom.cli.showing.progress import reported, show_progress
from testloom.cli.showing.report import render_failure
from testloom.cli.showing.table import STOPPED, print_table
from testloom.model.errors import OutputError
from testloom.model.events.jobs import Event, Failed
from testloom.model.events.units import ProjectSummary
from testloom.model.settings import Settings
from testloom.subject import find_interpreter, read_settings

if TYPE_CHECKING:
    from testloom.continuous import Order

_SECONDS_A_MINUTE = 60.0


def run_continuous(options: argparse.Namespace) -> int:
    """Run generation over a project and return the exit status: 1 below the floor, else 0.

    Raises:
        TestloomError: if the options name what is not there, or the project has no usable interpreter.
        KeyboardInterrupt: if Ctrl+C ended the run.
    """
    order = _order(options)
    if options.junit is not None:
        _check_place(Path(options.junit), order.folder)
    with interruptible() as interrupt:
        if options.watch:
            raise KeyboardInterrupt(*_watch(order, options, interrupt))
        summary = _reported(order, options, interrupt.is_wanted)
    if interrupt.wanted:
        raise KeyboardInterrupt(*summary.files)
    return 1 if _below_floor(summary, options.floor) else 0


def _watch(order: Order, options: argparse.Namespace, interrupt: Interrupt) -> list[str]:
    """Run the order after each change until there is an interrupt; return the files that were written."""
    from testloom.cli.commands.watching import watch
    from testloom.continuous import Changes, file_events

    changes = Changes(order.folder, order.settings.exclude)

    def run(order: Order, stopped: Callable[[], bool]) -> ProjectSummary:
        return _reported(order, options, stopped)

    with file_events(order.folder, changes.quiet.note):
        return watch(order, run, changes, interrupt)


def _reported(order: Order, options: argparse.Namespace, stopped: Callable[[], bool]) -> ProjectSummary:
    """Run the order once, and report its results."""
    events: list[Event] = []
    with show_progress() as progress:
        report = reported(progress, events, as_json=options.json)
        summary = _run(order, options.executor, report, stopped)
    _tell(events, summary, options, order, _below_floor(summary, options.floor))
    return summary


def _run(
    order: Order,
    executor: int | str | None,
    report: Callable[[Event], None],
    stopped: Callable[[], bool],
) -> ProjectSummary:
    """Run the order with workers, which end with it."""
    from testloom.cli.commands.crew import crew
    from testloom.continuous import run_project
    from testloom.store import UnitHistory, open_store

    # A state file that the user names belongs to one project, wherever the project is.
    name = "" if order.state else str(order.folder)
    with open_store(order.state) as database, crew(order, executor) as (manned, workers):
        return run_project(manned, UnitHistory(database, name), workers, report, stopped)


def _order(options: argparse.Namespace) -> Order:
    from testloom.continuous import STRATEGIES, Order, Resources, units_since

    folder, project = folder_and_project(options.root)
    settings = allowing(_settings(project, options), project, options.allow)
    return Order(
        folder=folder,
        python=find_interpreter(project, options.python),
        resources=Resources(1, _seconds(options.budget)),
        strategy=STRATEGIES[options.strategy],
        asked=None if options.since is None else units_since(folder, options.since, settings.exclude),
        out=out_folder(options.out),
        recording=_recording(options.recording, folder),
        write=not options.offer,
        state=None if options.state is None else Path(options.state).resolve(),
        settings=settings,
    )


def _settings(project: Path, options: argparse.Namespace) -> Settings:
    """Read the project's settings, with those of the command line; exclusions are added up."""
    settings = Settings.decode(read_settings(project))
    return replace(
        settings,
        executions=options.executions,
        seed=settings.seed if options.seed is None else options.seed,
        without=settings.without if options.without is None else tuple(options.without),
        exclude=(*settings.exclude, *options.exclude),
    )


def _recording(named: str | None, folder: Path) -> Path | None:
    """Return the recording that the user names, or else the one in the project; None if there is none."""
    usual = folder / RECORDING
    return Path(named).resolve() if named else usual if usual.is_file() else None


def _seconds(minutes: float | None) -> float:
    return math.inf if minutes is None else minutes * _SECONDS_A_MINUTE


def _below_floor(summary: ProjectSummary, floor: float | None) -> str:
    """Return a message if the coverage is below the floor; "" otherwise."""
    reached = summary.coverage["after"]
    if floor is None or reached >= floor:
        return ""
    return f"The generated tests cover {reached:g}% of the goals; the floor is {floor:g}%."


def _tell(
    events: Sequence[Event],
    summary: ProjectSummary,
    options: argparse.Namespace,
    order: Order,
    below: str,
) -> None:
    """Report the results to the user, GitHub and the CI server."""
    is_begun_again = options.watch and STOPPED in summary.units_skipped and not summary.units_run
    if not options.json and not is_begun_again:
        print_table(events, summary)
    for failure in [event for event in events if isinstance(event, Failed)]:
        complain(render_failure(failure))
    if below:
        complain(below)
    if os.environ.get("GITHUB_ACTIONS"):
        commands = [*workflow_commands(events, order.folder), *([floor_command(below)] if below else [])]
        print("\n".join(commands), file=sys.stderr if options.json else sys.stdout)
    if options.junit is not None:
        _write(Path(options.junit), junit_report(events, summary, below), order.folder)


def _write(path: Path, text: str, project: Path) -> None:
    _check_place(path, project)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(
            f"{path} cannot be written: {error.strerror}.", "Choose another file with --junit."
        ) from None


def _check_place(path: Path, project: Path) -> None:
    """Check that a report inside the project is not a link out of it.

    Raises:
        OutputError: if it is.
    """
    from testloom.writer import place_inside

    if not path.absolute().is_relative_to(project):
        return
    try:
        place_inside(path, project)
    except OutputError as error:
        raise OutputError(error.what, "Choose another file with --junit.") from None
