"""`testloom explain`: shows what the last runs found out about the goals on a line."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from testloom.cli.showing.output import json_line, say
from testloom.model.errors import UsageError
from testloom.model.events.jobs import Covered, Unreached, encode_event
from testloom.model.events.reasons import REASONS
from testloom.model.progress.outcome import FileOutcome
from testloom.model.texts.encodings import EncodingError, plain_text
from testloom.model.texts.foreign import shown
from testloom.repository import read_bytes
from testloom.store import FileOutcomes, open_store

Told: TypeAlias = Covered | Unreached
MOST_LINES = 12


def run_explain(options: argparse.Namespace) -> int:
    """Print the stored outcomes of the goals and return the exit status.

    Raises:
        UsageError: if the place is none, or nothing is known of it.
        StoreError: if the store cannot be read.
    """
    file, line = _place(options.place)
    known, is_changed = _known(file)
    goals: list[Told] = [*known.covered, *known.unreached]
    goals.sort(key=lambda goal: (goal.line, goal.goal))
    wanted = [goal for goal in goals if line is None or line in (goal.line, goal.decided)]
    if not wanted:
        place = f"in {file.name}" if line is None else f"on line {line} of {file.name}"
        raise UsageError(f"There is no goal {place}.", _elsewhere(goals, is_changed=is_changed))
    for goal in wanted:
        if options.json:
            print(json_line(encode_event(goal)))
        else:
            say("\n".join(_explained(goal, file)))
    return 0


def _place(text: str) -> tuple[Path, int | None]:
    name, colon, number = text.rpartition(":")
    file, line = (Path(name), int(number)) if colon and number.isdecimal() else (Path(text), None)
    if not file.is_file():
        what = f"{file} is a folder." if file.is_dir() else f"{file} does not exist."
        raise UsageError(what, "Name a source file and a line: FILE:LINE.")
    return file.resolve(), line


def _known(file: Path) -> tuple[FileOutcome, bool]:
    """Return the stored outcomes for a file's present lines, and whether others were for changed lines."""
    with open_store() as database:
        outcome = FileOutcomes(database).of(file)
    if outcome is None:
        command = f"testloom generate {shlex.quote(_relative(str(file)))}"
        raise UsageError(f"Nothing is known of {file.name}.", f"Generate tests first: {command}")
    try:
        text = plain_text(read_bytes(file))
    except EncodingError as error:
        raise UsageError(f"{file} cannot be read: {error}.", "Save it as UTF-8.") from error
    now = outcome.shown_in(text)
    return now, len(now.covered) + len(now.unreached) < len(outcome.covered) + len(outcome.unreached)


def _elsewhere(goals: Sequence[Told], *, is_changed: bool) -> str:
    lines = list(dict.fromkeys(goal.line for goal in goals))
    if not lines and is_changed:
        return "The file has changed since: generate tests again."
    if not lines:
        return "The last run has found nothing to cover."
    shortened = ", ".join(map(str, lines[:MOST_LINES])) + (", …" if len(lines) > MOST_LINES else "")
    return f"There are goals on lines {shortened}."


def _explained(goal: Told, file: Path) -> Iterator[str]:
    """Yield the lines about one goal: its place, whether it was covered, and how it was searched for."""
    yield f"{shown(file.name)}:{goal.line}: {shown(goal.label)}"
    if isinstance(goal, Covered):
        by = (
            f"{goal.test} in {shown(_relative(goal.file))}"
            if goal.test
            else "a test that an earlier run has written"
        )
        yield f"    covered by {by}"
        yield f"    found by: {goal.operator or 'a seed, which was there before the search'}"
    else:
        yield from _missed(goal)
    if goal.tries:
        counts = sorted(goal.tries.items(), key=lambda item: -item[1])
        each = ", ".join(f"{name} {count}" for name, count in counts)
        yield f"    tests made to come nearer to it: {sum(goal.tries.values())} ({each})"


def _relative(file: str) -> str:
    """Return the path relative to the working directory, if the file is below it."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def _missed(goal: Unreached) -> Iterator[str]:
    yield f"    not covered: {REASONS.get(goal.reason, goal.reason)}"
    if goal.because:
        yield f"    {shown(goal.because)}"
    for denied in goal.denied:
        yield f"    blocked by the guard: {shown(denied)}"
    if goal.closest is not None:
        outcome = "true" if goal.closest.wanted else "false"
        yield f"    nearest: {shown(goal.closest.seen)}; `{shown(goal.closest.source)}` should be {outcome}"
    if goal.nearest is not None:
        yield f"    distance of the nearest test: {goal.nearest:.3g}"
