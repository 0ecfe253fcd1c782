"""Agents to talk to: one for each Python on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from testloom.execution import Agent
from tests.agent.pythons import PYTHONS

SUBJECTS = Path(__file__).resolve().parents[1] / "subjects"


@pytest.fixture(scope="session", params=sorted(PYTHONS))
def python(request: pytest.FixtureRequest) -> Path:
    """Each interpreter found."""
    return PYTHONS[request.param]


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
