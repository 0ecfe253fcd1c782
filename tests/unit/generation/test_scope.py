"""What a search of a file is for, and how long it may take."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event

from testloom.generation.file_job import FileJob
from testloom.generation.scope import search_scope
from testloom.model.generation_request import GenerationRequest, Target
from testloom.search import Seeds
from tests.unit.search.bank import FakeBank, bank

WAITING = 0.3


def test_waiting_for_what_other_tests_reach_is_no_part_of_a_search() -> None:
    target = Target(Path("bank.py"))
    request = GenerationRequest((target,), Path("python"), Path())
    job = FileJob(request, target.file, (target,), 20.0, missed=_late)
    until = time.monotonic() + 20.0

    found = search_scope(job, bank(), FakeBank(), (), Seeds(), until, lambda: True)  # type: ignore[arg-type]

    assert found.seconds < WAITING


def _late() -> None:
    Event().wait(WAITING)
