"""No test passes by chance: what it hangs on in its environment it sets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from testloom.model.settings import Settings
from tests.system.generation.searching import found_in, text_of

TESTS = Path(__file__).parents[2]
SUBJECTS = TESTS / "subjects"
WORLDS = TESTS / "quality" / "judgement" / "worlds.py"
RUNS = 6


def test_no_test_of_a_draw_an_hour_or_a_variable_fails_in_another_world(tmp_path: Path) -> None:
    for name in ("draws", "hours", "variables"):
        (tmp_path / f"test_{name}.py").write_text(generated(name), encoding="utf-8")

    command = [sys.executable, str(WORLDS), str(SUBJECTS), str(tmp_path), str(RUNS)]
    bare = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # each world would load all plugins anew
    ended = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path, env=bare)

    assert json.loads(ended.stdout) == {}


def generated(name: str) -> str:
    """A suite for a module whose functions hang on their environment, before pytest has verified it."""
    file = SUBJECTS / "chance" / f"{name}.py"
    found = found_in(file, SUBJECTS, Settings(executions=200, seed=1))
    suite = found.suite
    assert {test.callable for test in suite.tests} == set(suite.subject.callables)
    return text_of(found)
