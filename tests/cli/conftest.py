from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.projects import pyproject
from tests.proofs import short_proof

__all__ = ["short_proof"]
SHOP = '''\
class Account:
    """Money that somebody has."""

    def __init__(self, balance: int) -> None:
        self.balance = balance

    def withdraw(self, amount: int) -> int:
        """Take out money.

        Raises:
            ValueError: if there is not enough.
        """
        if amount > self.balance:
            raise ValueError("not enough")
        self.balance -= amount
        return self.balance


def is_even(number: int) -> bool:
    if number % 2 == 0:
        return True
    return False
'''


TESTS_OF_SHOP = """\
import pytest

from shop import Account, is_even


def test_withdraw():
    assert Account(5).withdraw(2) == 3


def test_even():
    assert is_even(2)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with a module worth testing and a folder for tests."""
    folder = tmp_path / "project"
    (folder / "tests").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(pyproject("shop"))
    (folder / "shop.py").write_text(SHOP)
    return folder


@pytest.fixture
def tested(project: Path) -> Path:
    """The project, with two tests that pass and reach a part of it."""
    (project / "pyproject.toml").write_text(pyproject("shop", 'pythonpath = ["."]'))
    (project / "tests" / "test_shop.py").write_text(TESTS_OF_SHOP)
    return project


@pytest.fixture(scope="session")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter that has neither pytest nor coverage."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=60)
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


@pytest.fixture(autouse=True)
def _short_proof(short_proof: None) -> None:
    """Commands that run in this process prove tests by one run."""
