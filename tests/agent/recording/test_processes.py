"""The environment brings the recorder into any Python, and nothing that the program could notice."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from testloom.execution import recorded_command, recorded_environment
from tests.agent.recorded_program import Project

SECONDS = 30
SHOWN = "import sys; print([p for p in sys.path if 'testloom' in p], sys.modules['sitecustomize'].__file__)"


def _environment(
    folder: Path, python_path: Path | None = None, ignored: Path | None = None
) -> dict[str, str]:
    inherited = {} if python_path is None else {"PYTHONPATH": str(python_path)}
    told = recorded_environment(folder / "calls.testloom", folder, ignored=ignored, inherited=inherited)
    return {**os.environ, **told}


def _run(
    python: Path, folder: Path, env: dict[str, str], *arguments: str
) -> subprocess.CompletedProcess[str]:
    command = [str(python), "-B", *arguments]
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def _callables(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "calls.testloom")) as connection:
        return [path for (path,) in connection.execute("select callable from calls order by id")]


def test_a_program_records_and_so_does_what_it_starts(tmp_path: Path, python: Path) -> None:
    (tmp_path / "steps.py").write_text("def step(n): return n\n")
    child = (
        "import subprocess, sys, steps; subprocess.run([sys.executable, '-c', 'import steps; steps.step(2)'])"
    )

    _run(python, tmp_path, _environment(tmp_path), "-c", f"{child}; steps.step(1)")

    assert _callables(tmp_path) == ["steps:step", "steps:step"]


def test_what_git_ignores_is_private_in_any_program_of_the_environment(tmp_path: Path, python: Path) -> None:
    (tmp_path / "steps.py").write_text("def step(text): return len(text)\n")
    (tmp_path / "local").mkdir()
    (tmp_path / "local" / "owner").write_text("Marge Bouvier\n")
    ignored = tmp_path / "ignored"
    ignored.write_text(f'["{tmp_path.resolve()}/local/"]')
    program = "import steps; steps.step(open('local/owner').read())"

    ran = _run(python, tmp_path, _environment(tmp_path, ignored=ignored), "-c", program)

    assert _callables(tmp_path) == ["steps:step"], ran.stderr
    assert b"Bouvier" not in (tmp_path / "calls.testloom").read_bytes()


def test_the_users_own_sitecustomize_still_runs_and_ours_leaves_the_path(
    tmp_path: Path, python: Path
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "sitecustomize.py").write_text("print('mine')\n")

    ran = _run(python, tmp_path, _environment(tmp_path, own), "-c", SHOWN)

    assert ran.stdout == f"mine\n[] {own / 'sitecustomize.py'}\n", ran.stderr


def test_a_main_program_is_recorded_once_where_both_bring_the_recorder(tmp_path: Path, python: Path) -> None:
    (tmp_path / "steps.py").write_text("def step(n): return n\n")
    (tmp_path / "app.py").write_text("from steps import step\ndef twice(n): return step(step(n))\ntwice(3)\n")
    command = recorded_command(python, tmp_path / "calls.testloom", tmp_path, name="app")

    _run(python, tmp_path, _environment(tmp_path), *command[2:], "app.py")

    assert sorted(_callables(tmp_path)) == ["app:twice", "steps:step", "steps:step"]


def test_a_recorder_that_cannot_begin_says_so_and_the_program_runs(tmp_path: Path, python: Path) -> None:
    env = {**_environment(tmp_path), "TESTLOOM_RECORD": "{"}

    ran = _run(python, tmp_path, env, "-c", "print('on')")

    assert ran.stdout == "on\n"
    assert ran.stderr.startswith("testloom: not recording: JSONDecodeError")


def test_a_debuggers_own_processes_are_not_recorded(tmp_path: Path, python: Path) -> None:
    adapter = tmp_path / "debugpy" / "adapter"
    adapter.mkdir(parents=True)
    (adapter / "__main__.py").write_text("")

    _run(python, tmp_path, _environment(tmp_path), str(adapter))

    assert not (tmp_path / "calls.testloom").exists()


def test_a_module_that_is_called_like_one_of_the_recorders_is_the_programs(project: Project) -> None:
    project.write(
        json="FACTOR = 3\n",
        sqlite3="FACTOR = 4\n",
        shop="import json, sqlite3\ndef price(n): return json.FACTOR * sqlite3.FACTOR * n\n",
        app="from shop import price\nprint(price(2))\n",
    )

    assert project.run() == project.plainly() == ("24\n", "", 0)
    assert [path for path, _ in project.calls] == ["shop:price"]
