"""Searches that count what operators and providers win, and do without one."""

from __future__ import annotations

import sys
from pathlib import Path

from testloom.search.algorithm import mosa
from tests.quality.crediting.trial import Place, Trial
from tests.quality.environments.checkout import SUBJECTS


def test_a_search_counts_and_does_without_what_is_left_out() -> None:
    place = Place(SUBJECTS / "shapes.py", SUBJECTS, Path(sys.executable))
    whole = Trial(place, 1, 200).run()
    less = Trial(place, 1, 200, "crossover").run()
    assert 0 < whole.covered <= whole.goals
    assert whole.won["crossover"].tried > 0
    assert whole.won["crossover"].seconds > 0
    assert less.won["crossover"].tried == 0
    assert less.executions > 0
    assert "crossover" in mosa.BY_NAME  # only for that search


def test_a_provider_is_left_out() -> None:
    place = Place(SUBJECTS / "shapes.py", SUBJECTS, Path(sys.executable))
    assert Trial(place, 1, 150).run().won["instance"].tried > 0
    assert Trial(place, 1, 150, "instance").run().won["instance"].tried == 0
