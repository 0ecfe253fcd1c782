"""Launch configurations of debuggers: completed, and extended for recording.

https://github.com/microsoft/debugpy/wiki/Debug-configuration-settings
"""

from __future__ import annotations

import asyncio
import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pygls.lsp.server import LanguageServer

from testloom.execution import recorded_environment
from testloom.lsp.answers import answer
from testloom.lsp.documents import path_of
from testloom.lsp.protocol.recording import (
    DEBUG,
    SESSION_ENDED,
    STOPPED,
    DebugParams,
    HowToDebug,
    HowToRecord,
    SessionEndedParams,
    StoppedParams,
)
from testloom.lsp.recording.recordings import Recordings

OWN_TYPE = "testloom"
"""The type of launch configurations for Testloom's own debugger."""
JOURNAL = "testloomJournal"
"""The key of a session's configuration for the journal of its recording."""


def completed(configuration: Mapping[str, Any], python: Path, folder: Path) -> Mapping[str, Any]:
    """Add an interpreter and a working folder to our debugger's configuration.

    That of another debugger is returned unchanged.
    """
    is_ours = configuration.get("type") == OWN_TYPE
    return {"python": [str(python)], "cwd": str(folder), **configuration} if is_ours else configuration


def recorded(configuration: Mapping[str, Any], how: HowToRecord) -> dict[str, Any]:
    """Extend the configuration so that its program is recorded, without stepping through the recorder.

    A configuration that attaches to a running process is only extended to hide the recorder, which the
    process may or may not contain.
    """
    rules = [{"path": str(how.agent / "**"), "include": False}, *configuration.get("rules", [])]
    extended = {**configuration, "rules": rules, JOURNAL: str(how.journal)}
    if configuration.get("request") != "launch":
        return extended
    given = configuration.get("env") or {}
    around = {**os.environ, **given}
    extended["env"] = {**given, **_variables(how, around)}
    if program := _program(configuration):
        extended.pop("module", None)
        extended["program"] = how.launcher[0]
        extended["args"] = [*how.launcher[1:], *program]
    if isinstance(script := configuration.get("program"), str):
        extended.setdefault("cwd", str(Path(script).parent))
    return extended


def _variables(how: HowToRecord, around: Mapping[str, str]) -> dict[str, str]:
    from testloom.recording import ignored_of

    return recorded_environment(how.journal, how.folder, ignored=ignored_of(how.folder), inherited=around)


def _program(configuration: Mapping[str, Any]) -> list[str]:
    """Return the command line of a launch configuration; empty if it runs neither a script nor a module."""
    arguments = configuration.get("args", [])
    listed = shlex.split(arguments) if isinstance(arguments, str) else [str(entry) for entry in arguments]
    match configuration:
        case {"program": str(script)}:
            return [script, *listed]
        case {"module": str(module)}:
            return ["-m", module, *listed]
    return []


class Debugging:
    """The debug sessions of one editor."""

    def __init__(self, recordings: Recordings) -> None:
        self._recordings = recordings

    async def configuration(self, params: DebugParams) -> HowToDebug:
        """Build the configuration that a debugger is to run instead of the given one.

        Raises:
            UsageError: if it refers to nothing on this machine.
            InterpreterError: if the project has no interpreter that can be used.
        """
        script = params.configuration.get("program")
        about = Path(script) if isinstance(script, str) else path_of(params.uri)
        how = await self._recordings.how_to_record(about, params.uri)
        configuration = completed(params.configuration, how.python, how.folder)
        return HowToDebug(recorded(configuration, how) if params.record else configuration)

    async def stopped(self, params: StoppedParams) -> None:
        """Add the user's actions while the program stood still to the recording.

        Raises:
            StoreError: if the recording cannot be written.
        """
        from testloom.recording import Stop, note_stop, only_looks

        by_hand = params.changed or not all(map(only_looks, params.evaluated))
        stop = Stop(params.began, params.ended, by_hand)
        await asyncio.to_thread(note_stop, params.journal, params.session, stop)

    async def ended(self, params: SessionEndedParams) -> None:
        """Add the end of a session to the recording.

        Raises:
            StoreError: if the recording cannot be written.
        """
        from testloom.recording import note_end

        await asyncio.to_thread(note_end, params.journal, params.session, params.ended)


def register_debugging(server: LanguageServer, recordings: Recordings) -> None:
    """Answer the editor's requests around debug sessions."""
    debugging = Debugging(recordings)
    answer(server, DEBUG, DebugParams, debugging.configuration)
    answer(server, STOPPED, StoppedParams, debugging.stopped)
    answer(server, SESSION_ENDED, SessionEndedParams, debugging.ended)
