"""Seeds of a search."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from testloom.generation import pipeline
from testloom.generation.earlier.recalling import seeds_for
from testloom.generation.pipeline import FileJob, find_tests
from testloom.measurement import never
from testloom.model.settings import Settings
from testloom.model.wish import Target, Wish

BUDGET = 0.5


def test_reading_seeds_takes_nothing_from_the_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(*arguments: Any) -> Any:
        time.sleep(2 * BUDGET)
        return seeds_for(*arguments)

    monkeypatch.setattr(pipeline, "seeds_for", slowly)
    file = tmp_path / "sizes.py"
    file.write_text("def is_large(number: int) -> bool:\n    return number > 3\n")
    settings = Settings(seed=1, budget=BUDGET)
    wish = Wish((Target(file),), Path(sys.executable), tmp_path, settings=settings)

    found = find_tests(FileJob(wish, file, wish.targets, settings.budget), lambda event: None, never)

    assert found.result.archive.uncovered == ()
