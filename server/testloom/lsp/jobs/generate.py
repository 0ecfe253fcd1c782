"""The request "generate tests here" as a job: from a cursor to an edit of the test file, or candidates."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.lsp import words
from testloom.lsp.answers import obey
from testloom.lsp.candidates.candidates import Candidates
from testloom.lsp.candidates.offering import offered_tests
from testloom.lsp.candidates.offers import wanted
from testloom.lsp.consent import Consent
from testloom.lsp.documents import (
    folder_of,
    is_file,
    mark_of,
    path_of,
    read_file,
    read_open,
    unsaved_tests,
)
from testloom.lsp.jobs.life import Delivery, JobEvents, Jobs
from testloom.lsp.options import KnownOptions, Options
from testloom.lsp.places.outline import outline_of
from testloom.lsp.places.targets import qualname_at
from testloom.lsp.protocol.generating import GENERATE_TESTS, GenerateArguments, Remedy, Started
from testloom.lsp.translation import say
from testloom.model.errors import ProjectError, UnderwayError, UsageError
from testloom.model.events.jobs import Failed, Summary
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.progress.offers import OfferedTest
from testloom.model.settings import BOUNDS
from testloom.repository.pytest_settings import is_test_file


class Generation:
    """Fulfils an editor's requests for tests, with its folders and settings."""

    def __init__(
        self,
        server: LanguageServer,
        jobs: Jobs,
        candidates: Candidates,
        options: KnownOptions,
        consent: Consent,
    ) -> None:
        self._server = server
        self._jobs = jobs
        self._candidates = candidates
        self._options = options
        self.consent = consent

    def start(self, arguments: GenerateArguments) -> Started:
        """Start a job for the target of the arguments.

        Raises:
            UsageError: if a job for that file is running, or the file is not there or not saved.
            ProjectError: if the file cannot be read.
        """
        target = self._resolve(arguments)
        if running := self._jobs.about(target.file):
            raise UnderwayError(
                say("{0} is already in progress.", running.title),
                say("Wait for it to finish, or cancel it, before starting another."),
            )
        return Started(self._jobs.start(GenerationJob(self, target, arguments)))

    def folder_of(self, file: Path) -> Path:
        """Find the workspace folder that contains a file; the file's own folder if none does."""
        return folder_of(self._server.workspace, file) or file.parent

    async def options_of(self, uri: str) -> Options:
        """Read the settings of a document; the initial ones if the editor cannot be asked."""
        return await self._options.now(uri)

    async def request_for(
        self, targets: Sequence[Target], options: Options, *, python: str | None = None, asks: bool = True
    ) -> GenerationRequest:
        """Build the request for targets in one project; `python` overrides the editor's interpreter.

        Only with `asks` may the user be asked what the repository may do.

        Raises:
            InterpreterError: if there is none that can be used.
            UsageError: if the project's settings are wrong.
            StoreError: if the user's consent cannot be read.
        """
        from testloom.subject import find_project, find_root, read_settings

        file = targets[0].file
        root = options.root_in(self.folder_of(file))
        if root is None:
            root = await asyncio.to_thread(find_root, file)
        elif not any(target.file.is_relative_to(root) for target in targets):
            what = say("{0} is not below {1}, which testloom.root names.", file, root)
            raise UsageError(what, say("Correct this setting, or leave it empty."))
        found = await self.consent.interpreter(root, python or options.python, asks=asks)
        project = await asyncio.to_thread(find_project, file)
        set_there = await asyncio.to_thread(read_settings, project)
        allow = await self.consent.allowance(project, options.allow, asks=asks)
        settings, unsaved = options.over(set_there, allow), unsaved_tests(self._server.workspace)
        return GenerationRequest(tuple(targets), found, root, write=False, settings=settings, unsaved=unsaved)

    async def offer(self, job: str, request: GenerationRequest, said: JobEvents) -> Delivery:
        """Let the tests of a job wait for the user.

        Raises:
            StoreError: if they cannot be kept.
        """
        offered = await self._candidates.offer(job, request, said.candidates, said.files, said.marks)
        return Delivery(offered=tuple(offered))

    async def apply(self, label: str, job: str, request: GenerationRequest, said: JobEvents) -> Delivery:
        """Put the tests of a job into their files at once, as one edit.

        If that cannot be done, they wait: their search was not in vain. So they do if their code has changed
        since, as with another branch: nobody knows whether they pass.

        Raises:
            StoreError: if the store cannot be used.
        """
        texts = {file.path: file.text for file in said.files}
        by_file: dict[Path, list[OfferedTest]] = {}
        tests = await asyncio.to_thread(wanted, offered_tests(request, said.candidates, texts, said.marks))
        if await asyncio.to_thread(_are_outdated, tests):
            return await self.offer(job, request, said)
        for test in tests:
            by_file.setdefault(test.file, []).append(test)
        try:
            put = await self._candidates.putting.put(label, by_file)
        except ProjectError as error:
            said.errors.append(Failed(type(error).__name__, error.what, error.advice))
            return await self.offer(job, request, said)
        if put.refused:
            reason = f" ({put.reason})" if put.reason else ""
            what = say("The editor did not apply the edit{0}.", reason)
            said.errors.append(Failed("refused", what, say("The tests wait in the Generated Tests view.")))
            return await self.offer(job, request, said)
        return Delivery(put.files)

    def _resolve(self, arguments: GenerateArguments) -> Target:
        if arguments.pair is not None:
            pair = [Target.parse(text) for text in arguments.pair]
            for target in pair:
                read_open(self._server.workspace, target.file)
            return pair[0]
        path = path_of(arguments.uri)
        if path.is_dir():
            for file in self._open_below(path):
                read_open(self._server.workspace, file)
            return Target(path)
        document = read_open(self._server.workspace, path)
        if document is None:
            raise UsageError(say("{0} does not exist.", path), say("Save it to disk first."))
        if path.suffix != ".py":
            what = say("{0} is not a Python module.", path.name)
            raise UsageError(what, say("Generate tests for a .py file."))
        if is_test_file(path):
            what = say("{0} holds tests, and none are written for tests.", path.name)
            raise UsageError(what, say("Generate tests for the code that it tests."))
        line = arguments.line
        if line is None:
            return Target(path)
        qualname = qualname_at(document.text, line)
        is_exact = arguments.scope == "line"
        return Target(path, qualname, line + 1, arguments.outcome) if is_exact else Target(path, qualname)

    def _open_below(self, folder: Path) -> list[Path]:
        """List the open files below a folder that tests may be generated for: none of its environment."""
        from testloom.subject import may_have_sources

        documents = self._server.workspace.text_documents.values()
        files = [path_of(document.uri) for document in documents if is_file(document.uri)]
        below = [file for file in files if folder in file.parents]
        return [
            file for file in below if may_have_sources(file.relative_to(folder)) and not is_test_file(file)
        ]


