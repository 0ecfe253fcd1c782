"""How the module under test is loaded: as patiently as the search is limited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testloom.execution import AgentSettings
from testloom.generation import loading
from testloom.model.generation_request import GenerationRequest
from testloom.model.preparation import Preparation
from testloom.model.settings import Settings


class Agent:
    """An agent that notes how it was started."""

    def __init__(self) -> None:
        self.description: dict[str, Any] = {}
        self.patient: bool | None = None
        self.prepared: list[Preparation] = []

    def start(self, _python: Path, _file: Path, _root: Path, settings: AgentSettings) -> Agent:
        self.patient = settings.patient
        self.prepared.append(settings.preparation)
        return self

    def close(self) -> None:
        """Nothing is left behind."""


@pytest.mark.parametrize("executions", [None, 100])
def test_tests_are_given_time_where_a_number_of_executions_is_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, executions: int | None
) -> None:
    agent, file = Agent(), tmp_path / "shop.py"
    file.touch()
    monkeypatch.setattr(loading, "Agent", agent)

    loading.load(
        GenerationRequest((), Path("python"), tmp_path, settings=Settings(executions=executions)), file
    )

    assert agent.patient is (executions is not None)


@pytest.mark.parametrize(
    ("imported", "is_prepared"),
    [("django.db", True), ("rest_framework.permissions", True), ("djangonaut", False)],
)
def test_modules_of_django_and_its_rest_framework_get_what_pytest_prepares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, imported: str, is_prepared: bool
) -> None:
    agent, file = Agent(), tmp_path / "permissions.py"
    agent.description["imports"] = [imported]
    file.touch()
    found = Preparation((("DJANGO_SETTINGS_MODULE", "settings"),))
    monkeypatch.setattr(loading, "Agent", agent)
    monkeypatch.setattr(loading, "environment_for", lambda *_: None)
    monkeypatch.setattr(loading, "prepared_by_pytest", lambda *_: found)

    loading.load(GenerationRequest((), Path("python"), tmp_path), file)

    assert (agent.prepared[-1] == found) is is_prepared
