"""What is found for a file, before pytest has verified it."""

from __future__ import annotations

import sys
from pathlib import Path

from testloom.generation.file_job import FileJob, FoundTests
from testloom.generation.finding_tests import find_tests
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.writer import ProjectStyle, render


def found_in(file: Path, root: Path, settings: Settings, strengthening: float = 0.0) -> FoundTests:
    """Search, and make a suite.

    Unless a share of the budget is for `strengthening`, no tests are looked for that notice more: they would
    take most of the time, and whoever asks what is reached, or how it is written, does not look at them.
    """
    request = GenerationRequest((Target(file),), Path(sys.executable), root, settings=settings)
    job = FileJob(request, file, request.targets, settings.budget, strengthening=strengthening, unused=0.0)
    return find_tests(job)


def text_of(found: FoundTests) -> str:
    """The file with the tests."""
    return render(found.suite.tests, found.suite.subject, None, ProjectStyle()).text
