from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.cli.reading.arguments import parse_arguments
from testloom.cli.reading.requests import make_request
from testloom.model.errors import OutputError, UsageError
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in src layout; it is the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.testloom]\nbudget = 7\nseed = 5\n")
    (tmp_path / "src" / "shop").mkdir(parents=True)
    for name in ("__init__", "tax", "cart", "test_tax"):
        (tmp_path / "src" / "shop" / f"{name}.py").touch()
    return tmp_path


def request(*argv: str) -> GenerationRequest:
    return make_request(parse_arguments(["generate", *argv, "--python", sys.executable]))


@pytest.mark.process
def test_a_wish_has_absolute_paths_and_the_import_root(project: Path) -> None:
    made = request("src/shop/tax.py::Tax.rate:3", "src/shop/../shop/cart.py", "--out", "checks")

    shop = project / "src" / "shop"
    assert made.targets == (Target(shop / "tax.py", "Tax.rate", 3), Target(shop / "cart.py"))
    assert made.root == project / "src"
    assert made.out == project / "checks"
    assert made.python == Path(sys.executable)
    assert not (project / "checks").exists()


@pytest.mark.process
def test_the_command_line_wins_over_pyproject_which_wins_over_the_defaults(project: Path) -> None:
    settings = request("src/shop/tax.py", "--seed", "9").settings

    assert settings == Settings(budget=7, seed=9)


@pytest.mark.process
def test_tests_of_findings_can_be_asked_for(project: Path) -> None:
    assert request("src/shop/tax.py", "--findings").settings.findings
    assert not request("src/shop/tax.py").settings.findings


@pytest.mark.process
def test_techniques_can_be_switched_off(project: Path) -> None:
    assert request("src/shop/tax.py", "--without", "aiming,seeds").settings.without == ("aiming", "seeds")
    with pytest.raises(UsageError, match="'haste' is not one of environment"):
        request("src/shop/tax.py", "--without", "aiming,haste")


@pytest.mark.process
def test_a_named_root_is_respected(project: Path) -> None:
    assert request("src/shop/tax.py", "--root", ".").root == project


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["src/shop/none.py"], "src/shop/none.py does not exist"),
        (["src/shop/tax.py:abc"], "src/shop/tax.py:abc: 'abc' is not a line number"),
        (["src/shop/tax.py:3:maybe"], "src/shop/tax.py:3:maybe: 'maybe' is neither true nor false"),
        (["src/shop/tax.py:3:"], "src/shop/tax.py:3:: Nothing follows the last colon"),
        (["src/shop/tax.py:"], "src/shop/tax.py:: The line number is missing"),
        (["src/shop/test_tax.py"], "src/shop/test_tax.py holds tests, and none are written for tests"),
        (["src/shop"], "src/shop is a folder"),
        (["pyproject.toml"], "pyproject.toml is not a Python file"),
        (["src/shop/tax.py", "other.py"], r"is imported from .*src, .*other.py from"),
        (["src/shop/tax.py", "--root", "nowhere"], "The root nowhere is not a folder"),
        (["other.py", "--root", "src"], "is not below"),
        (["my-module.py"], "'my-module' is not a valid Python name"),
        (["::Tax"], "is not a target"),
        (["src/shop/tax.py::"], "is not a target"),
    ],
)
def test_what_is_no_target_is_refused(project: Path, argv: list[str], message: str) -> None:
    (project / "other.py").touch()
    (project / "my-module.py").touch()

    with pytest.raises(UsageError, match=message):
        request(*argv)


@pytest.mark.parametrize("out", ["pyproject.toml", "pyproject.toml/below"])
@pytest.mark.process
def test_a_file_cannot_hold_tests(project: Path, out: str) -> None:
    with pytest.raises(OutputError, match=f"Cannot write tests to {out}: .* is a file"):
        request("src/shop/tax.py", "--out", out)
