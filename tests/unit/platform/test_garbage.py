from __future__ import annotations

import gc
import subprocess
import sys
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


@pytest.mark.process
@pytest.mark.parametrize(("seldom", "said"), [("collect_seldom()", ""), ("", "collected")])
def test_a_process_that_ends_looks_for_no_garbage(seldom: str, said: str) -> None:
    code = f"""
from testloom.platform.garbage import collect_seldom

class Node:
    def __init__(self):
        self.itself = self

    def __del__(self):
        print("collected")

{seldom}
Node()
"""
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == said
