"""A worker process that is ended leaves nothing behind."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

import pytest

from testloom.continuous.working.workers import run_job
from testloom.execution import worker
from testloom.execution.worker import run_worker
from testloom.model.events.jobs import Event, Failed, Summary
from testloom.model.generation_request import GenerationRequest, Target

LINGERING = """\
import pathlib, tempfile, time
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "draft.py").write_text("x")
print('{"event": "progress"}', flush=True)
time.sleep(60)
"""
DONE = """\
import json, sys
sys.stdin.readline(), sys.stdin.readline()
print(json.dumps({"event": "summary"}), flush=True)
sys.stdin.read()
"""
STUBBORN = """\
import os, pathlib, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
pathlib.Path(os.environ["NOTE"]).write_text(str(os.getpid()))
time.sleep(60)
"""


def test_a_cancelled_worker_leaves_no_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    request = _request(tmp_path)

    async def cancelled() -> list[Path]:
        job = asyncio.create_task(run_worker([sys.executable, "-c", LINGERING], request, print))
        while not (drafts := list(tmp_path.rglob("draft.py"))):
            await asyncio.sleep(0.02)
        job.cancel()
        await asyncio.wait([job])
        return drafts

    assert asyncio.run(cancelled())
    assert list(tmp_path.iterdir()) == []


def test_a_worker_that_does_not_hand_over_what_it_has_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "_SECONDS_TO_HAND_OVER", 0.0)
    [failed] = _told_once_there_is_enough(LINGERING.replace("print", "#"), tmp_path)

    assert isinstance(failed, Failed)
    assert failed.code == "worker-hand-over"


def test_a_worker_that_hands_over_what_it_has_is_no_failure(tmp_path: Path) -> None:
    [summary] = _told_once_there_is_enough(DONE, tmp_path)

    assert isinstance(summary, Summary)


@pytest.mark.skipif(os.name == "nt", reason="SIGTERM")
def test_a_worker_that_hears_nothing_is_gone_when_its_job_was_cancelled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "note"
    monkeypatch.setenv("NOTE", str(note))
    request = _request(tmp_path)

    async def cancelled_twice() -> None:
        job = asyncio.create_task(run_worker([sys.executable, "-c", STUBBORN], request, print))
        while not (note.exists() and note.read_text()):
            await asyncio.sleep(0.02)
        for _ in range(2):
            job.cancel()
            await asyncio.wait([job], timeout=0.05)
        await asyncio.wait([job])

    asyncio.run(cancelled_twice())

    _see_it_gone(int(note.read_text()))


@pytest.mark.skipif(os.name == "nt", reason="SIGTERM")
def test_a_worker_that_hears_nothing_is_gone_when_nobody_wants_its_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "note"
    monkeypatch.setenv("NOTE", str(note))
    request = _request(tmp_path)

    def stopped() -> bool:
        return note.exists() and bool(note.read_text())

    assert run_job(request, stopped, [sys.executable, "-c", STUBBORN]) == []
    _see_it_gone(int(note.read_text()))


def _request(folder: Path) -> GenerationRequest:
    return GenerationRequest((Target(folder / "shop.py"),), Path(sys.executable), folder)


def _told_once_there_is_enough(program: str, folder: Path) -> list[Event]:
    request = _request(folder)
    told: list[Event] = []

    async def with_enough() -> None:
        enough = asyncio.Event()
        enough.set()
        await run_worker([sys.executable, "-c", program], request, told.append, enough=enough)

    asyncio.run(with_enough())
    return told


def _see_it_gone(process: int) -> None:
    until = time.monotonic() + 5
    with pytest.raises(ProcessLookupError):
        while time.monotonic() < until:
            os.kill(process, 0)
            time.sleep(0.02)
