"""Whether suites of earlier runs still hold, where what their units use has changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from testloom.generation.proving.trial import try_tests
from testloom.model.generation_request import GenerationRequest
from testloom.writer import read_existing


def settled(request: GenerationRequest, subject: Path, test_file: Path) -> GenerationRequest:
    """The request without anything to keep or to beat for units whose doubted tests no longer pass.

    Raises:
        ProjectError: if the project's interpreter lacks what tests need.
    """
    doubted = {name for entry in request.earlier if entry.to_beat or entry.grows for name in entry.doubted}
    if not doubted:
        return request
    text = read_existing(test_file)
    passing: set[str] = set()
    if text is not None:
        outcomes = try_tests(request, subject, test_file, text, sorted(doubted))
        passing = {name for name, outcome in outcomes.items() if outcome.outcome == "passed"}
    earlier = (
        entry if passing.issuperset(entry.doubted) else replace(entry, to_beat=None, grows=False)
        for entry in request.earlier
    )
    return replace(request, earlier=tuple(earlier))
