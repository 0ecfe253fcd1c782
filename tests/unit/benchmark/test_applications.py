"""The measure of whole applications: which there are, and which of their modules get tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.quality.applications import APPLICATIONS, BRIEF, applications
from tests.quality.judgement.application import Application


@pytest.mark.parametrize("name", applications())
def test_an_application_says_in_a_line_what_it_is_and_what_it_requires(name: str) -> None:
    folder = APPLICATIONS / name

    assert len((folder / BRIEF).read_text("utf-8").splitlines()) == 1
    assert "pytest" in (folder / "requirements.txt").read_text("utf-8").split()
    assert Application(folder, Path(sys.executable)).modules()


def test_modules_of_an_application_are_those_with_functions_that_are_no_tests(tmp_path: Path) -> None:
    for name, text in {
        "shop/prices.py": "def price(): ...\n",
        "shop/orders/views.py": "class View:\n    def get(self): ...\n",
        "shop/settings.py": "DEBUG = False\n",
        "shop/migrations/one.py": "def forwards(): ...\n",
        "tests/test_prices.py": "def test_price(): ...\n",
        "manage.py": "def main(): ...\n",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    found = Application(tmp_path, Path(sys.executable)).modules()

    assert [file.as_posix() for file in found] == ["shop/orders/views.py", "shop/prices.py"]
