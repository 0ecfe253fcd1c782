"""What a repository asks for holds once its user has said so."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from testloom.store import Consents, open_store
from tests.projects import pyproject

from .command import Ended, run

BUDGETS = {
    "generate": ["shop.py", "--executions", "50"],
    "continuous": ["--executions", "50", "--executor", "local:1"],
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose code writes elsewhere, and that asks to be allowed that."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    project, out = tmp_path / "shop", tmp_path / "its out"
    for folder in (project, out):
        folder.mkdir()
    asked = f"[tool.testloom]\nallow = [{json.dumps(f'write:{out}')}]\n"
    (project / "pyproject.toml").write_text(pyproject("shop") + asked)
    (project / "shop.py").write_text(
        f"def note(n: int):\n    with open({str(out / 'note')!r}, 'w') as f:\n        f.write(str(n))\n"
    )
    return project


def generate(project: Path, command: str, *options: str) -> Ended:
    return run(project, command, *BUDGETS[command], "--python", sys.executable, *options)


@pytest.mark.parametrize("command", BUDGETS)
def test_a_repository_cannot_exempt_itself_from_the_guard(project: Path, command: str) -> None:
    ended = generate(project, command)

    entry = f"write:{project.parent / 'its out'}"
    [told] = [line for line in ended.err.splitlines() if "--allow" in line]
    assert str(project / "pyproject.toml") in told
    assert shlex.split(told)[-2:] == ["--allow", entry]
    assert not (project.parent / "its out" / "note").exists()


@pytest.mark.parametrize("command", BUDGETS)
def test_what_is_allowed_on_the_command_line_holds(project: Path, command: str) -> None:
    ended = generate(project, command, "--allow", f"write:{project.parent / 'its out'}")

    assert "--allow" not in ended.err
    assert (project.parent / "its out" / "note").exists()


def test_what_was_allowed_in_the_editor_holds(project: Path) -> None:
    with open_store() as database:
        Consents(database).remember(project, [f"write:{project.parent / 'its out'}"], agreed=True)
    ended = generate(project, "generate")

    assert "--allow" not in ended.err
    assert (project.parent / "its out" / "note").exists()


def test_the_doctor_tells_what_a_project_asks_for(project: Path) -> None:
    ended = run(project, "doctor", "--python", sys.executable)

    assert f"asks for --allow write:{project.parent / 'its out'}" in ended.out


@pytest.mark.parametrize(
    "command", [["generate", "shop.py"], ["coverage"], ["doctor"], ["record", "--", "shop.py"]]
)
def test_an_interpreter_of_the_repository_does_not_run(project: Path, command: list[str]) -> None:
    python = project / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\ntouch {project / "ran"}\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    for git in (["init", "-q"], ["add", "-f", "."]):
        subprocess.run(["git", "-C", str(project), *git], check=True, capture_output=True)
    ended = run(project, *command)

    assert ended.status == 1
    said = ended.err + ended.out
    assert f"{python} does what the repository says (git tracks {python})" in said
    assert f"--python {python}" in said
    assert not (project / "ran").exists()
