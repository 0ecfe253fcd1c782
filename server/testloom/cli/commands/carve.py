"""`testloom carve`: a recording becomes tests."""

from __future__ import annotations

import argparse
from pathlib import Path

from testloom.cli.interrupt import interruptible
from testloom.cli.reading.wishes import out_folder
from testloom.cli.showing.output import complain, say
from testloom.cli.showing.progress import show_progress
from testloom.cli.showing.report import render_carving, render_failure
from testloom.cli.showing.telling import telling
from testloom.model.errors import StoreError
from testloom.model.events.jobs import Event, Failed
from testloom.model.wish import Wish
from testloom.recording import read_recording
from testloom.subject import find_interpreter, find_project


def run_carve(options: argparse.Namespace) -> int:
    """Make tests of a recording and return the exit status: 0 tests written, 1 none.

    Raises:
        TestloomError: if the recording cannot be read, or the project has no usable interpreter.
        KeyboardInterrupt: if Ctrl+C ended the job.
    """
    from testloom.generation import carve_recording, own_scratch

    recording = read_recording(Path(options.journal))
    if not recording.calls:
        raise StoreError(
            f"{options.journal} contains no calls.", "Record a program that calls the project's functions."
        )
    file = next(iter(recording.modules.values()))
    python = find_interpreter(find_project(file), options.python or str(recording.python))
    wish = Wish(
        (), python, file.parent, out_folder(options.out), depth=options.depth, checks=options.check_doubles
    )
    events: list[Event] = []
    with interruptible() as interrupt, show_progress() as progress, own_scratch():
        tell = telling(progress, events, as_json=options.json)
        summary = carve_recording(recording, wish, tell, interrupt.is_wanted, options.budget)
    if interrupt.wanted:
        raise KeyboardInterrupt(*summary.files)
    if not options.json:
        say(render_carving(events))
    for failure in [event for event in events if isinstance(event, Failed)]:
        complain(render_failure(failure))
    return 0 if summary.tests else 1
