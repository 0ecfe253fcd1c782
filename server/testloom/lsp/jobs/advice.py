"""Advice about obstacles to running the tests of a job with the user's own pytest."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Sequence
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp import words
from testloom.lsp.documents import folder_of, read_file, uri_of
from testloom.lsp.messages import show_advice, show_info
from testloom.lsp.protocol.generating import Remedy
from testloom.lsp.translation import say
from testloom.model.events.jobs import FileReady, SameName
from testloom.model.generation_request import GenerationRequest


class PytestAdvice:
    """Gives each piece of advice once."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._told: set[object] = set()

    async def same_names(self, request: GenerationRequest) -> list[SameName]:
        """Find the modules whose tests cannot be run with those of a request."""
        from testloom.subject import same_names

        file = request.targets[0].file
        here = folder_of(self._server.workspace, file) or file.parent
        return await asyncio.to_thread(lambda: [*same_names(request, here)])

    def tell(self, files: Sequence[FileReady], names: Sequence[SameName]) -> None:
        """Tell the user which settings new test files need, and which modules have the same name."""
        for file in files:
            self._tell_of(file)
        for same in names:
            if self._is_new(same):
                show_info(self._server, words.same_name(same))

    def _tell_of(self, file: FileReady) -> None:
        from testloom.repository.pytest_settings import place_of_settings
        from testloom.subject import find_project

        path = Path(file.path)
        project = find_project(path)
        name, _ = place_of_settings(project)
        if file.lacking and self._is_new((project, file.lacking)):
            message = say("`pytest` alone does not find what {0} imports.", path.name)
            advice = say("Add `{0}` to `pythonpath` in {1}.", file.lacking, name)
            if file.lacking == ".":
                advice = say("Run `python -m pytest`, or add `.` to `pythonpath` in {0}.", name)
            self._advise(project, f"{message} {advice}", "pythonpath", file.lacking)
        folder = Path(os.path.relpath(path.parent, project)).as_posix()
        if file.apart and self._is_new((project, "apart", folder)):
            message = say("`pytest` alone does not run {0}.", path.name)
            advice = say("Add `{0}` to `testpaths` in {1}.", folder, name)
            self._advise(project, f"{message} {advice}", "testpaths", folder)

    def _advise(self, project: Path, advice: str, option: str, folder: str) -> None:
        from testloom.repository.pytest_settings import place_of_settings

        name, heading = place_of_settings(project)
        settings = project / name
        copy = Remedy("copy", say("Copy Setting"), text=_setting(settings, heading, option, folder))
        remedies = [copy]
        if settings.is_file():
            remedies = [Remedy("goTo", say("Open {0}", name), uri_of(settings)), copy]
        show_advice(self._server, f"Testloom: {advice}", remedies)

    def _is_new(self, advice: object) -> bool:
        """Check whether this advice has not been given yet, and note that it is given now."""
        if advice in self._told:
            return False
        self._told.add(advice)
        return True


def _setting(file: Path, heading: str, option: str, folder: str) -> str:
    """Return the setting in this file with one more folder, under its heading unless the file has it."""
    from testloom.repository.pytest_settings import pytest_settings

    settings = pytest_settings(file.parent)
    folders = [*(settings.testpaths if option == "testpaths" else settings.pythonpath), folder]
    is_ini = file.suffix in (".ini", ".cfg")
    written = " ".join(folders) if is_ini else json.dumps(folders, ensure_ascii=False)
    line, title = f"{option} = {written}\n", f"[{heading}]"
    return line if title in (read_file(file) or "") else f"{title}\n{line}"
