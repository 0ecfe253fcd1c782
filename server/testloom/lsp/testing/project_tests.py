"""Runs of the project's own tests under coverage.py, with a report of their coverage to the editor."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pygls.lsp.server import LanguageServer

from testloom.execution.process_group import end, start
from testloom.lsp.answers import answer, tell
from testloom.lsp.code_lenses.hints import Hints
from testloom.lsp.consent import Consent
from testloom.lsp.documents import folder_of, path_of, uri_in
from testloom.lsp.messages import remedies_for, show_advice
from testloom.lsp.options import KnownOptions
from testloom.lsp.protocol.candidates import CANDIDATES_CHANGED
from testloom.lsp.protocol.testing import (
    PROJECTS,
    RUN_TESTS,
    Files,
    RanTests,
    ReachedFile,
    RunTestsParams,
)
from testloom.lsp.recording.recordings import recording_variables
from testloom.lsp.reporting.reach import ReachIndex
from testloom.lsp.reporting.stale import StaleTests, generated_tests
from testloom.lsp.reporting.told_tests import ToldTests
from testloom.lsp.translation import say
from testloom.lsp.words import unreached
from testloom.measurement import (
    Broken,
    CoveredTests,
    Depended,
    LeftOut,
    Plan,
    Started,
    TestEvent,
    Traced,
    Unaffected,
    own_line_in,
    reason_in,
    why_unreached,
)
from testloom.model.errors import ProjectError
from testloom.model.progress.reach import MeasuredFile
from testloom.model.settings import Settings

if TYPE_CHECKING:
    from testloom.affected import ObservedRun
    from testloom.subject import OwnFiles

_SECONDS_BETWEEN_LOOKS = 0.1
_RAN = (0, 1, 5)
"""Pytest's exit statuses for: all tests passed, some failed, no tests were found."""


@dataclass(frozen=True, slots=True)
class TestedProject:
    """A project, its interpreter, its own source, and the variables that its tests get."""

    project: Path
    python: Path
    own: OwnFiles
    variables: Mapping[str, str]


@dataclass(slots=True)
class TestRun:
    """One run of tests: its measurements, the tests that it ran, and what it could not collect."""

    params: RunTestsParams
    tested: TestedProject
    tests: tuple[str, ...] | None
    observed: ObservedRun
    plan: Plan | None = None
    files: list[MeasuredFile] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    started: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)

    @property
    def is_complete(self) -> bool:
        """Whether all tests of the project were run."""
        return self.tests is None and (self.plan is None or not self.plan.unaffected)

    @property
    def is_in_vain(self) -> bool:
        """Whether the run was to show the coverage of all tests, and they cover nothing."""
        is_wanted = self.params.covered and not self.params.affected and self.is_complete
        is_reached = any(file.reach.counts.lines_reached for file in self.files)
        return is_wanted and bool(self.started) and not is_reached


class ProjectTests:
    """The test runs of one editor."""

    def __init__(
        self,
        server: LanguageServer,
        reached: ReachIndex,
        told: ToldTests,
        renewed: Callable[[], None],
        options: KnownOptions,
        consent: Consent,
    ) -> None:
        self._server = server
        self._options = options
        self._consent = consent
        self._told = told
        self._reached = reached
        self._renewed = renewed

    async def run(self, params: RunTestsParams) -> RanTests:
        """Run tests to their end and store their coverage; return the coverage by all tests of the project.

        Cancelling the task ends pytest and all processes below it.

        Raises:
            ProjectError: if the project has no interpreter with pytest and coverage.py, or pytest fails.
            UsageError: if the parameters name no file on this machine, or the project's settings are wrong.
        """
        from testloom.affected import ObservedRun, begin_to_observe, keep_records, make_plan

        path = path_of(params.uri)
        tested = await self._project_of(path, params.uri)
        project = tested.project.resolve()
        planned = partial(make_plan, project, tested.python, since_last=True)
        plan = await asyncio.to_thread(planned) if params.affected else None
        tests = await self._chosen(params, tested.project)
        run = TestRun(params, tested, tests, ObservedRun(project), plan.plan if plan else None)
        if run.tests is not None and not run.tests:
            return RanTests(uri_in(self._server.workspace, project))
        with tempfile.TemporaryDirectory(prefix="testloom-") as scratch:
            begun = await asyncio.to_thread(begin_to_observe, project, Path(scratch))
            unimported = await asyncio.to_thread(tested.own.packaged)
            await self._follow(run, CoveredTests(tested.python, Path(scratch), unimported, tested.own.has))
        await asyncio.to_thread(keep_records, project, tested.python, run.observed, begun)
        ran = None if run.is_complete else run.started | set(run.tests or ())
        known = await asyncio.to_thread(
            self._reached.remember, tested.project, run.files, ran, begun.at, run.broken
        )
        self._renewed()
        tell(self._server, CANDIDATES_CHANGED)
        if run.is_in_vain:
            why = why_unreached(run.left_out, tested.project, tested.python)
            failed = unreached(why, tested.project.name)
            show_advice(self._server, f"Testloom: {failed.what} {failed.advice}", remedies_for(failed))
        uri = partial(uri_in, self._server.workspace)
        return RanTests(uri(project), tuple(_file(entry, uri(entry.file)) for entry in known))

    async def _project_of(self, path: Path, uri: str) -> TestedProject:
        """Find the project that a file or a folder belongs to."""
        from testloom.subject import find_project

        project = await asyncio.to_thread(find_project, path / "_" if path.is_dir() else path)
        options = await self._options.now(uri)
        python = await self._consent.interpreter(project, options.python)
        folder = folder_of(self._server.workspace, path) or project
        variables = await asyncio.to_thread(variables_in, options.env_file, folder)
        return await asyncio.to_thread(_tested, project, python, variables)

    async def _chosen(self, params: RunTestsParams, project: Path) -> tuple[str, ...] | None:
        """Return the node ids of the tests to run; None for all."""
        if params.generated:
            return await asyncio.to_thread(generated_tests, project)
        return params.tests or None

    async def _follow(self, run: TestRun, tests: CoveredTests) -> None:
        from testloom.subject import joined

        project = run.tested.project
        recorded = await asyncio.to_thread(recording_variables, project) if run.params.record else {}
        variables = {**run.tested.variables, **joined(recorded, run.tested.variables)}
        process = await start(tests.command(run.tests, plan=run.plan), cwd=project, variables=variables)
        assert process.stdout is not None and process.stderr is not None
        said: list[str] = []
        readers = [
            asyncio.create_task(self._copy(run, stream, said)) for stream in (process.stdout, process.stderr)
        ]
        events = tests.new_events()
        over = asyncio.create_task(process.wait())
        try:
            while process.returncode is None:
                await asyncio.wait([over], timeout=_SECONDS_BETWEEN_LOOKS)
                await self._report(run, next(events))
            await asyncio.gather(*readers)
            await self._report(run, next(events))
        finally:
            await end(process)
            for reader in readers:
                reader.cancel()
        if not run.started and process.returncode not in _RAN:
            raise _failure(project, process.returncode, "\n".join(said))

    async def _copy(self, run: TestRun, stream: asyncio.StreamReader, said: list[str]) -> None:
        """Show pytest's output, and keep its last lines in `said`."""
        while chunk := await stream.read(2**14):
            text = chunk.decode(errors="replace")
            said[:] = (said + text.splitlines())[-20:]
            self._told.output(run.params.run, text)

    async def _report(self, run: TestRun, events: Sequence[TestEvent]) -> None:
        for event in events:
            run.observed.hear(event)
            if isinstance(event, Traced | Depended | Unaffected):
                continue
            if isinstance(event, MeasuredFile):
                run.files.append(event)
                continue
            if isinstance(event, Started):
                run.started.add(event.test)
            if isinstance(event, Broken):
                run.broken.add(event.test)
            if isinstance(event, LeftOut):
                run.left_out.append(event)
                self._told.output(run.params.run, _left_out(event))
                continue
            await self._told.hear(run.params.run, run.tested.project, event)


