"""Paths into the sandbox of a run are no values for a test: the next run has another sandbox."""

from __future__ import annotations

from pathlib import Path

from testloom.execution import Agent
from testloom.model.execution import Opaque
from tests.agent.cases import call

CODE = """
import os
import re

def is_below(path):
    folder = os.getcwd()
    if path.startswith(folder):
        return True
    return False

def is_stored(path):
    if path in [os.fsencode(os.getcwd()) + b"/data", b"data"]:
        return True
    return False

def matches(text):
    return re.match(re.escape(os.getcwd()) + "/data|c+", text) or re.match("a+", text)
"""


def test_paths_into_the_sandbox_are_not_told(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "subject.py"
    file.write_text(CODE)

    with Agent.start(python, file, tmp_path) as agent:
        tests = [call("subject:is_below", "a"), call("subject:is_stored", b"a")]
        [below], [stored] = (seen.comparisons for seen in agent.watch(tests))

    assert isinstance(below.right, Opaque)
    kept = stored.right
    assert [isinstance(item, Opaque) or item for item in kept] == [True, b"data"]


def test_patterns_of_paths_into_the_sandbox_are_not_told(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "subject.py"
    file.write_text(CODE)

    with Agent.start(python, file, tmp_path) as agent:
        [seen] = agent.watch([call("subject:matches", "b")])

    assert seen.patterns == ("a+",)
