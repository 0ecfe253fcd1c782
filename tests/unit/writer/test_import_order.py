"""Imports are in the order that the project's own tools keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.writer import project_style
from testloom.writer.files.formatting import with_sorted_imports

TEXT = """\
import pytest
from shop import Account, Kind
from datetime import date, timedelta
import os

x = 1
"""
SORTED = """\
import os
from datetime import date, timedelta

import pytest

from shop import Account, Kind

x = 1
"""
SINGLE = """\
import os
from datetime import date
from datetime import timedelta

import pytest

from shop import Account
from shop import Kind

x = 1
"""


@pytest.mark.parametrize(
    ("name", "configuration", "expected"),
    [
        ("pyproject.toml", "[tool.ruff]\nline-length = 90\n", TEXT),
        ("pyproject.toml", '[tool.ruff.lint]\nselect = ["E", "I"]\n', SORTED),
        ("pyproject.toml", '[tool.ruff.lint]\nextend-select = ["ALL"]\n', SORTED),
        ("ruff.toml", '[lint]\nselect = ["I"]\n[lint.isort]\nforce-single-line = true\n', SINGLE),
        ("pyproject.toml", '[tool.isort]\nprofile = "black"\nforce_single_line = true\n', SINGLE),
        (".isort.cfg", "[settings]\nprofile = black\n", SORTED),
        ("setup.cfg", "[isort]\nprofile = black\nforce_single_line = true\n", SINGLE),
        ("pyproject.toml", '[tool.isort]\nprofile = "nobody"\n', TEXT),
    ],
)
def test_imports_are_sorted_as_the_project_has_it(
    tmp_path: Path, name: str, configuration: str, expected: str
) -> None:
    (tmp_path / "shop.py").write_text("")
    (tmp_path / name).write_text(configuration)

    assert with_sorted_imports(TEXT, project_style(tmp_path)) == expected


def test_a_file_that_is_sorted_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("")
    (tmp_path / "pyproject.toml").write_text('[tool.ruff.lint]\nselect = ["I"]\n')

    assert with_sorted_imports(SORTED, project_style(tmp_path)) == SORTED


def test_settings_add_imports_but_no_code(tmp_path: Path) -> None:
    lint = '[tool.ruff.lint]\nselect = ["I"]\n[tool.ruff.lint.isort]\nrequired-imports = '
    (tmp_path / "pyproject.toml").write_text(lint + '["import os; os.abort()"]\n')

    assert with_sorted_imports(TEXT, project_style(tmp_path)) == TEXT
