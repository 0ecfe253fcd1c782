"""Tasks of Celery are described as the functions of which they were made."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

from testloom_agent.reflection.members.frameworks.tasks import PROXIES, TASKS, task_of


class Base:
    """Stands for celery's `Task`."""


class Proxy:
    """Stands for celery's proxy, which makes the task when it is asked for."""

    def __init__(self, task: object) -> None:
        self._task = task

    def _get_current_object(self) -> object:
        return self._task


def add(x: int) -> int:
    return x


@pytest.fixture
def celery(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, content in ((TASKS, {"Task": Base}), (PROXIES, {"Proxy": Proxy})):
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.usefixtures("celery")
@pytest.mark.parametrize(("held", "is_bound"), [(staticmethod(add), False), (add, True)])
def test_a_task_or_its_proxy_stands_for_its_function(held: object, is_bound: bool) -> None:
    task = type("add", (Base,), {"run": held})()

    assert task_of(task) == task_of(Proxy(task)) == (add, is_bound)


@pytest.mark.usefixtures("celery")
def test_what_is_no_task_stands_for_none() -> None:
    assert task_of(add) is None
    assert task_of(Proxy(SimpleNamespace())) is None


@pytest.mark.usefixtures("celery")
def test_a_proxy_whose_task_cannot_be_made_stands_for_none() -> None:
    class Broken(Proxy):
        def _get_current_object(self) -> object:
            raise OSError

    assert task_of(Broken(None)) is None


def test_without_celery_there_are_no_tasks() -> None:
    assert task_of(add) is None
