"""Git is asked in a way that runs nothing of the repository."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from testloom.repository import ignored_files, is_ignored, is_tracked


@pytest.mark.parametrize(
    "ask",
    [
        lambda project: is_tracked(project / ".venv" / "bin" / "python", project),
        ignored_files,
        lambda project: is_ignored(project / "a.py"),
    ],
)
def test_each_question_fetches_nothing_and_trusts_no_configuration(
    ask: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$GIT_ALLOW_PROTOCOL|$GIT_DIR|$*" >> {told}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    monkeypatch.setenv("GIT_ALLOW_PROTOCOL", "file:ext")
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)

    ask(project)

    for line in told.read_text().splitlines():
        allowed, folder, arguments = line.split("|")
        assert (allowed, folder) == ("", "")
        assert "core.fsmonitor=" in arguments and "core.hooksPath=/dev/null" in arguments
