"""Each thing that may be wrong gets one message that names the cause, the place and the next step."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from .command import Ended, files, run

BUDGET = ("--budget", "1")
PYTHON = ("--python", sys.executable)


def refused(project: Path, *argv: str) -> Ended:
    """Run `generate`, which must leave the project as it was."""
    before = files(project)

    ended = run(project, "generate", *argv)

    assert files(project) == before
    assert "Traceback" not in ended.err
    return ended


@pytest.mark.parametrize(
    ("source", "message"),
    [
        pytest.param(
            b"def f(x):\n    return x\n\ndef g(:\n", r"broken\.py.*\b4\b", id="a syntax error, with its line"
        ),
        pytest.param(b"x = 'caf\xe9'\n", r"broken\.py.*(UTF-8|utf-8|encod)", id="not UTF-8"),
        pytest.param(
            b"import os\nraise RuntimeError('no database')\n",
            r"broken\.py.*RuntimeError.*no database",
            id="the import raises",
        ),
        pytest.param(b"import sys\nsys.exit(3)\n", r"broken.*exit", id="the import exits"),
        pytest.param(
            b"import os\nos._exit(0)\n", r"broken\.py.*(exit|end)", id="the import ends the process"
        ),
        pytest.param(
            b"import no_such_package_at_all\n",
            r"broken\.py.*no_such_package_at_all.*[Ii]nstall",
            id="a package is missing",
        ),
    ],
)
def test_a_module_that_cannot_be_loaded(project: Path, source: bytes, message: str) -> None:
    (project / "broken.py").write_bytes(source)

    ended = refused(project, "broken.py", *PYTHON, *BUDGET)

    assert ended.status == 1
    assert re.search(message, ended.message)
    assert ended.out == ""


def test_a_module_that_is_broken_is_an_event_and_the_summary_comes_last(project: Path) -> None:
    (project / "broken.py").write_text("def g(:\n")

    ended = refused(project, "broken.py", "--json", *PYTHON, *BUDGET)

    kinds = [event["event"] for event in ended.events if event["event"] != "progress"]
    assert kinds == ["error", "summary"]
    error = next(event for event in ended.events if event["event"] == "error")
    assert error["code"] == "syntax"
    assert error["what"] in ended.message


def test_a_broken_module_does_not_keep_others_from_their_tests(project: Path) -> None:
    (project / "broken.py").write_text("def g(:\n")

    ended = run(project, "generate", "broken.py", "shop.py", *PYTHON, "--executions", "200")

    assert ended.status == 0, ended.err
    assert "broken.py" in ended.message
    assert (project / "tests" / "test_shop.py").exists()
    assert not (project / "tests" / "test_broken.py").exists()


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("nowhere.py", r"nowhere\.py does not exist"),
        ("tests", r"tests is a folder.*testloom continuous"),
        ("pyproject.toml", r"pyproject\.toml is not a Python file"),
        ("shop.py::Acount", r"shop\.py has no 'Acount'.*Did you mean Account"),
        ("shop.py::Account.deposit", r"shop\.py has no 'Account\.deposit'"),
        ("shop.py:999", r"shop\.py has no code on line 999"),
    ],
)
def test_a_target_that_does_not_exist(project: Path, target: str, message: str) -> None:
    ended = refused(project, target, *PYTHON, *BUDGET)

    assert ended.status == 2
    assert re.search(message, ended.message)


@pytest.mark.parametrize("budget", ["abc", "-5", "0"])
def test_a_budget_that_is_no_time(project: Path, budget: str) -> None:
    ended = refused(project, "shop.py", "--budget", budget)

    assert ended.status == 2
    assert f"{budget!r} is not a positive number of seconds" in ended.message


def test_a_command_line_without_a_target(project: Path) -> None:
    assert refused(project).status == 2


def test_a_setting_of_the_wrong_type(project: Path) -> None:
    with (project / "pyproject.toml").open("a") as stream:
        stream.write('[tool.testloom]\nbudget = "long"\n')

    ended = refused(project, "shop.py", *PYTHON)

    assert ended.status == 2
    assert re.search(r"pyproject\.toml, \[tool\.testloom\] budget: .*'long'", ended.message)


def test_an_interpreter_that_does_not_exist(project: Path) -> None:
    ended = refused(project, "shop.py", "--python", "/no/such/python", *BUDGET)

    assert ended.status == 1
    assert re.search(r"/no/such/python does not exist.*--python", ended.message)


def test_an_interpreter_that_is_a_folder(project: Path) -> None:
    ended = refused(project, "shop.py", "--python", str(project), *BUDGET)

    assert ended.status == 1
    assert "is a folder, not a Python interpreter" in ended.message


def test_an_interpreter_that_is_too_old(project: Path, tmp_path: Path) -> None:
    old = tmp_path / "python3.8"
    old.write_text("#!/bin/sh\necho 3.8.20\n")
    old.chmod(0o755)

    ended = refused(project, "shop.py", "--python", str(old), *BUDGET)

    assert ended.status == 1
    assert "is Python 3.8.20; Testloom needs 3.10 or newer" in ended.message


def test_an_interpreter_without_pytest(project: Path, bare_python: Path) -> None:
    ended = refused(project, "shop.py", "--python", str(bare_python), *BUDGET)

    assert ended.status == 1
    assert re.search(
        rf"pytest.*{re.escape(str(bare_python))}|{re.escape(str(bare_python))}.*pytest", ended.message
    )
    assert "pip install" in ended.message


def test_a_file_in_place_of_the_tests_folder(project: Path) -> None:
    (project / "taken").write_text("not a folder")

    ended = refused(project, "shop.py", "--out", "taken/below", *PYTHON, *BUDGET)

    assert ended.status == 1
    assert re.search(r"taken/below.*taken is a file.*--out", ended.message)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_tests_folder(project: Path) -> None:
    (project / "tests").chmod(0o555)

    ended = refused(project, "shop.py", *PYTHON, *BUDGET)

    assert ended.status == 1
    assert re.search(r"tests.*(read-only|written)", ended.message)
