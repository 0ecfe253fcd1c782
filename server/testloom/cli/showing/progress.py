"""Handling of the events of a job: a bar on a terminal, lines of JSON, and the report at the end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from testloom.cli.showing.output import counted, json_line
from testloom.model.events.jobs import Event, Progress, encode_event

ShowProgress: TypeAlias = Callable[[Progress], None]

_PHASES = {
    "load": "Loading the module",
    "search": "Searching",
    "repeat": "Repeating recorded calls",
    "assert": "Choosing assertions",
    "verify": "Verifying in fresh processes",
    "project": "Generating tests for the project",
    "test": "Running the project's tests",
}


@contextmanager
def show_progress() -> Iterator[ShowProgress]:
    """Show each progress event as a bar on stderr while the context lasts."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    words, goals = TextColumn("{task.description}"), TextColumn("{task.fields[goals]}")
    with Bar(
        words, BarColumn(), TimeElapsedColumn(), goals, console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("Starting", total=1.0, goals="")

        def show(event: Progress) -> None:
            goals = f"{event.covered} of {counted(event.goals, 'goal')}" if event.goals else ""
            if event.executions_per_second:
                goals += f", {event.executions_per_second:,.0f} executions per second"
            words = _PHASES.get(event.phase, event.phase)
            bar.update(task, completed=event.fraction, description=words, goals=goals)

        yield show


def _ignore(event: Progress) -> None:
    """Show nothing."""


Tell: TypeAlias = Callable[[Event], None]


def reported(show: ShowProgress, events: list[Event], *, as_json: bool) -> Tell:
    """Show progress and append all other events to `events`; with `as_json`, print each event at once."""

    def tell(event: Event) -> None:
        if isinstance(event, Progress):
            show(event)
        else:
            events.append(event)
        if as_json:
            print(json_line(encode_event(event)), flush=True)

    return tell
