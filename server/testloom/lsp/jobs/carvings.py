"""The request "make tests of these recorded calls" as a job; its tests become candidates."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp import words
from testloom.lsp.answers import answer
from testloom.lsp.documents import uri_of
from testloom.lsp.jobs.generate import Generation
from testloom.lsp.jobs.life import Delivery, JobEvents, Jobs
from testloom.lsp.protocol.generating import Remedy, Started
from testloom.lsp.protocol.recording import CARVE, ChosenFunctions
from testloom.lsp.translation import say
from testloom.model.errors import UnderwayError, UsageError
from testloom.model.events.jobs import Carving
from testloom.model.generation_request import GenerationRequest, Target


@dataclass(frozen=True, slots=True)
class CarvingJob:
    """A job that makes tests from the recorded calls of some functions."""

    generation: Generation
    chosen: ChosenFunctions

    @property
    def about(self) -> Path:
        """The recording that the job uses."""
        return self.chosen.journal

    @property
    def title(self) -> str:
        """The title of the job for the user."""
        return say("Generating tests from recorded calls")

    async def request(self) -> GenerationRequest:
        """Build the request for the recording, with the settings for the first of its files.

        Raises:
            UsageError: if the recording contains no calls of the functions.
            ProjectError: if the files that define them have been deleted.
            StoreError: if it cannot be read.
            InterpreterError: if its interpreter cannot be used.
        """
        from testloom.recording import deleted, module_of, read_recording

        chosen = self.chosen
        recording = (await asyncio.to_thread(read_recording, chosen.journal)).chosen(chosen.callables)
        modules = {module_of(name) for name in chosen.callables} or {*recording.modules}
        files = [file for name, file in recording.modules.items() if name in modules]
        if not files and recording.gone:
            raise deleted(recording.gone.values())
        if not files:
            raise UsageError(
                say("The recording no longer contains these calls."), say("Record the calls again.")
            )
        options = await self.generation.options_of(uri_of(files[0]))
        targets = [Target(file) for file in files]
        python = options.python
        if python is None:  # the recorded one, if it is the project's
            consent = self.generation.consent
            python = str(await consent.recorded_interpreter(files[0], recording.python))
        request = await self.generation.request_for(targets, options, python=python)
        return replace(request, recording=chosen.journal, callables=chosen.callables)

    async def deliver(self, job: str, request: GenerationRequest, said: JobEvents) -> Delivery:
        """Offer the tests as candidates."""
        return await self.generation.offer(job, request, said)

    def outcome(self, said: JobEvents, delivery: Delivery) -> str:
        """Describe the result in words."""
        return (
            words.carved(said.summary, new=delivery.new_of(said)) if isinstance(said.summary, Carving) else ""
        )

    def remedies(self, said: JobEvents) -> tuple[Remedy, ...]:
        """Return no remedies: there are none for recordings."""
        return ()


def register_carvings(server: LanguageServer, jobs: Jobs, generation: Generation) -> None:
    """Answer the editor's request for tests of recorded calls."""

    def carve(chosen: ChosenFunctions) -> Started:
        if jobs.about(chosen.journal):
            raise UnderwayError(
                say("Tests are already being generated from this recording."),
                say("Wait for it to finish, or cancel it."),
            )
        return Started(jobs.start(CarvingJob(generation, chosen)))

    answer(server, CARVE, ChosenFunctions, carve)
