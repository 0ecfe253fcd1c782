"""Tests ask for the fixtures of the project in the place of objects that are hard to make."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.execution import Agent
from testloom.generation.job import generate
from testloom.generation.loading import conftests_above, load
from testloom.model.events.jobs import Candidate, Event
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from tests.projects import pyproject
from tests.proofs import short_proof
from tests.values import plain

__all__ = ["short_proof"]

DESK = """
import os


class Line:
    def __init__(self, descriptor):
        os.fstat(descriptor)
        self.said = []


class Desk:
    def __init__(self, line: Line):
        self.line = line
        self.calls = 0

    def answer(self, words: str) -> int:
        if not words:
            raise ValueError("nothing was said")
        self.calls += 1
        return self.calls


OPEN = []


def are_open():
    return len(OPEN)
"""
CONFTEST = """
import pytest

from office.desk import OPEN, Desk, Line


class QuietLine(Line):
    def __init__(self):
        self.said = []


@pytest.fixture(scope="session")
def line():
    OPEN.append("line")
    yield QuietLine()
    OPEN.remove("line")


@pytest.fixture
def desk(line, monkeypatch, tmp_path):
    monkeypatch.setenv("DESK", str(tmp_path))
    (tmp_path / "calls.txt").write_text("")
    return Desk(line)


@pytest.fixture
def named(request):
    return Line(request.node.name)


@pytest.fixture
def broken():
    return Line("no descriptor")
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    for name in ("office", "tests"):
        (tmp_path / name).mkdir()
    (tmp_path / "office" / "__init__.py").touch()
    (tmp_path / "pyproject.toml").write_text(pyproject("office", 'pythonpath = ["."]'))
    (tmp_path / "tests" / "conftest.py").write_text(CONFTEST)
    file = tmp_path / "office" / "desk.py"
    file.write_text(DESK)
    return file


@pytest.fixture
def agent(file: Path) -> Iterator[Agent]:
    with load(GenerationRequest((Target(file),), Path(sys.executable), file.parents[1]), file) as loaded:
        yield loaded


def test_fixtures_are_described_by_what_they_yield_unless_they_fail_or_need_pytest(agent: Agent) -> None:
    described = {entry["id"]: entry for entry in agent.description["callables"]}
    offered = {name: entry["returns"]["name"] for name, entry in described.items() if "fixture" in name}

    assert offered == {"pytest.fixture:line": "office.desk:Line", "pytest.fixture:desk": "office.desk:Desk"}


def test_a_fixture_is_set_up_once_in_a_test_case_and_torn_down_behind_it(agent: Agent) -> None:
    desk, words = CallStatement(0, "pytest.fixture:desk"), LiteralStatement(1, "hello")
    line, number = CallStatement(2, "pytest.fixture:line"), CallStatement(3, "office.desk:are_open")
    asking = TestCase((desk, words, line, number))

    [seen, without] = agent.observe([asking, TestCase((number,))])

    assert [plain(entry[-1].value) for entry in (seen, without) if entry[-1].value is not None] == [1, 0]
    assert not seen[-1].touched and not seen[-1].denied
    assert [result.end for result in agent.execute([asking, asking])] == ["passed", "passed"]


def test_only_conftest_files_in_reach_of_the_test_file_count(tmp_path: Path) -> None:
    for folder in ("a", "a/b", "a/c"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "conftest.py").touch()

    found = conftests_above(tmp_path / "a" / "b" / "test_desk.py", tmp_path)

    assert found == (str(tmp_path / "a" / "conftest.py"), str(tmp_path / "a" / "b" / "conftest.py"))


@pytest.mark.usefixtures("short_proof")
def test_a_test_has_what_it_is_about_from_the_fixture_of_the_project(file: Path) -> None:
    events: list[Event] = []
    settings, state = Settings(executions=60, seed=1), file.parents[1] / "state.db"
    target, python, root = Target(file, "Desk.answer"), Path(sys.executable), file.parents[1]
    request = GenerationRequest((target,), python, root, settings=settings, state=state)

    generate(request, events.append)

    [written] = {event.file for event in events if isinstance(event, Candidate)}
    text = Path(written).read_text()
    assert "desk.answer(" in text and "(desk):" in text
    assert "Desk(" not in text and "Mock" not in text
