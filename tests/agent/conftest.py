"""Agents to talk to, one for each Python on this machine, and descriptions of modules."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from testloom.execution import Agent
from testloom_agent.loading import load
from tests.agent.describing import HEAD
from tests.agent.pythons import PYTHONS, on_chosen_pythons
from tests.agent.recorded_program import Project

SUBJECTS = Path(__file__).resolve().parents[1] / "subjects"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    on_chosen_pythons(metafunc)


@pytest.fixture(scope="session")
def python(request: pytest.FixtureRequest) -> Path:
    """Each interpreter that is chosen."""
    return PYTHONS[request.param]


@pytest.fixture
def project(tmp_path: Path, python: Path) -> Project:
    """A program to record with each interpreter."""
    return Project(tmp_path.resolve(), python)


@pytest.fixture(scope="session")
def agent_of(python: Path) -> Iterator[Callable[[str], Agent]]:
    """Gives the agent that has loaded a module of tests/subjects; it lives until all tests have run."""
    agents: dict[str, Agent] = {}

    def start(module: str) -> Agent:
        if module not in agents:
            agents[module] = Agent.start(python, SUBJECTS / f"{module}.py", SUBJECTS)
        return agents[module]

    yield start
    for agent in agents.values():
        agent.close()


@pytest.fixture
def own_modules() -> Iterator[None]:
    """What a test imports is forgotten behind it."""
    modules, path = dict(sys.modules), list(sys.path)
    yield
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    sys.path[:] = path


@pytest.fixture
def described(tmp_path: Path, own_modules: None) -> Any:
    """Describes a module with this source."""

    def describe(source: str, name: str = "subject_under_test", head: str = HEAD, **others: str) -> Any:
        for other, text in others.items():
            (tmp_path / f"{other}.py").write_text(textwrap.dedent(text))
        (tmp_path / f"{name}.py").write_text(head + textwrap.dedent(source))
        description = load(str(tmp_path / f"{name}.py"), str(tmp_path), 10).description
        json.dumps(description)
        return description

    return describe
