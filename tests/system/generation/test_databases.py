"""Tests of code that works with sqlite3 have a real database in memory, and close it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from testloom.generation.job import generate
from testloom.model.events.jobs import Candidate, Event
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from tests.proofs import short_proof

__all__ = ["short_proof"]

SUBJECT = Path(__file__).parents[2] / "subjects" / "people.py"


def test_code_that_works_with_sqlite3_is_tested_with_a_database_in_memory(
    tmp_path: Path, short_proof: None
) -> None:
    shutil.copy(SUBJECT, tmp_path)
    events: list[Event] = []
    settings = Settings(executions=600, seed=1)
    targets = (Target(tmp_path / "people.py"),)

    python, state = Path(sys.executable), tmp_path / "state.db"
    request = GenerationRequest(targets, python, tmp_path, settings=settings, state=state)
    generate(request, events.append)

    (file,) = {event.file for event in events if isinstance(event, Candidate)}
    text = Path(file).read_text()
    assert "Mock" not in text and "autospec" not in text
    assert 'with contextlib.closing(sqlite3.connect(":memory:")) as connection:' in text
    assert re.search(r'connection\.execute\("SELECT \* FROM people"\)\.fetchall\(\) == \[\s*\(1, ', text)
    strict = [f"-Werror::{kind}" for kind in ("ResourceWarning", "pytest.PytestUnraisableExceptionWarning")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *strict, file]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
