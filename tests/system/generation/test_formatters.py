"""Finished files are laid out by the project's own formatters."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from testloom.generation.delivering import formatters
from testloom.generation.delivering.formatters import Formatters
from testloom.model.suite import EmittedTest
from testloom.writer import RenderedFile, RenderedTest, function_source, project_style

TEXT = '''\
"""Tests for shop."""

import pytest
from shop import Account, Kind
from datetime import date, timedelta
import os


def test_account():
    assert Account("a" "b").kind == Kind.PLAIN
'''
SORTED = '''\
"""Tests for shop."""

import os
from datetime import date, timedelta

import pytest

from shop import Account, Kind


def test_account():
    assert Account("a" "b").kind == Kind.PLAIN
'''
SINGLE = SORTED.replace("import date, timedelta", "import date\nfrom datetime import timedelta").replace(
    "import Account, Kind", "import Account\nfrom shop import Kind"
)
JOINED = '"ab"'


def laid_out(project: Path, existing: str | None = None, text: str = TEXT) -> RenderedFile:
    """The file as the formatters of the project leave it; programs in its `bin` come before our own."""
    (project / "shop.py").write_text("")
    source = function_source(text, "test_account")
    test = RenderedTest("1", "test_account", source, "test_account")
    rendered = RenderedFile(text, (test,), (EmittedTest("test_account", source, "shop:Account"),))
    programs = Formatters(project, project / "tests" / "test_shop.py", project / "bin")
    return programs.applied(rendered, existing, project_style(project))


@pytest.mark.parametrize(
    ("name", "configuration", "expected"),
    [
        ("pyproject.toml", "[tool.black]\nline-length = 88\n", TEXT),
        (
            "pyproject.toml",
            '[tool.ruff.lint]\nselect = ["E"]\n[tool.black]\nline-length = 88\n',
            TEXT,
        ),
        ("pyproject.toml", '[tool.ruff.lint]\nselect = ["E", "I"]\n', SORTED.replace('"a" "b"', JOINED)),
        ("ruff.toml", 'exclude = ["tests"]\n[lint]\nselect = ["ALL"]\n', TEXT),
        ("pyproject.toml", '[tool.isort]\nprofile = "black"\nforce_single_line = true\n', SINGLE),
        (".isort.cfg", "[settings]\nprofile = black\n", SORTED),
        ("pyproject.toml", '[tool.isort]\nprofile = "nobody"\n', TEXT),
    ],
)
def test_a_file_is_laid_out_as_the_project_has_it(
    tmp_path: Path, name: str, configuration: str, expected: str
) -> None:
    (tmp_path / name).write_text(configuration)

    assert laid_out(tmp_path).text == expected
    assert {entry.name for entry in tmp_path.iterdir()} == {"shop.py", name}


def test_tests_are_known_by_the_layout_that_they_have_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "ruff.toml").write_text("[format]\nquote-style = 'single'\n")

    found = laid_out(tmp_path)

    assert found.tests[0].source in found.text
    assert found.kept[0].source == found.tests[0].source == function_source(found.text, "test_account")


def test_a_file_that_its_formatter_has_not_laid_out_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "ruff.toml").write_text('lint.select = ["I"]\n')

    assert laid_out(tmp_path, existing="import sys\nimport os\nx  = 1\n").text == TEXT


def test_a_file_with_sorted_imports_keeps_them_sorted(tmp_path: Path) -> None:
    (tmp_path / "ruff.toml").write_text('lint.select = ["I"]\n')

    assert laid_out(tmp_path, existing="import os\nimport sys\n\nx  = 1\n").text == SORTED


def test_settings_add_imports_but_no_code(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.isort]\nadd_imports = ["import os; os.abort()"]\n')

    assert laid_out(tmp_path).text == TEXT


@pytest.mark.skipif(sys.platform == "win32", reason="scripts are no programs there")
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param(
            "cat; [ $1 = check ] || echo '# ours'", f"{TEXT}# ours\n", id="of the project's environment"
        ),
        pytest.param("cat; exit 1", TEXT, id="fails"),
        pytest.param("cat; echo 'x = 1'", TEXT, id="changes code"),
        pytest.param("echo 'no python ['", TEXT, id="breaks the file"),
        pytest.param("sleep 30", TEXT, id="takes too long"),
    ],
)
def test_the_ruff_of_the_project_is_used_where_it_only_lays_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, expected: str
) -> None:
    monkeypatch.setattr(formatters, "LONGEST", 1.0)
    (tmp_path / "ruff.toml").write_text("line-length = 88\n")
    program = tmp_path / "bin" / "ruff"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)

    assert laid_out(tmp_path).text == expected


@pytest.mark.skipif(sys.platform == "win32", reason="scripts are no programs there")
def test_programs_in_python_are_not_those_of_the_project(tmp_path: Path) -> None:
    (tmp_path / ".isort.cfg").write_text("[settings]\nprofile = black\n")
    program = tmp_path / "bin" / "isort"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\ncat; echo '# theirs'\n")
    program.chmod(0o755)

    assert laid_out(tmp_path).text == SORTED
