"""Effects of a test on its environment, as assertions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Literal

from testloom.model.execution import Observation, Warned
from testloom.model.observed import Same, is_none
from testloom.model.statements import TestCase
from testloom.model.statements.environment import EnvironmentStatement, FileStatement
from testloom.model.suite import (
    Assertion,
    FileAssertion,
    LogAssertion,
    OutputAssertion,
    StateAssertion,
    WarningAssertion,
)
from testloom.model.texts.messages import stable_part
from testloom.model.texts.names import is_private
from testloom.model.texts.stability import is_stable
from testloom.oracle.assertions.showing import shown_part

MOST_STATES = 3
EXIT = "builtins:SystemExit"
LONGEST_OUTPUT = 1_000
"""The greatest length of output that is asserted: of code that only prints, it is all that can be seen."""
USAGE = "usage: "
"""The beginning of what argparse prints: its words are Python's, its lines as long as a terminal is wide."""


def about_effects(case: TestCase, observations: Sequence[Observation]) -> Iterator[Assertion]:
    """Yield assertions on changed module state, files, output, warnings and log messages of a test."""
    yield from _about_states(case, observations[-1])
    yield from _about_files(case, observations[-1])
    yield from _about_output(observations)
    yield from _about_messages(observations)


def about_exit(observations: Sequence[Observation]) -> Iterator[Assertion]:
    """Assert the output of a program that exits: with its status, all that its user sees."""
    error = observations[-1].exception
    if error is not None and error.type == EXIT:
        yield from (said for said in _about_output(observations) if not said.text.startswith(USAGE))


def _about_states(case: TestCase, last: Observation) -> Iterator[Assertion]:
    """What the last statement changed of what modules hold.

    Under a private name only if the test ends with a call that says nothing else, and sets that name anyway.
    """
    is_silent = is_none(last.value) and last.statement == case.statements[-1].id
    held = [
        StateAssertion(path, shown, last.statement)
        for path, value in sorted(last.states.items())
        if is_silent or not is_private(path)
        if (shown := value if isinstance(value, Same) else shown_part(value))
    ]
    yield from held[:MOST_STATES]


def _about_files(case: TestCase, last: Observation) -> Iterator[Assertion]:
    """What became of files in the folder of the test."""
    given = {
        s.path: s.content
        for s in case.statements
        if isinstance(s, FileStatement) and s.content is not None and not s.path.startswith("~")
    }
    prepared = [PurePosixPath(s.path) for s in case.statements if isinstance(s, FileStatement)]
    folders = {f"{folder}/" for path in prepared for folder in (path, *path.parents)}
    has_folder = any(isinstance(s, EnvironmentStatement) and s.gives_folder for s in case.statements)
    if last.files is None or not (given or has_folder):
        return
    for path, text in last.files.items():
        if text is None or path in folders or given.get(path) in (text, text.encode()):
            continue
        if is_stable(text):
            yield FileAssertion(path, text, last.statement)
    for path in sorted(given.keys() - last.files.keys()):
        yield FileAssertion(path, None, last.statement)


def _about_output(observations: Sequence[Observation]) -> Iterator[OutputAssertion]:
    """What the test printed, on stdout if there is any of it, else on stderr."""
    streams: dict[Literal["out", "err"], list[str]] = {
        "out": [observation.output for observation in observations],
        "err": [observation.errors for observation in observations],
    }
    for stream, texts in streams.items():
        text = "".join(texts)
        if text:
            if texts[-1] and is_stable(text, LONGEST_OUTPUT):
                yield OutputAssertion(text, observations[-1].statement, stream)
            return


def _about_messages(observations: Sequence[Observation]) -> Iterator[Assertion]:
    """What the last statement warned of, and what the test logged if the last statement logged something."""
    last = observations[-1]
    if last.warnings:
        yield WarningAssertion(last.statement, last.warnings[0].type, stable_part(last.warnings[0].message))
    messages = tuple(message for observation in observations for message in observation.logs)
    if last.logs and all(map(is_stable, messages)):
        yield LogAssertion(messages, last.statement)


def warned_of(observations: Sequence[Observation]) -> tuple[WarningAssertion, ...]:
    """List all warnings of a test's statements as assertions, each with the start of its message."""
    return tuple(
        WarningAssertion(entry.statement, warned.type, _beginning(warned))
        for entry in observations
        for warned in entry.warnings
    )


def _beginning(warned: Warned) -> str:
    """How a message begins wherever the test runs; "" if that says nothing."""
    part = stable_part(warned.message)
    return part if warned.message.startswith(part) else ""
