"""An interpreter that lacks what Testloom needs is told apart."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.measurement import check_tools
from testloom.model.errors import InterpreterError, MissingToolError


def test_an_interpreter_with_all_tools_is_accepted() -> None:
    check_tools(Path(sys.executable))


def test_an_interpreter_without_pytest_gets_advice(tmp_path: Path) -> None:
    import venv

    venv.create(tmp_path / "bare", with_pip=False)
    python = tmp_path / "bare" / "bin" / "python"

    with pytest.raises(MissingToolError, match=r"pytest and coverage.py .* -m pip install pytest coverage"):
        check_tools(python)


def test_an_interpreter_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InterpreterError, match="cannot run"):
        check_tools(tmp_path / "python")