@dataclass(frozen=True, slots=True)
class GenerationJob:
    """A job that generates tests for one target, or for a pair of targets."""

    generation: Generation
    target: Target
    arguments: GenerateArguments

    @property
    def about(self) -> Path:
        """The file, as two jobs would write the same test file."""
        return self.target.file

    @property
    def title(self) -> str:
        """The title of the job for the user."""
        return say("Generating tests for {0}", words.name_of(self.target))

    async def request(self) -> GenerationRequest:
        """Build the request for the target, with the settings that hold for it.

        Raises:
            InterpreterError: if there is none that can be used.
            UsageError: if the project's settings are wrong, or there is nothing to test.
        """
        options = await self.generation.options_of(self.arguments.uri)
        if self.arguments.pair is not None:
            pair = [Target.parse(text) for text in self.arguments.pair]
            request = replace(await self.generation.request_for(pair, options), is_pair=True)
        else:
            targets = await asyncio.to_thread(_targets, self.target)
            request = await self.generation.request_for(targets, options)
            seconds = request.settings.budget * self.arguments.effort * len(targets)
            request = replace(
                request, settings=replace(request.settings, budget=min(seconds, BOUNDS["budget"][1]))
            )
        only_missing = not self.arguments.everything and not self.arguments.renewed
        return replace(
            request,
            drafts=self.arguments.review,
            renewed=self.arguments.renewed,
            only_missing=only_missing,
        )

    async def deliver(self, job: str, request: GenerationRequest, said: JobEvents) -> Delivery:
        """Offer the tests as candidates for a review or after a cancellation; otherwise, insert them."""
        if self.arguments.review or said.enough.is_set():
            return await self.generation.offer(job, request, said)
        label = say("Tests for {0}", words.name_of(self.target))
        return await self.generation.apply(label, job, request, said)

    def outcome(self, said: JobEvents, delivery: Delivery) -> str:
        """Describe the result in words."""
        if not isinstance(said.summary, Summary):
            return ""
        if self._is_about_nothing(said.summary):
            return words.nothing_in(self.target)
        return words.outcome(self.target, said.summary, new=delivery.new_of(said))

    def remedies(self, said: JobEvents) -> tuple[Remedy, ...]:
        """Offer to generate tests anyway if existing tests left none to find.

        If counting their coverage took too long, offer to measure it.
        """
        summary, arguments = said.summary, self.arguments
        if not isinstance(summary, Summary) or said.errors or self._is_about_nothing(summary):
            return ()
        if summary.uncounted is not None:
            return (Remedy("runTests", say("Run Tests with Coverage")),)
        if summary.goals and (summary.tests or not summary.left_out):
            return ()
        if arguments.everything or arguments.pair is not None:
            return ()
        title = say("Generate Anyway")
        return (Remedy("generate", title, arguments.uri, arguments.line or 0, arguments.scope or ""),)

    def _is_about_nothing(self, summary: Summary) -> bool:
        return not summary.goals and _defines_nothing(self.target)


def register_generation(
    server: LanguageServer, jobs: Jobs, candidates: Candidates, options: KnownOptions, consent: Consent
) -> Generation:
    """Handle the editor's requests to generate tests, and to cancel jobs."""
    generation = Generation(server, jobs, candidates, options, consent)
    obey(server, GENERATE_TESTS, GenerateArguments, generation.start)

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def cancel(params: types.WorkDoneProgressCancelParams) -> None:
        jobs.cancel(params.token)

    return generation


def _are_outdated(tests: Sequence[OfferedTest]) -> bool:
    """Check whether code has changed since its tests were verified."""
    known = (test for test in tests if test.verified_for)
    return any(test.verified_for != mark_of(test.subject) for test in known)


def _defines_nothing(target: Target) -> bool:
    """Check whether a file can be read and contains neither a function nor a class."""
    with contextlib.suppress(ProjectError):
        text = None if target.file.is_dir() else read_file(target.file)
        outline = None if text is None else outline_of(text)
        return outline is not None and not outline.units
    return False


def _targets(target: Target) -> tuple[Target, ...]:
    """Return the target itself; for a folder, a target for each source file below it.

    Raises:
        UsageError: if the folder contains no source file.
    """
    from testloom.subject import source_files

    if not target.file.is_dir():
        return (target,)
    targets = tuple(Target(file) for file in source_files(target.file))
    if not targets:
        raise UsageError(
            say("{0} contains no Python code to test.", target.file), say("Choose another folder.")
        )
    return targets
