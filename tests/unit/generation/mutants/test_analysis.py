"""What runs mutants is loaded beside other work, by a thread that lives as long as it does."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from testloom.execution import AgentSettings
from testloom.generation.mutants.analysis import MutationAnalysis
from testloom.model.errors import EnoughError
from testloom.model.generation_request import GenerationRequest
from testloom.model.settings import Settings

REQUEST = GenerationRequest((), Path("python"), Path())


class Loading:
    """An agent that has loaded its subject once it is let."""

    mutants = ()

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.has_begun = threading.Event()
        self.starts = 0
        self.patient: bool | None = None
        self.thread: threading.Thread | None = None
        self.lived_as_long: bool | None = None

    def start(self, python: Path, file: Path, root: Path, settings: AgentSettings) -> Loading:
        self.starts += 1
        self.patient = settings.patient
        self.thread = threading.current_thread()
        self.has_begun.set()
        while not self.may_end.wait(0.01):
            if settings.stopped():
                raise EnoughError
        return self

    def assess(self, tests: Any, *_: object) -> list[None]:
        return [None] * len(tests)

    def close(self) -> None:
        assert self.thread is not None
        self.lived_as_long = self.thread.is_alive()


@pytest.fixture
def loading(monkeypatch: pytest.MonkeyPatch) -> Loading:
    loading = Loading()
    monkeypatch.setattr("testloom.generation.mutants.analysis.Agent", loading)
    return loading


def test_nobody_waits_for_what_is_made_ready(loading: Loading) -> None:
    with MutationAnalysis(REQUEST, Path("shop.py"), None, lambda: False) as analysis:
        analysis.prepare()
        assert loading.has_begun.wait(20)
        loading.may_end.set()


def test_whoever_leaves_ends_what_is_still_loading(loading: Loading) -> None:
    with pytest.raises(KeyError), MutationAnalysis(REQUEST, Path("shop.py"), None, lambda: False) as analysis:
        analysis.prepare()
        assert loading.has_begun.wait(20)
        raise KeyError

    assert loading.thread is not None
    assert not loading.thread.is_alive()


def test_the_system_does_not_end_it_with_the_thread_that_has_asked_for_it(loading: Loading) -> None:
    loading.may_end.set()
    with MutationAnalysis(REQUEST, Path("shop.py"), None, lambda: False) as analysis:
        asking = threading.Thread(target=analysis.prepare)
        asking.start()
        asking.join()
        analysis._started()
        analysis._started()

    assert loading.starts == 1
    assert loading.lived_as_long


@pytest.mark.parametrize("executions", [None, 100])
def test_mutants_are_given_time_where_a_number_of_executions_is_the_limit(
    loading: Loading, executions: int | None
) -> None:
    loading.may_end.set()
    request = replace(REQUEST, settings=Settings(executions=executions))
    with MutationAnalysis(request, Path("shop.py"), None, lambda: False) as analysis:
        analysis.prepare()

    assert loading.patient is (executions is not None)
