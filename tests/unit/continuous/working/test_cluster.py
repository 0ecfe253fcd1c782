"""A job on a cluster ends once nobody waits for what comes of it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from testloom.continuous.working import cluster
from testloom.continuous.working.cluster import run_wanted
from testloom.continuous.working.parcels import Delivered, Parcel

PARCEL = Parcel({}, {}, {}, "", {})


@pytest.mark.parametrize(
    "error",
    [OSError("refused"), RuntimeError("IOLoop is closed"), asyncio.TimeoutError()],
    ids=["refused", "closed", "late"],
)
def test_a_job_is_unwanted_once_the_scheduler_is_gone(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def ask(*_: object) -> bool:
        raise error

    assert _was_unwanted(monkeypatch, ask)


@pytest.mark.parametrize("is_connected", [True, False])
def test_a_job_is_wanted_as_long_as_its_client_is_connected(
    monkeypatch: pytest.MonkeyPatch, is_connected: bool
) -> None:
    assert _was_unwanted(monkeypatch, lambda *_: is_connected) is not is_connected


@pytest.mark.parametrize(
    "tasks", [{}, {"job": SimpleNamespace(state="cancelled")}], ids=["gone", "cancelled"]
)
def test_what_a_cancelled_job_has_found_is_not_its_result(
    monkeypatch: pytest.MonkeyPatch, tasks: dict[str, SimpleNamespace]
) -> None:
    with pytest.raises(Again):
        _was_unwanted(monkeypatch, lambda *_: True, tasks)


class Again(Exception):
    """What Dask is told to run a task anew."""


def _was_unwanted(
    monkeypatch: pytest.MonkeyPatch,
    ask: Callable[..., bool],
    tasks: dict[str, SimpleNamespace] | None = None,
) -> bool:
    """What a job is told that looks once whether it goes on, where the scheduler is asked like this."""
    told: list[bool] = []

    def run_parcel(_: Parcel, __: Mapping[str, bytes], stopped: Callable[[], bool]) -> Delivered:
        told.append(stopped())
        return Delivered([], {}, {})

    if tasks is None:
        tasks = {"job": SimpleNamespace(state="executing")}
    worker = SimpleNamespace(get_current_task=lambda: "job", state=SimpleNamespace(tasks=tasks))
    dask: Any = SimpleNamespace(
        get_worker=lambda: worker,
        get_client=lambda: SimpleNamespace(run_on_scheduler=ask),
        Reschedule=Again,
    )
    monkeypatch.setitem(sys.modules, "distributed", dask)
    monkeypatch.setattr(cluster, "run_parcel", run_parcel)
    run_wanted("client", PARCEL, {})
    return told == [True]
