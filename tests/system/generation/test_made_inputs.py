"""Inputs that are hardly ever come upon by chance are made of what is known of them."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from testloom.generation.file_job import FileJob
from testloom.generation.pipeline import find_tests
from testloom.measurement import never
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings

SUBJECTS = Path(__file__).parents[2] / "subjects"


def missed(folder: Path, name: str, executions: int) -> list[str]:
    """The goals of a subject that a search does not reach."""
    file = folder / Path(name).name
    shutil.copy(SUBJECTS / name, file)
    settings = Settings(executions=executions)
    request = GenerationRequest((Target(file),), Path(sys.executable), folder, settings=settings)
    job = FileJob(request, file, request.targets, settings.budget)
    found = find_tests(job, lambda event: None, never)
    return [goal.label for goal in found.result.archive.missed]


@pytest.mark.parametrize("name", ["frames.py", "tokens.py"])
def test_texts_with_a_checksum_are_read_back(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"inverses/{name}", 1500) == []


@pytest.mark.parametrize("name", ["recipes.py", "permissions.py"])
def test_collections_hold_what_code_asks_of_them(tmp_path: Path, name: str) -> None:
    assert missed(tmp_path, f"structures/{name}", 500) == []
