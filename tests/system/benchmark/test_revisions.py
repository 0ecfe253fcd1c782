"""Testloom at a commit, in a folder of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.quality.environments import revisions
from tests.quality.environments.errors import BenchError
from tests.quality.environments.revisions import Revision, check_out, resolve

MODULE = "server/testloom.py"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    (folder / "server").mkdir(parents=True)
    (folder / "notes.txt").write_text("old")
    (folder / "requirements.txt").write_text("black==1\n")
    git(folder, "init", "--quiet")
    for number in (1, 2):
        (folder / MODULE).write_text(f"NUMBER = {number}\n")
        git(folder, "add", ".")
        git(folder, "commit", "--quiet", "-m", f"Number {number}")
    return folder


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=nobody", "-c", "user.email=nobody@localhost")
    done = subprocess.run(["git", *who, "-C", folder, *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_a_commit_is_found_by_any_of_its_names(repository: Path) -> None:
    assert resolve("HEAD~1", repository).commit == git(repository, "rev-parse", "HEAD~1")
    with pytest.raises(BenchError, match=r"nothing-here is no commit of .*`\.` is the work tree"):
        resolve("nothing-here", repository)


def test_a_work_tree_without_changes_is_its_commit(repository: Path) -> None:
    (repository / "notes.txt").write_text("nothing that runs")

    assert resolve(".", repository).commit == git(repository, "rev-parse", "HEAD")


def test_changes_are_a_commit_that_is_the_same_for_the_same_changes(repository: Path) -> None:
    seen = []
    for text in ("NUMBER = 3\n", "NUMBER = 4\n", "NUMBER = 3\n"):
        (repository / MODULE).write_text(text)
        seen.append(resolve(".", repository).commit)

    assert seen[0] == seen[2] != seen[1]
    assert git(repository, "status", "--porcelain") == f"M {MODULE}"  # nothing was staged
    assert git(repository, "branch", "--contains", seen[0]) == ""


def test_new_files_belong_to_the_changes(repository: Path, tmp_path: Path) -> None:
    (repository / "server" / "new.py").write_text("NEW = True\n")

    program = check_out(resolve(".", repository), tmp_path / "cache", repository)

    assert (program.server / "new.py").is_file()


def test_a_commit_is_checked_out_once_with_its_code_compiled(repository: Path, tmp_path: Path) -> None:
    revision = resolve("HEAD~1", repository)

    first = check_out(revision, tmp_path / "cache", repository)
    second = check_out(revision, tmp_path / "cache", repository)

    assert (first.server / "testloom.py").read_text() == "NUMBER = 1\n"
    assert list((first.server / "__pycache__").glob("testloom.*.pyc"))
    assert first == second
    assert first.python == Path(sys.executable)


def test_a_commit_that_was_left_half_made_is_made_anew(repository: Path, tmp_path: Path) -> None:
    revision = resolve("HEAD", repository)
    program = check_out(revision, tmp_path / "cache", repository)
    (program.server / "testloom.py").unlink()

    check_out(revision, tmp_path / "cache", repository)

    assert (program.server / "testloom.py").read_text() == "NUMBER = 2\n"


def test_a_commit_that_needs_other_packages_gets_them(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted: list[str] = []

    def environment(requirements: Path, cache: Path) -> Path:
        wanted.append(requirements.read_text())
        return cache / "python"

    monkeypatch.setattr(revisions, "shared_environment", environment)
    revision = resolve("HEAD", repository)
    (repository / "requirements.txt").write_text("black==2\n")

    program = check_out(revision, tmp_path / "cache", repository)

    assert wanted == ["black==1\n"]
    assert program.python == tmp_path / "cache" / "python"
    assert f"{Revision('HEAD', revision.commit)} pins other packages" in capsys.readouterr().err
