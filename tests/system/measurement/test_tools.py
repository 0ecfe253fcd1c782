"""An interpreter that lacks what Testloom needs is told apart."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.execution import guarded_command
from testloom.generation.job import generate
from testloom.measurement import PLUGINS, check_tools, installed
from testloom.measurement.tools import how_to_install
from testloom.model.errors import InterpreterError, MissingToolError
from testloom.model.generation_request import GenerationRequest, Target


def test_an_interpreter_with_all_tools_is_accepted() -> None:
    plugins = check_tools(Path(sys.executable), guarded_command)

    assert plugins == installed(Path(sys.executable), PLUGINS, guarded_command)
    assert "xdist" in plugins


def test_an_interpreter_without_pytest_gets_advice(tmp_path: Path) -> None:
    import venv

    venv.create(tmp_path / "bare", with_pip=False)
    python = tmp_path / "bare" / "bin" / "python"

    with pytest.raises(MissingToolError, match=r"pytest and coverage.py .* -m pip install pytest coverage"):
        check_tools(python, guarded_command)


def test_where_pip_may_not_install_the_advice_is_an_environment(tmp_path: Path) -> None:
    python = _managed_python(tmp_path / "usr")
    advice = how_to_install(python, has_pip=True)

    assert advice.startswith("Create an environment")
    assert advice.endswith(f"{python} -m venv .venv && .venv/bin/python -m pip install pytest coverage")


def test_the_advice_names_the_folder_of_the_project_that_has_no_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python, file = _managed_python(tmp_path / "usr"), tmp_path / "my shop" / "cart.py"
    file.parent.mkdir()
    (file.parent / "pyproject.toml").touch()
    monkeypatch.setattr("testloom.measurement.tools.installed", lambda *_: frozenset({"pip"}))
    with pytest.raises(MissingToolError) as raised:
        generate(GenerationRequest((Target(file),), python, file.parent), lambda _: None)

    assert raised.value.advice == (
        f"Create an environment for the project: {python} -m venv '{file.parent}/.venv' && "
        f"'{file.parent}/.venv/bin/python' -m pip install pytest coverage"
    )


def _managed_python(prefix: Path) -> Path:
    """An interpreter whose packages a distribution manages."""
    python, mark = prefix / "bin" / "python3", prefix / "lib" / "python3.12" / "EXTERNALLY-MANAGED"
    for place in (python, mark):
        place.parent.mkdir(parents=True)
        place.touch()
    return python


def test_an_environment_without_pip_gets_advice_that_needs_none(tmp_path: Path) -> None:
    python = tmp_path / "bin" / "python"
    assert "-m ensurepip" in how_to_install(python, has_pip=False)

    (tmp_path / "pyvenv.cfg").write_text("home = /usr\nuv = 0.9.1\n")
    assert how_to_install(python, has_pip=False) == f"Run: uv pip install --python {python} pytest coverage"


def test_an_interpreter_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InterpreterError, match="cannot run"):
        check_tools(tmp_path / "python", guarded_command)


def test_what_packages_run_when_python_starts_is_guarded(tmp_path: Path) -> None:
    import venv

    venv.create(tmp_path / "bare", with_pip=False)
    [packages] = (tmp_path / "bare" / "lib").glob("python*/site-packages")
    mark, module = tmp_path / "mark", tmp_path / "editable" / "helper.py"
    module.parent.mkdir()
    module.write_text("")
    (packages / "a.pth").write_text(f"import sys; print('noise'); open({str(mark)!r}, 'w').write('x')\n")
    (packages / "b.pth").write_text(f"{module.parent}\n")

    found = installed(tmp_path / "bare" / "bin" / "python", ["helper", "pytest"], guarded_command)

    assert found == {"helper"} and not mark.exists()
