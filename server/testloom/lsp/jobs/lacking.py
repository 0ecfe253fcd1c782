"""What `pytest` alone does not find: said once for a project, with the setting that mends it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp.documents import read_file, uri_of
from testloom.lsp.messages import show_advice
from testloom.lsp.protocol.generating import Remedy
from testloom.lsp.translation import say
from testloom.model.events.jobs import FileReady


class PathAdvice:
    """Advises on the import path of pytest; knows in which projects the user has been told."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._told: set[tuple[Path, str]] = set()

    def tell(self, files: Sequence[FileReady]) -> None:
        """Say what pytest's path lacks for new test files, unless that has been said."""
        from testloom.subject import find_project

        for file in files:
            if not file.lacking:
                continue
            path = Path(file.path)
            project = find_project(path)
            if (project, file.lacking) not in self._told:
                self._told.add((project, file.lacking))
                self._advise(path, project, file.lacking)

    def _advise(self, test_file: Path, project: Path, folder: str) -> None:
        from testloom.repository.pytest_settings import place_of_settings

        name, heading = place_of_settings(project)
        message = say("`pytest` alone does not find what {0} imports.", test_file.name)
        advice = say("Add `{0}` to `pythonpath` in {1}.", folder, name)
        if folder == ".":
            advice = say("Run `python -m pytest`, or add `.` to `pythonpath` in {0}.", name)
        settings = project / name
        copy = Remedy("copy", say("Copy Setting"), text=_setting(settings, heading, folder))
        remedies = [copy]
        if settings.is_file():
            remedies = [Remedy("goTo", say("Open {0}", name), uri_of(settings)), copy]
        show_advice(self._server, f"Testloom: {message} {advice}", remedies)


def _setting(file: Path, heading: str, folder: str) -> str:
    """The setting as it stands in this file with one folder more; below its heading, unless that is there."""
    from testloom.repository.pytest_settings import pytest_settings

    folders = [*pytest_settings(file.parent).pythonpath, folder]
    is_ini = file.suffix in (".ini", ".cfg")
    line = f"pythonpath = {' '.join(folders) if is_ini else json.dumps(folders, ensure_ascii=False)}\n"
    title = f"[{heading}]"
    return line if title in (read_file(file) or "") else f"{title}\n{line}"
