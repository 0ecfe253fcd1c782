"""Where a run spends its time: by phase, by process, by function."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.quality.measuring.phases import Span
from tests.quality.profiling.functions import functions
from tests.quality.profiling.ledger import by_phase
from tests.quality.profiling.processes import (
    AGENT,
    OTHER,
    PYTEST,
    RUNNERS,
    TESTLOOM,
    Process,
    Sample,
    Sampler,
    kind_of,
)
from tests.quality.profiling.report import function_tables, time_table

needs_proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="processes are read from /proc")

SPANS = [Span("load", 0.0, 1.0), Span("search", 1.0, 3.0)]
BUSY = "import time\nend = time.process_time() + {seconds}\nwhile time.process_time() < end: pass\n"
STACKS = """\
process 1:"python -m testloom generate a.py";main (testloom/cli.py:3) 4
process 1:"python -m testloom generate a.py";main (testloom/cli.py:3);look (testloom/a.py:7) 5
process 1:"python -m testloom generate a.py";main (testloom/cli.py:9);look (testloom/a.py:8) 1
process 1:"python -m testloom generate a.py";process 2:"python /x/testloom_agent --file a";serve (b.py:1) 3
process 1:"python -m testloom generate a.py";process 5:"python -c import sys;
print(sys.path)";find (c.py:1) 2
process 1:"python -m testloom generate a.py" 9
"""


def process(pid: int, kind: str, own: float, waited_for: float = 0.0, parent: int | None = None) -> Process:
    return Process((pid, 0), (parent, 0) if parent else None, kind, own, waited_for)


def spent(*samples: tuple[float, list[Process]]) -> dict[str, dict[str, float]]:
    found = by_phase([Sample(at, tuple(processes)) for at, processes in samples], SPANS)
    return {
        phase: {kind: s for kind, s in times.items() if s}
        for phase, times in found.items()
        if any(times.values())
    }


def test_what_a_process_takes_belongs_to_the_phase_it_takes_it_in() -> None:
    found = spent(
        (0.5, [process(1, TESTLOOM, 0.5)]),
        (1.25, [process(1, TESTLOOM, 0.75)]),
        (2.0, [process(1, TESTLOOM, 1.75), process(2, AGENT, 0.25, parent=1)]),
    )

    assert found == {"load": {TESTLOOM: 0.75}, "search": {TESTLOOM: 1.0, AGENT: 0.25}}


def test_children_that_nobody_saw_are_known_from_their_parent() -> None:
    found = spent(
        (0.5, [process(1, TESTLOOM, 0.5), process(2, AGENT, 0.25, 0.5, parent=1)]),
        (1.5, [process(1, TESTLOOM, 0.5), process(2, AGENT, 0.25, 2.0, parent=1)]),
    )

    assert found == {"load": {TESTLOOM: 0.5, AGENT: 0.25, RUNNERS: 0.5}, "search": {RUNNERS: 1.5}}


def test_a_child_that_was_seen_counts_once_and_its_last_moments_are_its_own() -> None:
    found = spent(
        (0.5, [process(1, TESTLOOM, 0.0), process(2, PYTEST, 1.0, parent=1)]),
        (1.5, [process(1, TESTLOOM, 0.0, waited_for=1.25)]),
    )

    assert found == {"load": {PYTEST: 1.0}, "search": {PYTEST: 0.25}}


def test_a_child_that_was_overlooked_once_counts_once() -> None:
    found = spent(
        (0.5, [process(1, TESTLOOM, 0.0), process(2, AGENT, 1.0, parent=1)]),
        (1.5, [process(1, TESTLOOM, 0.0)]),
        (2.0, [process(1, TESTLOOM, 0.0), process(2, AGENT, 1.5, parent=1)]),
        (2.5, [process(1, TESTLOOM, 0.0, waited_for=1.5)]),
    )

    assert found == {"load": {AGENT: 1.0}, "search": {AGENT: 0.5}}


def test_runners_that_are_killed_with_their_agent_do_not_count_back() -> None:
    found = spent(
        (
            0.5,
            [process(1, TESTLOOM, 0.0), process(2, AGENT, 0.5, 2.0, 1), process(3, RUNNERS, 1.0, parent=2)],
        ),
        (1.5, [process(1, TESTLOOM, 0.0, waited_for=2.5)]),
    )

    assert found == {"load": {AGENT: 0.5, RUNNERS: 3.0}}


@pytest.mark.parametrize(
    ("command", "parent", "kind"),
    [
        ("python -m testloom generate", None, TESTLOOM),
        ("python -m testloom generate", TESTLOOM, TESTLOOM),
        ("python -B /server/testloom_agent --root /pytest --file a.py", TESTLOOM, AGENT),
        ("python -B /server/testloom_agent --root /pytest --file a.py", AGENT, RUNNERS),
        ("python -B /server/testloom_agent/guarded.py --sandbox x -- -m pytest", TESTLOOM, PYTEST),
        ("sh -c date", PYTEST, PYTEST),
        ("python -m coverage json", TESTLOOM, PYTEST),
        ("git status", TESTLOOM, OTHER),
    ],
)
def test_processes_are_told_apart_by_their_command_lines(command: str, parent: str | None, kind: str) -> None:
    assert kind_of(command.split(), parent) == kind


@pytest.mark.process
@needs_proc
def test_a_program_and_its_children_are_seen_while_they_run() -> None:
    child = BUSY.format(seconds=0.4)
    code = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {child!r}])\n" + BUSY.format(
        seconds=0.4
    )
    sampler = Sampler()
    began = time.monotonic()
    program = subprocess.Popen([sys.executable, "-c", code])
    sampler.follow(program.pid, began)
    program.wait(60)

    found = by_phase(sampler.stop(), [Span("all", 0.0, 60.0)])["all"]

    assert found[TESTLOOM] == pytest.approx(0.4, abs=0.3)
    assert found[OTHER] == pytest.approx(0.4, abs=0.3)


def test_the_table_has_a_line_a_phase_and_the_sum() -> None:
    samples = [Sample(0.5, (process(1, TESTLOOM, 0.5),)), Sample(2.0, (process(1, TESTLOOM, 2.0),))]

    lines = [line.split() for line in time_table(SPANS, samples).splitlines()]

    assert lines == [
        ["phase", "clock", "testloom", "processors"],
        ["load", "1.0", "0.5", "0.5"],
        ["search", "2.0", "1.5", "1.5"],
        ["all", "3.0", "2.0", "2.0"],
    ]


def test_functions_are_counted_on_top_and_within_by_kind_of_process() -> None:
    found = functions(STACKS)

    own = found[TESTLOOM]
    assert own.times == 10
    assert own.on_top == {"look (testloom/a.py)": 6, "main (testloom/cli.py)": 4}
    assert own.anywhere == {"look (testloom/a.py)": 6, "main (testloom/cli.py)": 10}
    assert {kind: seen.times for kind, seen in found.items()} == {TESTLOOM: 10, AGENT: 3, OTHER: 2}


@pytest.mark.parametrize(
    ("frame", "kind"),
    [
        ("main (_pytest/config/__init__.py:3)", PYTEST),
        ("<module> (testloom_agent/guarded.py:3)", PYTEST),
        ("serve (testloom_agent/session.py:3)", AGENT),
        ("find_spec (<frozen importlib._bootstrap>:3)", OTHER),
    ],
)
def test_a_program_that_began_as_another_is_known_by_its_functions(frame: str, kind: str) -> None:
    program = '"python -m testloom generate a.py"'

    assert list(functions(f"process 1:{program};process 2:{program};{frame} 3\n")) == [kind]


def test_the_busiest_kind_of_process_comes_first() -> None:
    first, *others = function_tables(functions(STACKS))

    assert first.splitlines()[0] == "testloom: 67% of what py-spy saw"
    assert first.splitlines()[2].split() == ["look", "(testloom/a.py)", "60.0%", "60.0%"]
    assert len(others) == 2
