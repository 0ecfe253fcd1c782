"""Where the interpreter of a project is found, layout by layout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from testloom.subject import find_interpreter, find_project, seek_interpreter
from tests.system.subject.test_interpreter import fake_python

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the fakes are shell scripts")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder of projects; of Python and its tools only `python3` is on PATH."""
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV", "UV_PROJECT_ENVIRONMENT", "PYENV_ROOT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", f"{fake_python(tmp_path / 'bin' / 'python3').parent}:/bin:/usr/bin")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    root = tmp_path / "work"
    root.mkdir()
    return root


def tool(folder: Path, name: str, body: str) -> None:
    """A command on PATH."""
    fake_python(folder.parent / "bin" / name, body)


def project(folder: Path, pyproject: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pyproject.toml").write_text(pyproject)
    return folder


@pytest.mark.parametrize("name", [".venv", "venv", "env", ".conda"])
def test_the_environment_of_the_folder_that_is_open_serves_all_below_it(folder: Path, name: str) -> None:
    python = fake_python(folder / name / "bin" / "python")
    (folder / "app").mkdir()

    found = seek_interpreter(folder / "app", None, within=folder)

    assert found.python == python and found.how == f"{name} in {folder}"
    assert find_interpreter(folder / "app", None, within=folder / "app") != python


def test_the_current_folder_counts_as_open(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = fake_python(folder / ".venv" / "bin" / "python")
    monkeypatch.chdir(folder)

    assert find_interpreter(project(folder / "packages" / "a"), None) == python


def test_the_environment_of_the_repository_serves_its_projects(folder: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    python = fake_python(folder / ".venv" / "bin" / "python")

    assert find_interpreter(project(folder / "packages" / "a"), None) == python


def test_a_member_of_a_uv_workspace_uses_the_environment_of_the_workspace(folder: Path) -> None:
    project(folder, '[tool.uv.workspace]\nmembers = ["packages/*"]\n')
    python = fake_python(folder / ".venv" / "bin" / "python")

    assert find_interpreter(project(folder / "packages" / "a") / "src", None) == python
    assert find_interpreter(project(folder / "other"), None) != python


def test_uv_may_be_told_another_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = fake_python(folder / "made-here" / "bin" / "python")
    monkeypatch.setenv("UV_PROJECT_ENVIRONMENT", "made-here")

    assert find_interpreter(project(folder), None) == python


def test_projects_side_by_side_have_their_own_interpreters_and_settings(folder: Path) -> None:
    fake_python(folder / ".venv" / "bin" / "python")
    for name in ("a", "b"):
        python = fake_python(folder / name / ".venv" / "bin" / "python")
        (folder / name / "pytest.ini").write_text("[pytest]\n")
        (folder / name / "lib").mkdir()

        assert find_project(folder / name / "lib" / "m.py") == folder / name
        assert find_interpreter(folder / name / "lib", None, within=folder) == python


def test_poetry_is_asked_without_the_projects_plugins(folder: Path) -> None:
    python = fake_python(folder.parent / "cache" / "shop-py3.12" / "bin" / "python")
    wanted = "--no-plugins --no-interaction env info --path"
    answer = f'[ "$*" = "{wanted}" ] && [ -z "$VIRTUAL_ENV" ] && echo {python.parents[1]}'
    tool(folder, "poetry", answer)

    found = seek_interpreter(project(folder, "[tool.poetry]\n"), None)

    assert found.python == python and found.how == f"`poetry env info` in {folder}"


def test_hatch_is_asked_for_its_environments(folder: Path) -> None:
    python = fake_python(folder.parent / "data" / "hatch-test.py3.12" / "bin" / "python")
    answer = f'case "$*" in *"env find default") echo /no/such;; *hatch-test) echo {python.parents[1]};; esac'
    tool(folder, "hatch", answer)

    found = seek_interpreter(project(folder, "[tool.hatch.envs.default]\n"), None)

    assert found.python == python and "hatch env find hatch-test" in found.how


@pytest.mark.parametrize(
    "table", ['[tool.hatch.env]\nrequires = ["evil"]\n', "[tool.hatch.env.collectors.custom]\n"]
)
def test_hatch_is_not_asked_where_the_project_has_it_run_code(folder: Path, table: str) -> None:
    tool(folder, "hatch", f"touch {folder / 'ran'}")

    find_interpreter(project(folder, f"[tool.hatch.envs.default]\n{table}"), None)

    assert not (folder / "ran").exists()


def test_no_tool_is_asked_that_the_project_does_not_name(folder: Path) -> None:
    for name in ("poetry", "hatch", "conda"):
        tool(folder, name, f"touch {folder / 'ran'}")

    find_interpreter(project(folder, "[project]\nname = 'shop'\n"), None)

    assert not (folder / "ran").exists()


def test_a_tool_that_lies_in_the_project_is_not_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_python(folder / "bin" / "poetry", f"touch {folder / 'ran'}")
    monkeypatch.setenv("PATH", f"{folder / 'bin'}:{os.environ['PATH']}")

    find_interpreter(project(folder, "[tool.poetry]\n"), None)

    assert not (folder / "ran").exists()


def test_a_tool_that_fails_or_names_nothing_is_passed_over(folder: Path) -> None:
    tool(folder, "poetry", "echo /no/such/environment")
    tool(folder, "conda", "echo '{}'")
    (folder / "environment.yml").write_text("name: shop\n")

    found = seek_interpreter(project(folder, "[tool.poetry]\n"), None)

    assert found.how == "python3 on PATH"


def test_what_pdm_has_saved_is_used_unless_it_comes_with_the_repository(folder: Path) -> None:
    python = fake_python(folder.parent / "venvs" / "shop" / "bin" / "python")
    (project(folder) / ".pdm-python").write_text(f"{python}\n")
    assert find_interpreter(folder, None) == python

    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "add", "--force", ".pdm-python"], check=True)
    assert find_interpreter(folder, None) != python


def test_the_environment_that_environment_yml_names_is_asked_of_conda(folder: Path) -> None:
    python = fake_python(folder.parent / "conda" / "envs" / "shop" / "bin" / "python")
    tool(folder, "conda", f"""echo '{{"envs": ["/opt/conda", "{python.parents[1]}"]}}'""")
    (project(folder) / "environment.yml").write_text("channels: [x]\nname: 'shop'\n")

    found = seek_interpreter(folder, None)

    assert found.python == python and found.how == f"`conda info --envs` in {folder}"


def test_condas_base_is_no_projects_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    active = fake_python(folder.parent / "conda" / "bin" / "python")
    own = fake_python(project(folder) / ".venv" / "bin" / "python")
    monkeypatch.setenv("CONDA_PREFIX", str(active.parents[1]))
    assert find_interpreter(folder, None) == active

    monkeypatch.setenv("CONDA_DEFAULT_ENV", "base")
    assert find_interpreter(folder, None) == own


def test_python_version_names_an_environment_of_pyenv(folder: Path) -> None:
    python = fake_python(folder.parent / "home" / ".pyenv" / "versions" / "shop" / "bin" / "python")
    (project(folder) / ".python-version").write_text("shop\n3.12\n")

    found = seek_interpreter(folder, None)

    assert found.python == python and found.how == f"shop in {folder / '.python-version'}"


def test_python_version_names_a_version_that_is_installed(folder: Path) -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    place = folder.parent / "bin" / f"python{version}"
    place.symlink_to(Path(sys.executable).resolve())
    (project(folder) / ".python-version").write_text(f"{version}\n")

    assert find_interpreter(folder, None) == place


@pytest.mark.parametrize("name", ["../../evil", "/evil", ".."])
def test_python_version_is_no_path(folder: Path, name: str) -> None:
    fake_python(folder.parent / "home" / ".pyenv" / "evil" / "bin" / "python")
    (project(folder) / ".python-version").write_text(f"{name}\n")

    assert seek_interpreter(folder, None).how == "python3 on PATH"


@pytest.mark.parametrize("runner", [".tox", ".nox"])
def test_the_environments_of_tox_and_nox_have_pytest_and_the_newest_is_used(
    folder: Path, runner: str
) -> None:
    for name, version, has_pytest in [("lint", "3.13", False), ("old", "3.9", True), ("new", "3.12", True)]:
        python = fake_python(project(folder) / runner / name / "bin" / "python")
        packages = python.parents[1] / "lib" / f"python{version}" / "site-packages"
        (packages / "pytest" if has_pytest else packages).mkdir(parents=True)

    found = seek_interpreter(folder, None)

    assert found.python == folder / runner / "new" / "bin" / "python"
    assert found.how == f"{runner}/new in {folder}"
