"""What is told about a machine and a project."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from testloom.cli.commands.doctor import examine
from testloom.store import Consents, open_store

from .command import run


def test_a_project_that_can_be_worked_with_is_well(project: Path) -> None:
    ended = run(project, "doctor", "--python", sys.executable)

    assert ended.status == 0, ended.out + ended.err
    for name in ("project", "interpreter", "pytest and coverage", "agent", "guard", "tests"):
        assert f"ok   {name}: " in ended.out
    assert str(project / "tests" / "test_shop.py") in ended.out
    assert "; chosen by you)" in ended.out


def test_where_tests_go_is_told_by_a_module_of_a_package_rather_than_a_script(project: Path) -> None:
    for file in ("benchmarks/bench_boxes.py", "boxes/__init__.py", "boxes/box.py"):
        (project / file).parent.mkdir(exist_ok=True)
        (project / file).touch()
    *_, last = examine(project, sys.executable)

    assert (
        last.detail == f"those for {Path('boxes/box.py')} are written to {project / 'tests' / 'test_box.py'}"
    )


def test_json_has_one_finding_a_line(project: Path) -> None:
    ended = run(project, "doctor", "--json", "--python", sys.executable)
    first, *_ = map(json.loads, ended.out.splitlines())

    assert first == {"name": "project", "is_well": True, "detail": str(project), "advice": ""}


def test_what_is_missing_is_told_with_what_to_do(project: Path, bare_python: Path) -> None:
    ended = run(project, "doctor", "--python", str(bare_python))

    assert ended.status == 1
    assert "fail pytest and coverage: " in ended.out
    assert "pip install" in ended.out
    assert "ok   agent: " in ended.out


def test_without_an_interpreter_there_is_nothing_more_to_see(project: Path) -> None:
    ended = run(project, "doctor", "--python", "/no/such/python")

    assert ended.status == 1
    assert "fail interpreter: The interpreter /no/such/python does not exist." in ended.out
    assert "agent" not in ended.out


def test_an_interpreter_that_the_editors_user_agreed_to_is_well(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    python = project / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    for command in (["init", "-q"], ["add", "-f", "."]):
        subprocess.run(["git", "-C", str(project), *command], check=True)
    found = [finding.is_well for finding in islice(examine(project, None), 2)]
    with open_store() as database:
        Consents(database).let_run(project, python)
    agreed = [finding.is_well for finding in islice(examine(project, None), 2)]

    assert (found, agreed) == ([True, False], [True, True])


def test_help_names_the_commands_there_are(project: Path) -> None:
    ended = run(project, "--help")

    assert ended.status == 0
    commands = ("generate", "integrate", "continuous", "record", "carve", "coverage", "doctor", "serve")
    assert all(command in ended.out for command in commands)
