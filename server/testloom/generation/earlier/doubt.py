"""Whether suites of earlier runs still hold, where what their units use has changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from testloom.generation.proving.trial import try_tests
from testloom.model.wish import Wish
from testloom.writer import read_existing


def settled(wish: Wish, subject: Path, test_file: Path) -> Wish:
    """The wish without anything to keep or to beat for units whose doubted tests no longer pass.

    Raises:
        ProjectError: if the project's interpreter lacks what tests need.
    """
    doubted = {name for entry in wish.earlier if entry.to_beat or entry.grows for name in entry.doubted}
    if not doubted:
        return wish
    text = read_existing(test_file)
    passing: set[str] = set()
    if text is not None:
        outcomes = try_tests(wish, subject, test_file, text, sorted(doubted))
        passing = {name for name, outcome in outcomes.items() if outcome.outcome == "passed"}
    earlier = (
        entry if passing.issuperset(entry.doubted) else replace(entry, to_beat=None, grows=False)
        for entry in wish.earlier
    )
    return replace(wish, earlier=tuple(earlier))
