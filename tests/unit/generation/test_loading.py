"""How the module under test is loaded: as patiently as the search is limited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testloom.generation import loading
from testloom.model.generation_request import GenerationRequest
from testloom.model.settings import Settings


class Agent:
    """An agent that notes how it was started."""

    def __init__(self) -> None:
        self.description: dict[str, Any] = {}
        self.patient: bool | None = None

    def start(self, *_: object, patient: bool, **__: object) -> Agent:
        self.patient = patient
        return self


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
