"""Seeding from recordings: recorded calls as tests that a search begins with.

Real values are hard to find by search.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from pathlib import Path

from testloom.model.statements import TestCase
from testloom.recording.journal import Recording

MOST_SEEDS = 100
"""The maximum number of tests per file; the smallest are taken."""


def seeds_of(recording: Recording, files: Collection[Path]) -> tuple[TestCase, ...]:
    """Return test cases that repeat the calls of functions and classes that some files define."""
    modules = [name for name, file in recording.modules.items() if file in files]
    found: list[TestCase] = []
    for module in modules:
        cases = {call.case.wire: call.case for call in recording.of(module)}
        found += islice(sorted(cases.values(), key=lambda case: len(case.wire)), MOST_SEEDS)
    return tuple(found)
