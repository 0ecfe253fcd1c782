"""Files of a project that are none: pipes that nobody writes to, devices without end, files of any size."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.odd_files import KINDS, Kind

from .command import Ended, run_process

NAMES = (
    *("setup.cfg", "tox.ini", "pytest.toml", ".pytest.ini", "ruff.toml", "requirements.txt", ".env"),
    *("conftest.py", "odd.py", "test_odd.py", "tests/conftest.py", "tests/test_odd.py"),
)


def generate(project: Path, file: str = "shop.py") -> Ended:
    """Generate in a process that is ended if it takes too long."""
    return run_process(project, "generate", file, "--python", sys.executable, "--budget", "4", "--seed", "1")


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_read_is_left_out(project: Path, kind: Kind) -> None:
    for name in NAMES:
        kind(project / name)

    ended = generate(project)

    assert ended.status == 0, ended.err
    assert "assert is_even(" in (project / "tests" / "test_shop.py").read_text()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["pyproject.toml", "tests/test_shop.py", "shop.py"])
def test_what_is_needed_and_cannot_be_read_is_named(project: Path, kind: Kind, name: str) -> None:
    (project / name).unlink(missing_ok=True)
    kind(project / name)

    ended = generate(project)

    assert ended.status != 0
    assert name in ended.message and "Traceback" not in ended.err


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_read_is_left_out_of_a_whole_project(project: Path, kind: Kind) -> None:
    for name in NAMES:
        kind(project / name)

    ended = run_process(
        project, "continuous", "--python", sys.executable, "--budget", "0.2", "--state", "../state.db"
    )

    assert "Traceback" not in ended.err
    assert (project / "tests" / "test_shop.py").is_file(), ended.err
