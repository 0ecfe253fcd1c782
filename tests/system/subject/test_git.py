"""Git is asked in a way that runs nothing of the repository."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from testloom.model.errors import ProjectError
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


def repository(folder: Path, ignored: str) -> Path:
    """A repository with a commit, and a file that it ignores."""
    folder.mkdir(parents=True)
    (folder / ".gitignore").write_text(f"{ignored}\n")
    (folder / ignored).write_text("hidden")
    (folder / "code.py").write_text("")
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *who, *command], cwd=folder, check=True, timeout=30)
    return folder


def test_what_repositories_within_the_project_ignore_is_ignored(tmp_path: Path) -> None:
    project = repository(tmp_path / "project", "a.txt")
    library = repository(tmp_path / "library", "b.txt")
    adding = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library), "inner"]
    subprocess.run(["git", *adding], cwd=project, check=True, timeout=30)
    (project / "inner" / "b.txt").write_text("hidden")
    repository(project / "loose" / "deep" / "nested", "c.txt")

    found = {str(Path(path).relative_to(project)) for path in ignored_files(project)}

    assert found == {"a.txt", "inner/b.txt", "loose/deep/nested/c.txt"}


def test_a_repository_that_git_cannot_read_is_told(tmp_path: Path) -> None:
    project = repository(tmp_path / "project", "a.txt")
    (project / ".git" / "index").write_bytes(b"no index")

    with pytest.raises(ProjectError, match=r"Git cannot tell which files of .*project it ignores: .*index"):
        ignored_files(project)


def test_without_a_repository_nothing_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("")

    assert ignored_files(tmp_path) == []
