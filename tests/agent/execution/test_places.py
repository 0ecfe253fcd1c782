"""Paths into the sandbox of a run are no values for a test: the next run has another sandbox."""

from __future__ import annotations

from pathlib import Path

from testloom.execution import Agent
from testloom.model.execution import KnownType
from testloom.model.statements import CallStatement, CollectionStatement
from tests.agent.cases import call, case

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

def look_up(known):
    return known.get(os.getcwd()), known.get("a")
"""


def test_paths_into_the_sandbox_are_not_told(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "subject.py"
    file.write_text(CODE)

    with Agent.start(python, file, tmp_path) as agent:
        tests = [call("subject:is_below", "a"), call("subject:is_stored", b"a")]
        [below], [stored] = (seen.comparisons for seen in agent.watch(tests))

    assert isinstance(below.right, KnownType)
    kept = stored.right
    assert [isinstance(item, KnownType) or item for item in kept] == [True, b"data"]


def test_patterns_of_paths_into_the_sandbox_are_not_told(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "subject.py"
    file.write_text(CODE)

    with Agent.start(python, file, tmp_path) as agent:
        [seen] = agent.watch([call("subject:matches", "b")])

    assert seen.patterns == ("a+",)


def test_keys_that_lead_into_the_sandbox_are_not_missed(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "subject.py"
    file.write_text(CODE)
    test = case(CollectionStatement(0, "dict", ()), CallStatement(1, "subject:look_up", None, (0,)))

    with Agent.start(python, file, tmp_path) as agent:
        [seen] = agent.watch([test])

    assert seen.missed == {0: ("a",)}
