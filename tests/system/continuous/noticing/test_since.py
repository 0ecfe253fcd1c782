from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from testloom.continuous import units_since
from testloom.model.errors import UsageError
from testloom.repository import is_ignored
from tests.projects import pyproject

SHOP = """\
def price(n):
    return n + 1

def total(n):
    return price(n) * 2

def other():
    return 1
"""


def git(folder: Path, *arguments: str) -> None:
    named = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *named, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "projects" / "shop"
    (folder / "src" / "shop").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(pyproject("shop"))
    (folder / "src" / "shop" / "__init__.py").write_text(SHOP)
    git(tmp_path, "init")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    return folder


def test_what_a_branch_changed_are_the_units_that_differ_and_those_that_use_them(project: Path) -> None:
    git(project, "checkout", "-b", "branch")
    file = project / "src" / "shop" / "__init__.py"
    file.write_text(SHOP.replace("n + 1", "n + 2"))
    git(project, "commit", "-am", "second")
    file.write_text("# a comment\n" + file.read_text() + "\n\ndef added():\n    return 2\n")

    assert units_since(project, "main") == {"shop:price", "shop:total", "shop:added"}


def test_what_the_revision_changed_later_does_not_count(project: Path) -> None:
    git(project, "checkout", "-b", "branch")
    git(project, "checkout", "main")
    (project / "src" / "shop" / "__init__.py").write_text(SHOP.replace("return 1", "return 3"))
    git(project, "commit", "-am", "on main")
    git(project, "checkout", "branch")

    assert units_since(project, "main") == frozenset()


def test_an_unknown_revision_is_told(project: Path) -> None:
    with pytest.raises(UsageError, match="git cannot compare"):
        units_since(project, "nowhere")


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    """A file that is there once somebody has run `program.sh` beside it."""
    ran, program = tmp_path / "ran", tmp_path / "program.sh"
    program.write_text(f"#!/bin/sh\ntouch {ran}\nexit 1\n")
    program.chmod(0o755)
    return ran


def test_nothing_runs_that_the_repository_names(project: Path, tmp_path: Path, ran: Path) -> None:
    program = ran.with_name("program.sh")
    (project / ".gitattributes").write_text("*.py filter=evil diff=evil\n")
    git(project, "add", ".gitattributes")
    git(project, "commit", "-m", "attributes")
    (tmp_path / ".git" / "hooks" / "post-index-change").symlink_to(program)
    for name in (
        *("filter.evil.smudge", "filter.evil.clean"),
        *("diff.evil.textconv", "diff.evil.command", "diff.external"),
        *("core.fsmonitor", "core.pager", "core.sshCommand", "core.askPass", "core.editor"),
        *("tar.tar.command", "gpg.program", "credential.helper", "core.alternateRefsCommand"),
    ):
        git(tmp_path, "config", name, str(program))
    (project / "src" / "shop" / "__init__.py").write_text(SHOP.replace("return 1", "return 3"))

    assert units_since(project, "main") == {"shop:other"}
    assert is_ignored(project / "pyproject.toml") is False
    assert not ran.exists()


def test_what_a_partial_clone_lacks_is_told_and_not_fetched(project: Path, tmp_path: Path, ran: Path) -> None:
    clone = tmp_path / "clone"
    git(tmp_path, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "--no-checkout", "--filter=blob:none", tmp_path.as_uri(), str(clone))
    git(clone, "config", "remote.origin.url", f"ext::{ran.with_name('program.sh')}")
    git(clone, "config", "protocol.ext.allow", "always")

    with pytest.raises(UsageError, match="git"):
        units_since(clone, "HEAD")

    assert not ran.exists()


def test_links_are_no_files_of_a_revision(project: Path) -> None:
    (project / "src" / "shop" / "linked.py").symlink_to("/etc/hostname")
    git(project, "add", ".")
    git(project, "commit", "-m", "a link")

    assert units_since(project, "main") == frozenset()


def test_a_folder_that_the_revision_lacks_is_new(project: Path) -> None:
    added = project.parent / "added"
    added.mkdir()
    (added / "more.py").write_text("def f():\n    return 1\n")

    assert units_since(added, "main") == {"more:f"}


@pytest.mark.parametrize(("ignored", "expected"), [("*.testloom\n", True), ("*.txt\n", False)])
def test_git_says_whether_it_ignores_a_file(project: Path, ignored: str, expected: bool) -> None:
    (project / ".gitignore").write_text(ignored)

    assert is_ignored(project / "recording.testloom") is expected


def test_a_file_in_no_repository_is_not_asked_about(tmp_path: Path) -> None:
    assert is_ignored(tmp_path / "recording.testloom") is None
