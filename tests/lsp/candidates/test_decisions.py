"""What waits for its user follows from what the files hold, whatever was done to these."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from testloom.lsp.jobs import life
from tests.lsp.candidates.screen import Window, run_found
from tests.projects import pyproject

ACTIONS = (
    "accept",
    "delete",
    "discard",
    "edit",
    "forget",
    "generate",
    "own",
    "redo",
    "rename",
    "reload",
    "reopen",
    "save",
    "type",
    "undo",
)
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
Actions = Sequence[tuple[str, int, int]]
"""What is done, to which file, and a number that makes a difference."""
OWN = [
    ("own", 0),
    ("type", 1),
    ("save", 0),
    ("accept", 0),
    ("undo", 0),
    ("redo", 1),
    ("own", 0),
    ("reload", 0),
]
RENAMED = [
    ("accept", 0),
    ("rename", 1),
    ("delete", 0),
    ("rename", 0),
    ("generate", 1),
    ("undo", 0),
    ("reload", 0),
]
EARLIER = [("accept", 2), ("delete", 0), ("save", 0), ("reload", 0), ("generate", 1)]
UNDONE = [("accept", 0), ("save", 0), ("undo", 0), ("resume", 0), ("type", 0), ("resume", 0), ("reopen", 0)]
UNSAVED = [
    ("accept", 2),
    ("resume", 0),
    ("type", 0),
    ("reopen", 0),
    ("accept", 0),
    ("save", 0),
    ("delete", 0),
    ("resume", 0),
]


@settings(max_examples=10, phases=PHASES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 1), st.integers(0, 15)), max_size=12))
@example([(name, 0, number) for name, number in OWN])
@example([(name, 1, number) for name, number in EARLIER])
@example([(name, 0, number) for name, number in RENAMED])
@example([(name, 0, number) for name, number in UNDONE])
@example([(name, 0, number) for name, number in UNSAVED])
def test_what_waits_follows_from_what_the_file_holds(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, actions: Actions
) -> None:
    monkeypatch.setattr(life, "run_worker", run_found)
    folder = tmp_path_factory.mktemp("project")
    (folder / "pyproject.toml").write_text(pyproject("shop", 'pythonpath = ["."]'))
    asyncio.run(_walk(folder, [("generate", 0, 1), ("generate", 1, 1), *actions]))


async def _walk(folder: Path, actions: Actions) -> None:
    window = Window(folder)
    await window.open()
    try:
        for name, file, number in actions:
            await getattr(window.screens[file], name)(number)
            assert await window.waiting() == window.expected, name
    finally:
        await window.close()
