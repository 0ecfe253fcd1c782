"""Nothing of the project runs before the guard is in."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.execution import Agent, guarded_command
from testloom.measurement import TestEnvironment, run_tests
from testloom.measurement.tools import installed
from tests.agent.cases import call
from tests.projects import pyproject
from tests.values import plain

MARKING = """
try:
    open({mark!r}, "w").close()
except OSError:
    pass
"""
AT_START = ("sitecustomize.py", "usercustomize.py", "encodings/__init__.py", "site.py")
SHADOWING = ("json.py", "json/__init__.py", "sqlite3.py", "resource.py", "runpy.py", "contextlib.py")
SUBJECT = "def price(n):\n    return 2 * n\n"
TEST = "from shop import price\n\ndef test_price():\n    assert price(2) == 4\n"


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """What is there if code of the project has run without the guard."""
    return tmp_path / "ran"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a module to test."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "shop.py").write_text(SUBJECT)
    (folder / "pyproject.toml").write_text(pyproject("shop"))
    return folder.resolve()


def plant(folder: Path, name: str, mark: Path) -> None:
    """Put a module beside the project's that leaves a mark where it may."""
    file = folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(MARKING.format(mark=str(mark)))


def environment(folder: Path) -> TestEnvironment:
    return TestEnvironment(Path(sys.executable), folder, folder, folder / "shop.py", guarded_command)


def test_tests_run_with_the_usual_encodings(folder: Path) -> None:
    text = """
import locale
import sys

def test_encoding(tmp_path):
    with open(tmp_path / "a", "w") as file:
        assert (file.encoding, locale.getpreferredencoding(False)) == ("UTF-8", "UTF-8")

def test_mode():
    assert not sys.flags.utf8_mode
"""

    run = run_tests(environment(folder), folder / "test_shop.py", text)

    assert [case.outcome for case in run.cases.values()] == ["passed", "passed"]


@pytest.mark.parametrize("name", AT_START + SHADOWING)
def test_the_agent_is_guarded_before_the_project_is_on_the_path(
    python: Path, folder: Path, mark: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(folder))
    plant(folder, name, mark)

    with Agent.start(python, folder / "shop.py", folder) as agent:
        [result] = agent.execute([call("shop:price", 2)])

    assert (result.end, mark.exists()) == ("passed", False)


@pytest.mark.parametrize("name", AT_START + SHADOWING)
def test_tests_are_guarded_before_the_project_is_on_the_path_and_measured(
    folder: Path, mark: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(folder))
    plant(folder, name, mark)

    run = run_tests(environment(folder), folder / "test_shop.py", TEST)

    assert {test: case.outcome for test, case in run.cases.items()} == {"test_price": "passed"}
    assert run.coverage is not None and run.coverage.percent == 100
    assert not mark.exists()


@pytest.mark.parametrize("name", AT_START)
def test_looking_for_tools_runs_nothing_of_the_project(
    python: Path, folder: Path, mark: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(folder))
    plant(folder, name, mark)

    assert installed(python, ["shop", "nowhere"], guarded_command) == {"shop"}
    assert not mark.exists()


def test_what_pythonpath_names_is_imported_under_the_guard(
    python: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "libraries").mkdir()
    (tmp_path / "libraries" / "prices.py").write_text("FACTOR = 3\n")
    (folder / "shop.py").write_text("import prices\n\ndef price(n):\n    return prices.FACTOR * n\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "libraries"))

    with Agent.start(python, folder / "shop.py", folder) as agent:
        [[*_, seen]] = agent.observe([call("shop:price", 2)])
    test = TEST.replace("4", "6")
    run = run_tests(environment(folder), folder / "test_shop.py", test)

    assert plain(seen.value) == 6
    assert {case.outcome for case in run.cases.values()} == {"passed"}


def test_a_module_that_is_called_like_one_of_the_guards_is_the_projects(python: Path, folder: Path) -> None:
    (folder / "resource.py").write_text("FACTOR = 3\n")
    (folder / "shop.py").write_text("import resource\n\ndef price(n):\n    return resource.FACTOR * n\n")

    with Agent.start(python, folder / "shop.py", folder) as agent:
        [[*_, seen]] = agent.observe([call("shop:price", 2)])
    run = run_tests(environment(folder), folder / "test_shop.py", TEST.replace("4", "6"))

    assert plain(seen.value) == 6
    assert {case.outcome for case in run.cases.values()} == {"passed"}


def test_the_code_under_test_sees_the_environment_that_python_belongs_to(folder: Path) -> None:
    (folder / "shop.py").write_text(
        "import sys, sysconfig\n\ndef places():\n    return sys.prefix, sysconfig.get_path('purelib')\n"
    )

    with Agent.start(Path(sys.executable), folder / "shop.py", folder) as agent:
        [[*_, seen]] = agent.observe([call("shop:places")])

    import sysconfig

    assert seen.value is not None
    assert list(plain(seen.value)) == [sys.prefix, sysconfig.get_path("purelib")]
