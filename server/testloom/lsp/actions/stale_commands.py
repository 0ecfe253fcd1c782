"""User actions on a stale test: to accept the new value, to renew the test, or to report a bug."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp.actions.snapshots import Snapshots
from testloom.lsp.answers import obey
from testloom.lsp.candidates.undoing import Undoing
from testloom.lsp.documents import path_of, read_file, shown_text, uri_in
from testloom.lsp.edits import apply_edit, build_rewrite
from testloom.lsp.jobs.generate import Generation
from testloom.lsp.jobs.life import Jobs
from testloom.lsp.protocol.generating import GenerateArguments, Position
from testloom.lsp.protocol.testing import ACCEPT_VALUE, KNOWN_BUG, RENEW_TEST, StaleArguments
from testloom.lsp.reporting.diagnostics import Diagnostics
from testloom.lsp.reporting.stale import StaleTest, StaleTests
from testloom.lsp.translation import say
from testloom.model.errors import UsageError
from testloom.model.suite import EmittedTest


class StaleCommands:
    """Performs actions on the stale tests of one editor."""

    def __init__(
        self,
        server: LanguageServer,
        stale: StaleTests,
        diagnostics: Diagnostics,
        generation: Generation,
        snapshots: Snapshots,
        undoing: Undoing,
    ) -> None:
        self._server = server
        self._undoing = undoing
        self._stale = stale
        self._diagnostics = diagnostics
        self._generation = generation
        self._snapshots = snapshots

    async def accept(self, arguments: StaleArguments) -> None:
        """Put the new value into the assertion, as one edit that can be undone.

        Raises:
            UsageError: if the test is another one by now, or no source says the value.
            ProjectError: if a library keeps the value that does not run, or keeps no text, or the editor does
                not apply the edit.
            StoreError: if the test cannot be remembered as ours.
        """
        stale = self._find(arguments)
        if snapshot := stale.failure.snapshot:
            if await self._snapshots.update(stale, snapshot):
                self._drop(stale)
            return
        shown = shown_text(self._server.workspace, stale.file)
        text = await asyncio.to_thread(_accepted, shown.text, stale)
        if text is None:
            raise UsageError(
                say("The new value in {0} cannot be written as source code.", stale.name),
                say("Regenerate the test."),
            )
        before = await self._undoing.before(stale.file)
        edit = build_rewrite(self._server, stale.file, shown, text)
        await apply_edit(self._server, edit, say("Accept new value in {0}", stale.name))
        if stale.emitted is not None:
            await asyncio.to_thread(_remember, stale, stale.emitted, text)
            await self._undoing.note(before, text)
        self._drop(stale)

    async def renew(self, arguments: StaleArguments) -> None:
        """Generate tests for the target of a stale test; its renewed version waits as a candidate.

        Raises:
            UsageError: if it is its user's, its subject is not found, or a job for that is running.
        """
        stale = self._find(arguments)
        if stale.emitted is None or not stale.is_renewable:
            raise UsageError(
                say("{0} was not generated, or has been edited.", stale.name),
                say(
                    "Edit it by hand. Or delete it, run Testloom: Forget Decisions on This File's Tests, "
                    "and generate tests again."
                ),
            )
        file, line = await asyncio.to_thread(_subject, stale.file, stale.emitted.callable)
        renewed = (stale.emitted.name,)
        place = Position(line)
        request = GenerateArguments(uri_in(self._server.workspace, file), place, review=True, renewed=renewed)
        self._generation.start(request)

    async def ignore(self, arguments: StaleArguments) -> None:
        """Remember that the change is a bug: the test is reported again only when it changes otherwise.

        Raises:
            StoreError: if that cannot be remembered.
        """
        stale = self._find(arguments)
        await asyncio.to_thread(_ignore, stale)
        self._drop(stale)

    def _find(self, arguments: StaleArguments) -> StaleTest:
        stale = self._stale.find(path_of(arguments.uri), arguments.test)
        if stale is None:
            raise UsageError(say("{0} is no longer marked as failing.", arguments.test), _advice())
        return stale

    def _drop(self, stale: StaleTest) -> None:
        self._stale.drop(stale)
        self._diagnostics.refresh()


def register_stale_commands(
    server: LanguageServer,
    stale: StaleTests,
    diagnostics: Diagnostics,
    generation: Generation,
    jobs: Jobs,
    undoing: Undoing,
) -> None:
    """Offer the commands of the quick fixes."""
    snapshots = Snapshots(server, jobs, generation)
    commands = StaleCommands(server, stale, diagnostics, generation, snapshots, undoing)
    obey(server, ACCEPT_VALUE, StaleArguments, commands.accept)
    obey(server, RENEW_TEST, StaleArguments, commands.renew)
    obey(server, KNOWN_BUG, StaleArguments, commands.ignore)


def _advice() -> str:
    return say("Run Testloom: Check Generated Tests.")


def _accepted(text: str, stale: StaleTest) -> str | None:
    from testloom.subject import find_project
    from testloom.writer import project_style, restyled

    change = stale.now(text)
    if change is None:
        raise UsageError(say("{0} has been edited since it failed.", stale.name), _advice())
    if change.text is None:
        return None
    return restyled(text, change.text, stale.name, project_style(find_project(stale.file)))


def _remember(stale: StaleTest, test: EmittedTest, text: str) -> None:
    """Register the test, as it is now, as generated by Testloom."""
    from dataclasses import replace

    from testloom.store import EmittedTests, open_store
    from testloom.writer import function_source

    source = function_source(text, stale.name)
    with open_store() as database:
        emitted = EmittedTests(database)
        known = [other for other in emitted.of(stale.file) if other.name != test.name]
        emitted.remember(stale.file, [*known, replace(test, source=source)])


def _ignore(stale: StaleTest) -> None:
    from testloom.store import KnownBugs, open_store

    with open_store() as database:
        KnownBugs(database).add(stale.file, stale.case, stale.change.what)


def _subject(test_file: Path, callable: str) -> tuple[Path, int]:
    """Find the source file of the callable that a test is about, and the line (from 0) where it begins."""
    from testloom.lsp.places.outline import Outline, outline_of
    from testloom.source.modules import SourceTree
    from testloom.source.names import defining_file
    from testloom.subject import find_project, find_root, module_name, source_files

    module, _, qualname = callable.partition(":")
    last = module.rpartition(".")[2]
    for file in source_files(find_project(test_file)):
        if last in (file.stem, file.parent.name) and module_name(root := find_root(file), file) == module:
            home = defining_file(callable, SourceTree(root)) or file
            outline = outline_of(read_file(home) or "") or Outline()
            return home, next((unit.line for unit in outline.units if unit.qualname == qualname), 0)
    raise UsageError(say("Module {0} not found.", module), say("If it was removed, delete its tests."))
