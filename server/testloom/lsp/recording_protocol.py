"""What client and server say to each other about recorded calls.

The client's half is client/src/recording-protocol.ts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testloom.lsp.documents import uri_of
from testloom.lsp.protocol import fields_of
from testloom.model.errors import UsageError

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
    python: str | None = None

    @classmethod
    def decode(cls, data: object) -> RecordParams:
        """Read `{uri, python?}`.

        Raises:
            UsageError: if it is anything else.
        """
        match fields_of(data):
            case {"uri": str(uri), **rest}:
                python = rest.get("python")
                return cls(uri, python if isinstance(python, str) and python else None)
        raise UsageError(f"{RECORD} takes an object with a uri, not {data!r}.")


@dataclass(frozen=True, slots=True)
class HowToRecord:
    """The answer to `testloom/record`.

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

    def encode(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {
            "journal": str(self.journal),
            "folder": str(self.folder),
            "python": str(self.python),
            "command": self.command,
            "launcher": self.launcher,
            "environment": dict(self.environment),
            "agent": str(self.agent),
        }


@dataclass(frozen=True, slots=True)
class ListedFunction:
    """A recorded function in the answer to `testloom/recorded`; `line` counts from 0."""

    journal: Path
    callable: str
    file: Path
    line: int
    calls: int
    lost: Mapping[str, int]

    def encode(self) -> dict[str, Any]:
        """The function as JSON."""
        return {
            "journal": str(self.journal),
            "callable": self.callable,
            "uri": uri_of(self.file),
            "line": self.line,
            "calls": self.calls,
            "lost": [{"reason": reason, "calls": calls} for reason, calls in self.lost.items()],
        }


@dataclass(frozen=True, slots=True)
class ChosenFunctions:
    """Functions of one recording: the parameters of `testloom/carve` and `testloom/forgetRecorded`."""

    journal: Path
    callables: tuple[str, ...]

    @classmethod
    def decode(cls, data: object) -> ChosenFunctions:
        """Read `{journal, callables}`.

        Raises:
            UsageError: if it is anything else.
        """
        match fields_of(data):
            case {"journal": str(journal), "callables": list(callables)}:
                return cls(Path(journal), tuple(map(str, callables)))
        raise UsageError(f"Recorded functions are named by a journal and callables, not by {data!r}.")


@dataclass(frozen=True, slots=True)
class DebugParams:
    """The parameters of `testloom/debug`: a launch configuration without variables, to complete.

    With `record`, what it runs is recorded. `uri` is a file of the project or its folder, for configurations
    that name no program.
    """

    uri: str
    configuration: Mapping[str, Any]
    record: bool = False
    python: str | None = None

    @classmethod
    def decode(cls, data: object) -> DebugParams:
        """Read `{uri, configuration, record?, python?}`.

        The configuration comes as a text of JSON: the names in it are nobody's to change.

        Raises:
            UsageError: if it is anything else.
        """
        match fields_of(data):
            case {"uri": str(uri), "configuration": str(configuration), **rest}:
                python = rest.get("python")
                return cls(
                    uri,
                    json.loads(configuration),
                    record=rest.get("record") is True,
                    python=python if isinstance(python, str) and python else None,
                )
        raise UsageError(f"{DEBUG} takes an object with a uri and a configuration, not {data!r}.")


@dataclass(frozen=True, slots=True)
class StoppedParams:
    """The parameters of `testloom/stopped`: a program stood still in a debugger, and what its user did then.

    Times are in seconds since the epoch. `evaluated` was typed into the console; with `changed`, a variable
    was set or the program was made to go on elsewhere.
    """

    journal: Path
    session: str
    began: float
    ended: float
    evaluated: tuple[str, ...] = ()
    changed: bool = False

    @classmethod
    def decode(cls, data: object) -> StoppedParams:
        """Read `{journal, session, began, ended, evaluated, changed}`.

        Raises:
            UsageError: if it is anything else.
        """
        match fields_of(data):
            case {
                "journal": str(journal),
                "session": str(session),
                "began": int() | float() as began,
                "ended": int() | float() as ended,
                "evaluated": list(evaluated),
                "changed": bool(changed),
            }:
                return cls(Path(journal), session, began, ended, tuple(map(str, evaluated)), changed)
        raise UsageError(f"{STOPPED} takes times and what was done between them, not {data!r}.")


@dataclass(frozen=True, slots=True)
class SessionEndedParams:
    """The parameters of `testloom/sessionEnded`; the time is in seconds since the epoch."""

    journal: Path
    session: str
    ended: float

    @classmethod
    def decode(cls, data: object) -> SessionEndedParams:
        """Read `{journal, session, ended}`.

        Raises:
            UsageError: if it is anything else.
        """
        match fields_of(data):
            case {"journal": str(journal), "session": str(session), "ended": int() | float() as ended}:
                return cls(Path(journal), session, ended)
        raise UsageError(f"{SESSION_ENDED} takes a session and a time, not {data!r}.")
