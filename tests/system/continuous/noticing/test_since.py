from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from testloom.continuous import units_since
from testloom.model.errors import UsageError

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
    (folder / "pyproject.toml").write_text("[project]\nname = 'shop'\nversion = '1'\n")
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
