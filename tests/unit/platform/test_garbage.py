from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from testloom.cli.program import run


@pytest.fixture(autouse=True)
def threshold() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(700)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_commands_look_for_garbage_seldom(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["--help"])

    assert "generate" in capsys.readouterr().out
    assert gc.get_threshold()[0] > 10_000
    assert gc.get_freeze_count() > 0
