"""The project's own tests in a debugger of the editor: how it starts pytest, and how the tests ended."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import answer
from testloom.lsp.consent import Consent
from testloom.lsp.documents import folder_of, path_of
from testloom.lsp.options import KnownOptions
from testloom.lsp.protocol.recording import HowToDebug
from testloom.lsp.protocol.testing import DEBUG_TESTS, DEBUGGED_TESTS, DebuggedTestsParams, DebugTestsParams
from testloom.lsp.reporting.stale import StaleTests
from testloom.lsp.reporting.told_tests import ToldTests
from testloom.lsp.testing.project_tests import variables_in
from testloom.lsp.translation import say
from testloom.measurement import Broken, DebuggedTests, Ended, Started, check_pytest
from testloom.model.errors import ProjectError


@dataclass(frozen=True, slots=True)
class Session:
    """Tests of a project that are being debugged, with a folder for what is written meanwhile."""

    project: Path
    scratch: tempfile.TemporaryDirectory[str] = field(
        default_factory=lambda: tempfile.TemporaryDirectory(prefix="testloom-")
    )

    @property
    def tests(self) -> DebuggedTests:
        """The tests."""
        return DebuggedTests(Path(self.scratch.name))


class DebuggedRuns:
    """The test runs of one editor that its debugger starts."""

    def __init__(
        self, server: LanguageServer, told: ToldTests, options: KnownOptions, consent: Consent
    ) -> None:
        self._server = server
        self._told = told
        self._options = options
        self._consent = consent
        self._sessions: dict[str, Session] = {}

    async def begin(self, params: DebugTestsParams) -> HowToDebug:
        """Build the launch configuration that runs the tests; what it leaves out is up to the debugger.

        Raises:
            InterpreterError: if the project has no interpreter that can be used.
            MissingToolError: if pytest is not installed in it.
            UsageError: if the parameters name no folder on this machine, or its variables cannot be read.
        """
        from testloom.execution import guarded_command
        from testloom.subject import find_project, joined

        path = path_of(params.uri)
        project = await asyncio.to_thread(find_project, path / "_")
        options = await self._options.now(params.uri)
        python = await self._consent.interpreter(project, options.python)
        plugins = await asyncio.to_thread(check_pytest, python, guarded_command, project)
        folder = folder_of(self._server.workspace, path) or project
        variables = joined(await asyncio.to_thread(variables_in, options.env_file, folder), os.environ)
        session = self._sessions[params.run] = Session(project)
        found = joined({"PYTHONPATH": session.scratch.name}, {**os.environ, **variables})
        arguments = await asyncio.to_thread(session.tests.arguments, params.tests, plugins)
        return HowToDebug(_configuration(python, arguments, project, {**variables, **found}))

    async def end(self, params: DebuggedTestsParams) -> None:
        """Tell the editor how the tests of a session that is over have ended.

        Raises:
            ProjectError: if pytest ran none.
        """
        session = self._sessions.pop(params.run)
        with session.scratch:
            events = await asyncio.to_thread(lambda: list(session.tests.events()))
        shown = [event for event in events if isinstance(event, Broken | Started | Ended)]
        for event in shown:
            await self._told.hear(params.run, session.project, event)
        if not shown:
            what = say("pytest ran no test in the debugger.")
            raise ProjectError(what, say("See the debug console for its output."), session.project)

    def close(self) -> None:
        """Remove what sessions have written whose end is not told any more."""
        for session in self._sessions.values():
            session.scratch.cleanup()


def _configuration(
    python: Path, arguments: Sequence[str], project: Path, variables: dict[str, str]
) -> dict[str, Any]:
    """Launch pytest in the interpreter whose plugins are known; a debugger might choose another one."""
    launched = {"module": "pytest", "args": list(arguments), "cwd": str(project), "env": variables}
    return {"python": [str(python)], **launched}


def register_debugged_tests(
    server: LanguageServer, stale: StaleTests, options: KnownOptions, consent: Consent
) -> DebuggedRuns:
    """Answer the editor's requests to debug tests."""
    runs = DebuggedRuns(server, ToldTests(server, stale), options, consent)
    answer(server, DEBUG_TESTS, DebugTestsParams, runs.begin)
    answer(server, DEBUGGED_TESTS, DebuggedTestsParams, runs.end)
    return runs
