"""Small subjects, each of which shows a rule of how tests are written, and the files that come out."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from testloom.generation.file_job import FileJob
from testloom.generation.finding_tests import find_tests
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.writer import ProjectStyle, render

TESTS = Path(__file__).parents[2]
SUBJECTS = TESTS / "subjects" / "golden"
GOLDEN = TESTS / "golden" / "emitted"
SETTINGS = Settings(executions=1000, seed=1, budget=120)
"""Executions end the search; the seconds are more than what follows needs on a busy machine."""
NAMES = sorted(file.stem for file in SUBJECTS.glob("*.py"))


@pytest.fixture(scope="module")
def subjects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The subjects in a place of their own: where they are kept, the golden files would be seeds."""
    place = tmp_path_factory.mktemp("golden")
    for file in SUBJECTS.glob("*.py"):
        shutil.copyfile(file, place / file.name)
    return place


def emitted(file: Path) -> str:
    request = GenerationRequest((Target(file),), Path(sys.executable), file.parent, settings=SETTINGS)
    found = find_tests(FileJob(request, file, request.targets, SETTINGS.budget))
    return render(
        found.suite.tests, found.suite.subject, None, ProjectStyle(first_party=frozenset(NAMES))
    ).text


@pytest.mark.skipif(os.name == "nt", reason="spawned runners find their tests in another order")
@pytest.mark.parametrize("name", NAMES)
def test_a_subject_gets_the_tests_of_its_golden_file(subjects: Path, name: str, update_golden: bool) -> None:
    text = emitted(subjects / f"{name}.py")

    golden = GOLDEN / f"test_{name}.py"
    if update_golden:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_the_golden_files_pass_on_their_subjects(tmp_path: Path) -> None:
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:asyncio", "-c", os.devnull]

    done = run("pytest", *options, f"--basetemp={tmp_path}", f"--rootdir={GOLDEN}", str(GOLDEN))

    assert done.returncode == 0, done.stdout


def test_the_golden_files_please_black() -> None:
    done = run("black", "--check", "--quiet", str(GOLDEN))

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("rules", [(), ("--select", "E4,E7,E9,F")], ids=["today's", "the classic ones"])
def test_the_golden_files_please_ruff_with_its_default_rules(rules: tuple[str, ...]) -> None:
    sources = f"src=['{SUBJECTS}']"

    done = run("ruff", "check", "--isolated", "--no-cache", "--config", sources, *rules, str(GOLDEN))

    assert done.returncode == 0, done.stdout


def test_a_median_test_has_at_most_eight_lines() -> None:
    lengths = sorted(length for file in GOLDEN.glob("*.py") for length in function_lengths(file))

    assert lengths[len(lengths) // 2] <= 8


def function_lengths(file: Path) -> list[int]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [(node.end_lineno or 0) - node.lineno + 1 for node in functions]


def run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-B", "-m", module, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(SUBJECTS)}
    return subprocess.run(
        command, cwd=GOLDEN, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
