"""Seeds of a search."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from testloom.generation import finding_tests
from testloom.generation.earlier.recalling import seeds_beside
from testloom.generation.file_job import FileJob
from testloom.generation.finding_tests import find_tests
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from tests.projects import pyproject

BUDGET = 0.5


def test_reading_seeds_takes_nothing_from_the_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(*arguments: Any) -> Any:
        time.sleep(2 * BUDGET)
        return seeds_beside(*arguments)

    monkeypatch.setattr(finding_tests, "seeds_beside", slowly)
    file = tmp_path / "sizes.py"
    file.write_text("def is_large(number: int) -> bool:\n    return number > 3\n")
    settings = Settings(seed=1, budget=BUDGET)
    request = GenerationRequest((Target(file),), Path(sys.executable), tmp_path, settings=settings)

    found = find_tests(FileJob(request, file, request.targets, settings.budget))

    assert found.result.archive.uncovered == ()


@pytest.mark.parametrize("executions", [None, 150])
def test_what_only_the_tests_of_users_reach_is_covered(tmp_path: Path, executions: int | None) -> None:
    file = tmp_path / "sizes.py"
    file.write_text(
        "import hashlib\n\n\n"
        "def is_known(text: str) -> bool:\n"
        "    if hashlib.sha256(text.encode()).hexdigest().startswith('c3296ce3'):\n"
        "        return True\n"
        "    return False\n"
    )
    (tmp_path / "pyproject.toml").write_text(pyproject("sizes"))
    (tmp_path / "test_sizes.py").write_text(
        "from sizes import is_known\n\n\n"
        "def test_known():\n    assert is_known('-'.join(['op', 'en', 'it']))\n"
    )
    settings = Settings(seed=1, budget=20.0, executions=executions)
    state = tmp_path / "state.db"
    request = GenerationRequest(
        (Target(file),), Path(sys.executable), tmp_path, settings=settings, state=state
    )

    found = find_tests(FileJob(request, file, request.targets, settings.budget))

    assert found.result.archive.uncovered == ()