def _tested(project: Path, python: Path, variables: Mapping[str, str]) -> TestedProject:
    from testloom.execution import guarded_command
    from testloom.measurement import check_tools
    from testloom.subject import OwnFiles, read_settings

    check_tools(python, guarded_command, project)
    exclude = Settings.decode(read_settings(project)).exclude
    own = OwnFiles(project.resolve(), exclude)  # with symbolic links resolved, as coverage.py names files
    return TestedProject(project, python, own, variables)


def _failure(project: Path, status: int | None, said: str) -> ProjectError:
    """Make an error that pytest ran no test, with the project's line where it stopped, if it is known."""
    told = (reason_in(said) or say("no output")).rstrip(".")
    if (found := own_line_in(said, project)) is None:
        what = say("pytest exited with status {0} in {1}: {2}.", status, project.name, told)
        return ProjectError(what, say("See the test results for its output."))
    place, line = found
    what = say("pytest could not start: {0}, line {1}: {2}.", place, line, told)
    return ProjectError(what, say("Fix it, then run the tests again."), project / place, line)


def _left_out(event: LeftOut) -> str:
    """Describe results that are not counted, as a line of a run's output."""
    why = event.message.rstrip(".")
    if not event.file:
        return say("Some results are not counted: {0}.", why) + "\n"
    return say("{0} is not counted: {1}.", event.file, why) + "\n"


def _file(entry: MeasuredFile, uri: str) -> ReachedFile:
    counts = entry.reach.counts
    tests = frozenset[str]().union(*entry.reach.lines.values())
    return ReachedFile(
        uri,
        (counts.lines_reached, counts.lines),
        (counts.branches_reached, counts.branches),
        tuple(sorted(tests - {""})),
    )


def register_project_tests(
    server: LanguageServer,
    reached: ReachIndex,
    stale: StaleTests,
    hints: Hints,
    options: KnownOptions,
    consent: Consent,
) -> None:
    """Answer the editor's request to run tests; the results update lenses and diagnostics."""
    tests = ProjectTests(server, reached, ToldTests(server, stale), hints.refresh, options, consent)
    answer(server, RUN_TESTS, RunTestsParams, tests.run)
    answer(server, PROJECTS, Files, one_of_each_project)


async def one_of_each_project(files: Files) -> Files:
    """Select one file of each project: a run for it concerns the others, too.

    Raises:
        UsageError: if one is not on this machine.
    """
    from testloom.subject import find_project

    paths = {uri: path_of(uri) for uri in files.uris}

    def found() -> tuple[str, ...]:
        return tuple({find_project(path): uri for uri, path in paths.items()}.values())

    return Files(await asyncio.to_thread(found))


def variables_in(named: str | None, folder: Path) -> dict[str, str]:
    """Read the variables from the file in the editor's setting `python.envFile`, by default `.env`.

    Args:
        named: the setting.
        folder: the workspace folder, where relative paths start. No file there means no variables.

    Raises:
        UsageError: if there is a file and it cannot be read.
    """
    from testloom.subject import read_variables

    written = (named or "${workspaceFolder}/.env").replace("${workspaceFolder}", str(folder))
    file = folder / Path(written.replace("${userHome}", str(Path.home()))).expanduser()
    try:
        return read_variables(file)
    except FileNotFoundError:
        return {}
