"""Revalidation of suites of earlier runs, where code that their units use has changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from testloom.generation.proving.trial import try_tests
from testloom.model.generation_request import GenerationRequest
from testloom.writer import read_existing


def revalidated(request: GenerationRequest, subject: Path, test_file: Path) -> GenerationRequest:
    """Remove the suites to keep or to beat for units whose tests to revalidate no longer pass.

    Raises:
        ProjectError: if the project's interpreter lacks what tests need.
    """
    to_revalidate = {
        name for entry in request.earlier if entry.to_beat or entry.grows for name in entry.to_revalidate
    }
    if not to_revalidate:
        return request
    text = read_existing(test_file)
    passing: set[str] = set()
    if text is not None:
        outcomes = try_tests(request, subject, test_file, text, sorted(to_revalidate))
        passing = {name for name, outcome in outcomes.items() if outcome.outcome == "passed"}
    earlier = (
        entry if passing.issuperset(entry.to_revalidate) else replace(entry, to_beat=None, grows=False)
        for entry in request.earlier
    )
    return replace(request, earlier=tuple(earlier))
