"""Tests that call something private say what it does, not only that it ran."""

from __future__ import annotations

import sys
from pathlib import Path

from testloom.generation.pipeline import FileJob, find_tests
from testloom.measurement import never
from testloom.model.settings import Settings
from testloom.model.wish import Target, Wish

SOURCE = """
class Shape:
    def _area(self) -> float:
        raise NotImplementedError

    def _forget(self) -> None:
        self

    def _scaled(self, factor: int) -> int:
        return factor * 2
"""


def test_what_is_private_is_called_for_what_it_returns_only(tmp_path: Path) -> None:
    file = tmp_path / "shapes.py"
    file.write_text(SOURCE)
    settings = Settings(executions=1000, private_after=0.0)
    wish = Wish((Target(file),), Path(sys.executable), tmp_path, settings=settings)

    suite = find_tests(FileJob(wish, file, wish.targets, settings.budget), lambda event: None, never).suite

    called = {test.callable for test in suite.tests}
    assert "shapes:Shape._scaled" in called
    assert not called & {"shapes:Shape._area", "shapes:Shape._forget"}
