from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from testloom.model.errors import InterpreterError
from testloom.subject import find_interpreter, find_recorded_interpreter, read_version

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the fakes are shell scripts")


def fake_python(path: Path, body: str = "echo 3.12.1") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project without an environment; python3 on PATH is a fake."""
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.setenv("PATH", f"{fake_python(tmp_path / 'bin' / 'python3').parent}:/bin:/usr/bin")
    root = tmp_path / "project"
    root.mkdir()
    (root / "pyproject.toml").touch()
    return root


def test_python3_on_path_is_the_last_resort(project: Path, tmp_path: Path) -> None:
    assert find_interpreter(project, None) == tmp_path / "bin" / "python3"


@pytest.mark.parametrize("name", [".venv", "venv"])
def test_the_projects_environment_comes_before_path(project: Path, name: str) -> None:
    python = fake_python(project / name / "bin" / "python")
    (project / "src" / "shop").mkdir(parents=True)

    assert find_interpreter(project, None) == python
    assert find_interpreter(project / "src" / "shop", None) == python


def test_an_environment_above_the_project_is_not_its_own(project: Path, tmp_path: Path) -> None:
    fake_python(tmp_path / ".venv" / "bin" / "python")

    assert find_interpreter(project, None) == tmp_path / "bin" / "python3"


def test_the_active_environment_comes_first(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_python(project / ".venv" / "bin" / "python")
    active = fake_python(tmp_path / "active" / "bin" / "python")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))

    assert find_interpreter(project, None) == active


def test_testlooms_own_environment_yields_to_the_projects(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = fake_python(tmp_path / "own" / "bin" / "python")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "own"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "own"))
    assert find_interpreter(project, None) == own

    python = fake_python(project / ".venv" / "bin" / "python")
    assert find_interpreter(project, None) == python


def test_what_is_wanted_may_be_a_path_or_a_command(project: Path, tmp_path: Path) -> None:
    other = fake_python(tmp_path / "other" / "python")

    assert find_interpreter(project, str(other)) == other
    assert find_interpreter(project, "python3") == tmp_path / "bin" / "python3"


def test_a_link_is_not_followed_because_it_makes_the_environment(project: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(sys.executable)

    assert find_interpreter(project, str(link)) == link


def test_the_version_is_what_the_interpreter_says() -> None:
    assert read_version(Path(sys.executable)) == sys.version_info[:3]


def test_an_interpreter_that_does_not_exist_is_refused(project: Path) -> None:
    with pytest.raises(InterpreterError, match=r"/no/such/python does not exist. .*--python"):
        find_interpreter(project, "/no/such/python")
    with pytest.raises(InterpreterError, match="no command 'python9' on PATH"):
        find_interpreter(project, "python9")


def test_a_folder_is_refused_and_the_interpreter_in_it_is_named(project: Path) -> None:
    python = fake_python(project / ".venv" / "bin" / "python")

    with pytest.raises(InterpreterError, match=f"is a folder.*{python}"):
        find_interpreter(project, str(project / ".venv"))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("echo 3.9.18", "is Python 3.9.18; Testloom needs 3.10 or newer"),
        ("echo 2.7.18", "is Python 2.7.18"),
        ("echo hello", "is not a Python interpreter: it answers 'hello'"),
        ("echo broken pipe works >&2; exit 3", "exited with status 3: broken pipe works"),
        ("echo no such version >&2; echo see help >&2; exit 127", "with status 127: no such version. "),
        ("exec sleep 30", "did not answer within 0.2 s"),
    ],
)
def test_what_is_no_usable_python_is_refused(tmp_path: Path, body: str, message: str) -> None:
    with pytest.raises(InterpreterError, match=message):
        read_version(fake_python(tmp_path / "python", body), seconds=0.2 if "sleep" in body else 20)


def test_a_file_that_is_not_executable_is_refused(tmp_path: Path) -> None:
    python = fake_python(tmp_path / "python")
    python.chmod(0o644)

    with pytest.raises(InterpreterError, match="is not executable"):
        read_version(python)


def test_a_recording_names_no_program_that_would_not_be_found_without_it(
    project: Path, tmp_path: Path
) -> None:
    evil = fake_python(project / "evil.sh", f"touch {tmp_path / 'ran'}; echo 3.12.1")

    for named in (evil, Path("./evil.sh"), Path("evil.sh"), project / ".venv" / "bin" / "python"):
        with pytest.raises(InterpreterError, match=r"is not an interpreter of .*--python"):
            find_recorded_interpreter(project, named)
    assert not (tmp_path / "ran").exists()


def test_the_interpreter_of_a_recording_is_one_of_the_projects(project: Path, tmp_path: Path) -> None:
    own = fake_python(project / ".venv" / "bin" / "python")
    (own.parent / "python3").symlink_to("python")

    assert find_recorded_interpreter(project, own) == own
    assert find_recorded_interpreter(project, own.parent / "python3") == own
    assert find_recorded_interpreter(project, tmp_path / "bin" / "python3") == tmp_path / "bin" / "python3"
    assert find_recorded_interpreter(project, Path(sys.executable)) == Path(sys.executable)


def test_an_interpreter_behind_a_shim_is_known(project: Path, tmp_path: Path) -> None:
    real = fake_python(tmp_path / "versions" / "bin" / "python3.12")
    says = f'case "$*" in *executable*) echo {real};; *) echo 3.12.1;; esac'
    shim = fake_python(tmp_path / "bin" / "python3", says)

    assert find_recorded_interpreter(project, real) == shim
    with pytest.raises(InterpreterError, match="is not an interpreter of"):
        find_recorded_interpreter(project, tmp_path / "versions" / "bin" / "python3.11")
