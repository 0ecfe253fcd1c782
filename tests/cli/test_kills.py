"""Runs over a project that are killed (`python -m tests.quality.survival` kills more often)."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.quality.survival import Survival


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
def test_what_a_killed_run_has_reported_is_known_to_the_next_one(tmp_path: Path) -> None:
    survival = Survival(tmp_path.resolve(), random.Random(3), modules=1)
    survival.begin()
    for part in (0.3, 0.6, 0.9):
        survival.change(round(part * 10))
        survival.kill(part * survival.seconds)
    survival.settle()

    assert survival.losses == []
    assert survival.is_idle
