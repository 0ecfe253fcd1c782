"""Batches of test cases: as long as they may run, and whatever their last test leaves behind."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from testloom.execution import Agent, AgentSettings
from testloom.model.preparation import Preparation
from testloom_agent.execution.performing.exchange import CELLS
from testloom_agent.execution.runner import DONE, PASSED, Runner
from testloom_agent.execution.stage import Stage
from testloom_agent.limits import Timeout
from tests.agent.cases import call

SLOW = """
import time

def slow(number):
    deadline = time.perf_counter() + 0.2
    while time.perf_counter() < deadline:
        sum(range(1_000))  # few rounds: a fast machine would use up what loops may take
    return number
"""

ONCE = """
import subprocess

class Release:
    locals().update({f"version_{number}": number for number in range(100)})
    is_known = False

def newest():
    if not Release.is_known:
        Release.is_known = True
        try:
            subprocess.check_output(["release", "--newest"])
        except PermissionError:
            pass
    return 1
"""
"""A class that is too large to be looked at after each test case, as those of libraries are not at all."""
COUNTED = f"""
import itertools

{ONCE}
CALLS = itertools.count()

def counted():
    newest()
    raise LookupError(next(CALLS))
"""
"""Says how often it was called in this process."""
REMEMBERING = """
import itertools
import subprocess

CALLS = itertools.count()

class Cache:
    def __init__(self):
        self.results = {}

def cached(function):
    cache = Cache()
    def call():
        if "result" not in cache.results:
            cache.results["result"] = function()
        return cache.results["result"]
    return call

@cached
def look():
    try:
        subprocess.check_output(["release", "--newest"])
    except PermissionError:
        return None

def newest():
    look()
    raise LookupError(next(CALLS))
"""
"""A library that counts its calls in this process."""


def test_no_test_is_begun_after_the_time_of_a_batch(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "subject.py"
    file.write_text(SLOW)
    tests = [call("subject:slow", number) for number in range(40)]

    with Agent.start(python, file, tmp_path) as agent:
        begun = time.monotonic()
        agent.submit(tests, seconds=1.0)
        ends = [result.end for result in agent.collect()]
        seconds = time.monotonic() - begun
        whole = agent.execute(tests[:2])

    ran = ends.count("passed")
    assert ends == ["passed"] * ran + ["skipped"] * (40 - ran)
    assert 1 <= ran < 40
    assert seconds < 6
    assert [result.end for result in whole] == ["passed", "passed"]


def test_what_a_test_was_refused_and_noted_as_done_is_refused_the_next_one_too(
    python: Path, tmp_path: Path
) -> None:
    file = tmp_path / "subject.py"
    file.write_text(ONCE)

    with Agent.start(python, file, tmp_path) as agent:
        results = agent.execute([call("subject:newest")] * 4)

    assert [result.end for result in results] == ["passed"] * 4
    assert all(result.denied for result in results)


def test_a_large_class_that_remembers_what_was_refused_costs_no_process(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "subject.py"
    file.write_text(COUNTED)

    with Agent.start(python, file, tmp_path) as agent:
        results = agent.execute([call("subject:counted")] * 4)

    assert all(result.denied for result in results)
    calls = [int(result.exception.message) for result in results if result.exception is not None]
    assert calls == [0, *range(3, 6)]


def test_a_library_that_remembers_what_it_was_refused_costs_one_process(python: Path, tmp_path: Path) -> None:
    project, packages = tmp_path / "project", tmp_path / "packages"
    for folder in (project, packages):
        folder.mkdir()
    (packages / "releases.py").write_text(REMEMBERING)
    file = project / "subject.py"
    file.write_text("import releases\n\ndef newest():\n    return releases.newest()\n")

    with Agent.start(
        python, file, project, AgentSettings(preparation=Preparation(path=(str(packages),)))
    ) as agent:
        results = agent.execute([call("subject:newest")] * 6)

    assert all(result.denied for result in results)
    calls = [int(result.exception.message) for result in results if result.exception is not None]
    assert calls[0] == 0
    assert calls[1:] == [0, *range(2, 6)]


def test_a_process_that_finds_nothing_left_to_run_is_done_whatever_state_it_is_in() -> None:
    state = SimpleNamespace(is_restored_after_batch=lambda: False)
    stage = SimpleNamespace(
        exchange=SimpleNamespace(notes=[0] * CELLS),
        state=state,
        out_of_fuel=Timeout,
        tracer=SimpleNamespace(wanted=()),
    )
    runner = Runner(cast(Stage, stage), 0, 0)

    assert runner._execute_from([], 0) == DONE


def test_a_test_case_runs_again_where_a_thread_wakes_before_its_trace_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[bool] = []

    def end() -> tuple[bytes, tuple[()]]:
        taken.append(True)
        return b"", ()

    stage = SimpleNamespace(
        exchange=SimpleNamespace(withheld=SimpleNamespace(sources=())),
        out_of_fuel=Timeout,
        tracer=SimpleNamespace(wanted=(), end=end),
        threads=SimpleNamespace(are_asleep=lambda: not taken),
    )
    runner = Runner(cast(Stage, stage), 0, 0)
    monkeypatch.setattr(runner, "_perform", lambda _: (PASSED, "null"))

    assert runner._attempt([]) is None
