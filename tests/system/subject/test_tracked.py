from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from testloom.model.errors import TrackedInterpreterError
from testloom.repository import MOST_BYTES, fingerprint, is_tracked
from testloom.subject import find_interpreter


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a virtual environment that says when it runs, in a repository that ignores it."""
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    project = tmp_path / "shop"
    python = project / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\ntouch {tmp_path / "ran"}\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    (project / ".venv" / "pyvenv.cfg").touch()
    (project / ".gitignore").write_text(".venv\n")
    git(tmp_path, "init", "-q", "shop")
    git(project, "add", ".")
    return project


def test_an_environment_that_git_does_not_know_is_used(project: Path) -> None:
    assert find_interpreter(project, None) == project / ".venv" / "bin" / "python"


@pytest.mark.parametrize("committed", [".venv/bin/python", ".venv/pyvenv.cfg", ".venv/lib/evil.pth"])
def test_an_environment_that_came_with_the_repository_does_not_run(
    project: Path, tmp_path: Path, committed: str
) -> None:
    (project / committed).parent.mkdir(exist_ok=True)
    (project / committed).touch()
    git(project, "add", "-f", committed)

    with pytest.raises(TrackedInterpreterError, match=r"--python .*/\.venv/bin/python") as refused:
        find_interpreter(project, None)
    assert refused.value.tracked == project / committed
    assert not (tmp_path / "ran").exists()


def test_a_link_that_came_with_the_repository_counts_as_well(project: Path, tmp_path: Path) -> None:
    (project / ".venv").rename(project / "tools")
    (project / ".venv").symlink_to("tools")
    (project / ".gitignore").write_text("tools\n")
    git(project, "add", ".venv")

    assert is_tracked(project / ".venv" / "bin" / "python", project)


def test_who_names_an_interpreter_agrees_to_it(project: Path, tmp_path: Path) -> None:
    git(project, "add", "-f", ".venv")
    python = project / ".venv" / "bin" / "python"

    assert find_interpreter(project, str(python)) == python
    assert find_interpreter(project, str(python), lambda _: True) == python
    with pytest.raises(TrackedInterpreterError):
        find_interpreter(project, str(python), lambda _: False)


def test_interpreters_elsewhere_do_not_come_with_the_repository(project: Path) -> None:
    git(project, "add", "-f", ".venv")

    assert not is_tracked(Path(sys.executable), project)
    assert not is_tracked(project / ".venv" / "bin" / "python", project.parent)


def test_the_configuration_of_a_repository_starts_nothing(project: Path, tmp_path: Path) -> None:
    git(project, "config", "core.fsmonitor", f"touch {tmp_path / 'started'}; false")

    assert not is_tracked(project / ".venv" / "bin" / "python", project)
    assert not (tmp_path / "started").exists()


PACKAGES = ".venv/lib/python3.12/site-packages"


@pytest.mark.parametrize(
    "changed",
    [".venv/bin/python", ".venv/pyvenv.cfg", f"{PACKAGES}/evil.pth", f"{PACKAGES}/sitecustomize.py"],
)
def test_what_is_started_with_an_interpreter_has_another_fingerprint_once_it_changes(
    project: Path, changed: str
) -> None:
    python = project / ".venv" / "bin" / "python"
    (project / changed).parent.mkdir(parents=True, exist_ok=True)
    before = fingerprint(python)
    assert fingerprint(python) == before

    with (project / changed).open("a") as stream:
        stream.write("# another\n")

    assert fingerprint(python) != before


def test_an_interpreter_that_leads_elsewhere_has_another_fingerprint(project: Path) -> None:
    python = project / ".venv" / "bin" / "python"
    python.rename(python.with_name("one"))
    python.with_name("other").write_bytes(python.with_name("one").read_bytes())
    python.symlink_to("one")
    before = fingerprint(python)
    python.unlink()
    python.symlink_to("other")

    assert fingerprint(python) != before


def test_a_package_that_comes_with_the_repository_counts_to_the_fingerprint(project: Path) -> None:
    python, package = project / ".venv" / "bin" / "python", project / PACKAGES / "shop.py"
    before = fingerprint(python)
    package.parent.mkdir(parents=True)
    package.touch()
    git(project, "add", "-f", str(package))

    assert fingerprint(python) != before


def test_a_large_interpreter_is_told_by_its_size_and_time(project: Path) -> None:
    python = project / ".venv" / "bin" / "python"
    with python.open("ab") as stream:
        stream.truncate(2 * MOST_BYTES)
    before = fingerprint(python)
    with python.open("ab") as stream:
        stream.truncate(3 * MOST_BYTES)

    assert fingerprint(python) != before
