"""From a caller and a callee to a pytest file of both."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.projects import pyproject

from .command import Ended, files, run
from .test_generate import passes

PYTHON = ("--python", sys.executable)
CYCLE = """
import {other}

def step_{one}(number: int) -> str:
    if number <= 0:
        return "at the end of {one}"
    return {other}.step_{other}(number - 1)
"""
OPEN = """
def ask(rules, amount: int) -> str:
    if amount > 3:
        return rules.allow(amount)
    return "free"


class Rules:
    def allow(self, amount: int) -> str:
        return "yes" if amount < 9 else "no"


class Others:
    def allow(self, amount: int) -> str:
        return "never"
"""
SUBJECTS = Path(__file__).parents[1] / "subjects" / "integration"


@pytest.fixture
def shop(project: Path) -> Path:
    """The project, with a package whose cart takes from an inventory."""
    (project / "shop.py").unlink()
    shutil.copytree(SUBJECTS / "shop", project / "shop")
    return project


@pytest.fixture(scope="module")
def paired(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """The package in a project of its own, and how generating tests of its pair ended."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(SUBJECTS / "shop", folder / "shop")
    (folder / "tests").mkdir()
    (folder / "pyproject.toml").write_text(pyproject("shop"))
    pair = ("shop/cart.py::Cart", "shop/inventory.py::Inventory")
    return folder, run(folder, "integrate", *pair, *PYTHON, "--executions", "1500", "--json")


def test_a_pair_gets_a_test_file_named_after_both(paired: tuple[Path, Ended]) -> None:
    folder, ended = paired

    assert ended.status == 0, ended.err
    summary = ended.events[-1]
    file = folder / "tests" / "test_cart_with_inventory.py"
    assert summary["files"] == [str(file)]
    assert passes(folder, file)
    assert summary["coupled_branches"] == 6
    assert summary["covered_coupled_branches"] >= 5
    text = file.read_text()
    assert text.startswith('"""Tests for shop.cart.Cart with shop.inventory.Inventory."""')
    assert "Cart(" in text


def test_what_a_callee_raises_and_its_caller_says_nothing_of_is_a_finding(paired: tuple[Path, Ended]) -> None:
    findings = [event for event in paired[1].events if event["event"] == "finding"]
    [found] = [(event["target"], event["exception"]) for event in findings]
    assert found == ("shop.cart:Cart.check_out", "builtins:KeyError")
    assert "cart.check_out(" in findings[0]["source"]


def test_a_call_that_only_runs_show_makes_a_pair(project: Path) -> None:
    (project / "desk.py").write_text(OPEN)
    ended = run(project, "integrate", "desk.py", "desk.py::Rules", *PYTHON, "--executions", "1000", "--json")

    assert ended.status == 0, ended.err
    assert ended.events[-1]["covered_coupled_branches"] == 2
    assert passes(project, project / "tests" / "test_desk_with_rules.py")


def test_modules_that_call_each_other_over_and_over_are_a_pair(project: Path) -> None:
    for one, other in (("up", "down"), ("down", "up")):
        (project / f"{one}.py").write_text(CYCLE.format(one=one, other=other))
    ended = run(project, "integrate", "up.py", "down.py", *PYTHON, "--executions", "500", "--json")

    assert ended.status == 0, ended.err
    assert ended.events[-1]["covered_coupled_branches"] == ended.events[-1]["coupled_branches"] == 2
    assert passes(project, project / "tests" / "test_up_with_down.py")


@pytest.mark.parametrize(
    ("caller", "callee", "message"),
    [
        ("inventory.py::Inventory", "cart.py::Cart", "Inventory does not call Cart"),
        (
            "cart.py",
            "inventory.py::Inventory",
            "has no functions outside classes. Pass one",
        ),
        ("cart.py::Cart", "cart.py::Cart", "Cart is both caller and callee"),
        ("cart.py::Basket", "inventory.py::Inventory", "has no 'Basket'. It contains Cart"),
        ("cart.py::Cart", "fast.so", "is compiled"),
        ("cart.py::Cart.add:19", "inventory.py::Inventory", "is a line"),
    ],
)
def test_what_is_no_pair_is_told_with_a_reason(shop: Path, caller: str, callee: str, message: str) -> None:
    (shop / "shop" / "fast.so").write_bytes(b"")
    before = files(shop)
    ended = run(shop, "integrate", f"shop/{caller}", f"shop/{callee}", *PYTHON)

    assert ended.status in (1, 2)
    assert message in ended.message
    assert files(shop) == before


def test_a_callee_that_is_worth_it_is_named_instead(shop: Path) -> None:
    (shop / "shop" / "labels.py").write_text("def label(text):\n    return text\n")
    ended = run(shop, "integrate", "shop/cart.py::Cart", "shop/labels.py", *PYTHON)

    assert ended.status == 1
    assert "coupled with shop.inventory:Inventory (6 coupled branches)" in ended.message


@pytest.mark.parametrize(
    ("caller", "callee", "name", "pairs"),
    [
        ("person.py::Person", "green.py::GreenPerson", "person_with_green_person", 4),
        ("green.py::GreenPerson", "person.py::Person", "green_person_with_person", 2),
    ],
)
def test_a_class_and_a_base_of_it_are_a_pair(
    project: Path, caller: str, callee: str, name: str, pairs: int
) -> None:
    shutil.copytree(SUBJECTS / "travel", project / "travel")
    pair = (f"travel/{caller}", f"travel/{callee}")
    ended = run(project, "integrate", *pair, *PYTHON, "--executions", "1000", "--json")

    assert ended.status == 0, ended.err
    assert ended.events[-1]["covered_coupled_branches"] == pairs
    assert passes(project, project / "tests" / f"test_{name}.py")
