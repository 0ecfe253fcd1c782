"""`testloom carve`: turns a recording into tests."""

from __future__ import annotations

import argparse
from pathlib import Path

from testloom.cli.interrupt import interruptible
from testloom.cli.reading.requests import out_folder
from testloom.cli.showing.output import complain, say
from testloom.cli.showing.progress import reported, show_progress
from testloom.cli.showing.report import render_carving, render_failure
from testloom.model.errors import StoreError
from testloom.model.events.jobs import Event, Failed
from testloom.model.generation_request import GenerationRequest
from testloom.recording import Recording, deleted, read_recording
from testloom.subject import find_interpreter, find_project, find_recorded_interpreter


def run_carve(options: argparse.Namespace) -> int:
    """Make tests of a recording and return the exit status: 0 tests written, 1 none.

    Raises:
        TestloomError: if the recording cannot be read, or the project has no usable interpreter.
        KeyboardInterrupt: if Ctrl+C ended the job.
    """
    from testloom.generation import carve_recording, own_scratch

    recording = read_recording(Path(options.journal))
    _check(recording, Path(options.journal))
    file = next(iter(recording.modules.values()))
    python = _interpreter(recording, find_project(file), options.python)
    request = GenerationRequest(
        (), python, file.parent, out_folder(options.out), depth=options.depth, checks=options.check_doubles
    )
    events: list[Event] = []
    with interruptible() as interrupt, show_progress() as progress, own_scratch():
        tell = reported(progress, events, as_json=options.json)
        summary = carve_recording(recording, request, tell, interrupt.is_wanted, options.budget)
    if interrupt.wanted:
        raise KeyboardInterrupt(*summary.files)
    if not options.json:
        say(render_carving(events))
    for failure in [event for event in events if isinstance(event, Failed)]:
        complain(render_failure(failure))
    return 0 if summary.tests else 1


def _check(recording: Recording, journal: Path) -> None:
    """Check that a recording has calls, and is of the project in the working or the recording's folder.

    Raises:
        StoreError: if it has no calls, or belongs to another project.
        ProjectError: if the files that define the called functions have been deleted.
    """
    if not recording.calls and recording.gone:
        raise deleted(recording.gone.values())
    if not recording.calls:
        reasons = ", ".join(f"{count} lost: {reason}" for reason, count in recording.lost.items())
        raise StoreError(
            f"{journal} contains no usable calls{f' ({reasons})' if reasons else ''}.",
            "Record a program that calls the project's functions.",
        )
    projects = [find_project(folder / "_").resolve() for folder in (Path.cwd(), journal.resolve().parent)]
    if not any(recording.root.is_relative_to(project) for project in projects):
        raise StoreError(
            f"{journal} is a recording of {recording.root}.", "Run `testloom carve` in that folder."
        )


def _interpreter(recording: Recording, project: Path, wanted: str | None) -> Path:
    """Find the interpreter that the user wants, or else that of the recording.

    Raises:
        InterpreterError: if it cannot be used, or the one of the recording is not known.
    """
    if wanted is not None:
        return find_interpreter(project, wanted)
    return find_recorded_interpreter(project, recording.python)
