"""What the code under test registers for the moment of a fork is guarded, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.execution import Agent
from tests.agent.cases import call
from tests.values import plain

MODULE = """
import os

def mark(name):
    os.close(os.open(os.path.join({outside!r}, name), os.O_CREAT | os.O_WRONLY))

os.register_at_fork(
    before=lambda: mark("before"),
    after_in_parent=lambda: mark("parent"),
    after_in_child=lambda: mark("child"),
)

def double(n):
    return 2 * n
"""


@pytest.mark.filterwarnings("ignore")
def test_nothing_is_written_when_the_agent_forks_and_tests_run_all_the_same(
    tmp_path: Path, python: Path
) -> None:
    outside, project = tmp_path / "outside", tmp_path / "project"
    outside.mkdir()
    project.mkdir()
    (project / "shop.py").write_text(MODULE.format(outside=str(outside)))

    with Agent.start(python, project / "shop.py", project) as agent:
        [result] = agent.execute([call("shop:double", 2)])
        [[*_, observed]] = agent.observe([call("shop:double", 2)])

    assert list(outside.iterdir()) == []
    assert result.end == "passed" and result.denied == ()
    assert plain(observed.value) == 4 and observed.denied == ()
