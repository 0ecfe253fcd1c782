"""Messages about recorded calls. The client's half is client/src/protocol/recording.ts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RECORD = "testloom/record"
RECORDED = "testloom/recorded"
RECORDED_CHANGED = "testloom/recordedChanged"
FORGET_RECORDED = "testloom/forgetRecorded"
CARVE = "testloom/carve"
DEBUG = "testloom/debug"
STOPPED = "testloom/stopped"
SESSION_ENDED = "testloom/sessionEnded"


@dataclass(frozen=True, slots=True)
class RecordParams:
    """The parameters of `testloom/record`: how to record a program; `uri` is its file or its folder."""

    uri: str


@dataclass(frozen=True, slots=True)
class HowToRecord:
    """The answer to `testloom/record`: the commands and settings for recording a program.

    `command` runs the program in `folder` and records it, the file's path and arguments following; `launcher`
    are the script that a debugger runs instead, and its arguments before these. `environment` are the
    variables that bring the recorder into any Python; `agent` is the folder of the code that a debugger must
    not show.
    """

    journal: Path
    folder: Path
    python: Path
    command: list[str]
    launcher: list[str]
    environment: Mapping[str, str]
    agent: Path


@dataclass(frozen=True, slots=True)
class LostCalls:
    """The number of calls that could not be recorded, and the reason."""

    reason: str
    calls: int


@dataclass(frozen=True, slots=True)
class RecordedFunction:
    """A class, function or method with recorded calls.

    `callable` is `module:qualname`, `line` (from 0) where it begins.
    """

    journal: Path
    callable: str
    uri: str
    line: int
    calls: int
    lost: tuple[LostCalls, ...]


@dataclass(frozen=True, slots=True)
class RecordedFunctions:
    """The answer to `testloom/recorded`."""

    functions: tuple[RecordedFunction, ...]


@dataclass(frozen=True, slots=True)
class ChosenFunctions:
    """Functions of one recording: the parameters of `testloom/carve` and `testloom/forgetRecorded`."""

    journal: Path
    callables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DebugParams:
    """The parameters of `testloom/debug`: a launch configuration without variables, to be completed.

    With `record`, its program is recorded. `uri` is a file of the project or its folder, for
    configurations that name no program.
    """

    uri: str
    configuration: Mapping[str, Any]
    record: bool = False


@dataclass(frozen=True, slots=True)
class HowToDebug:
    """The answer to `testloom/debug`: the configuration to be run."""

    configuration: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StoppedParams:
    """The parameters of `testloom/stopped`: a pause of a program in a debugger, and the user's actions in it.

    Times are in seconds since the epoch. `evaluated` was typed into the console; with `changed`, a variable
    was set or execution was continued elsewhere.
    """

    journal: Path
    session: str
    began: float
    ended: float
    evaluated: tuple[str, ...] = ()
    changed: bool = False


@dataclass(frozen=True, slots=True)
class SessionEndedParams:
    """The parameters of `testloom/sessionEnded`; the time is in seconds since the epoch."""

    journal: Path
    session: str
    ended: float
