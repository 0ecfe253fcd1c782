"""A worker process that is ended leaves nothing behind."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import pytest

from testloom.execution.worker import run_worker
from testloom.model.generation_request import GenerationRequest, Target

LINGERING = """\
import pathlib, tempfile, time
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "draft.py").write_text("x")
print('{"event": "progress"}', flush=True)
time.sleep(60)
"""


def test_a_cancelled_worker_leaves_no_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    request = GenerationRequest((Target(tmp_path / "shop.py"),), Path(sys.executable), tmp_path)

    async def cancelled() -> list[Path]:
        job = asyncio.create_task(run_worker([sys.executable, "-c", LINGERING], request, print))
        while not (drafts := list(tmp_path.rglob("draft.py"))):
            await asyncio.sleep(0.02)
        job.cancel()
        await asyncio.wait([job])
        return drafts

    assert asyncio.run(cancelled())
    assert list(tmp_path.iterdir()) == []
