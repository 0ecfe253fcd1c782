"""No command writes out of the project, through a link or because its configuration leads there."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from .command import files, run

SUBJECTS = Path(__file__).parents[1] / "subjects"
OPTIONS = ("--python", sys.executable, "--executions", "200", "--seed", "1")


@pytest.fixture
def elsewhere(project: Path) -> Path:
    """A folder beside the project, with a file of somebody else."""
    folder = project.parent / "elsewhere"
    folder.mkdir()
    (folder / "theirs.py").write_text("theirs = 1\n")
    return folder


def link_tests(project: Path, elsewhere: Path) -> None:
    (project / "tests").rmdir()
    (project / "tests").symlink_to(elsewhere)


@pytest.mark.parametrize("target", ["new.py", "theirs.py"])
def test_generate_names_the_link_and_where_it_leads(project: Path, elsewhere: Path, target: str) -> None:
    (project / "tests" / "test_shop.py").symlink_to(elsewhere / target)

    ended = run(project, "generate", "shop.py", *OPTIONS)

    assert ended.status == 1
    assert str(project / "tests" / "test_shop.py") in ended.message
    assert str(elsewhere / target) in ended.message
    assert files(elsewhere) == {"theirs.py": b"theirs = 1\n"}


def test_generate_writes_through_a_link_if_the_folder_is_chosen(project: Path, elsewhere: Path) -> None:
    link_tests(project, elsewhere)
    refused = run(project, "generate", "shop.py", *OPTIONS)
    chosen = run(project, "generate", "shop.py", "--out", "tests", *OPTIONS)

    assert (refused.status, chosen.status) == (1, 0)
    assert (elsewhere / "test_shop.py").is_file()


@pytest.mark.parametrize("path", ["{elsewhere}", "../elsewhere"])
def test_testpaths_that_lead_out_of_the_project_do_not_count(
    project: Path, elsewhere: Path, path: str
) -> None:
    (project / "pyproject.toml").unlink()
    (project / "pytest.toml").write_text(f"[pytest]\ntestpaths = ['{path.format(elsewhere=elsewhere)}']\n")

    ended = run(project, "generate", "shop.py", "--root", ".", *OPTIONS)

    assert ended.status == 0, ended.err
    assert (project / "tests" / "test_shop.py").is_file()
    assert "`pytest` alone does not run these tests" in ended.out
    assert files(elsewhere) == {"theirs.py": b"theirs = 1\n"}


def test_integrate_does_not_write_through_a_link(project: Path, elsewhere: Path) -> None:
    (project / "shop.py").unlink()
    shutil.copytree(SUBJECTS / "integration" / "shop", project / "shop")
    (project / "tests" / "test_cart_with_inventory.py").symlink_to(elsewhere / "theirs.py")

    ended = run(project, "integrate", "shop/cart.py::Cart", "shop/inventory.py::Inventory", *OPTIONS)

    assert ended.status == 1
    assert "test_cart_with_inventory.py leads out of" in ended.message
    assert files(elsewhere) == {"theirs.py": b"theirs = 1\n"}


def test_continuous_does_not_write_through_a_link(project: Path, elsewhere: Path) -> None:
    link_tests(project, elsewhere)

    ended = run(
        project,
        "continuous",
        "--python",
        sys.executable,
        "--budget",
        "0.4",
        "--state",
        "../state.db",
        "--json",
    )

    assert "leads out of" in ended.err
    assert files(elsewhere) == {"theirs.py": b"theirs = 1\n"}


def test_a_report_is_not_written_through_a_link(project: Path, elsewhere: Path) -> None:
    (project / "report.xml").symlink_to(elsewhere / "theirs.py")
    (project / "shop.py").write_text("")

    ended = run(
        *(project, "continuous", "--python", sys.executable, "--budget", "0.1", "--state", "../state.db"),
        *("--junit", "report.xml"),
    )

    assert ended.status == 1
    assert "report.xml leads out of" in ended.err and "--junit" in ended.err
    assert files(elsewhere) == {"theirs.py": b"theirs = 1\n"}
