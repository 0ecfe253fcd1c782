"""What the kernel refuses to code in C, which reports nothing to the guard."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.execution import Agent, guarded_command
from testloom.measurement import TestEnvironment, run_tests
from tests.agent.cases import call

SERVER = Path(__file__).resolve().parents[3] / "server"
ATTEMPTS = """
import os, socket, sys
from testloom_agent.platform.seccomp import restrict_calls

def local():
    socket.socket(socket.AF_UNIX).connect(sys.argv[1])
def datagram():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", int(sys.argv[2])))
def program():
    os.execv(sys.executable, [sys.executable, "-c", "print('ran')"])
def pair():
    one, other = socket.socketpair()
    one.send(b"x")
    assert other.recv(1) == b"x"
def child():
    pid = os.fork()
    if pid == 0:
        try:
            program()
        except PermissionError:
            os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7

assert restrict_calls(**eval(sys.argv[3]))
for attempt in map(globals().get, sys.argv[4].split()):
    try:
        attempt()
    except PermissionError:
        print(attempt.__name__)
"""
LEVEL = "/proc/self/status"
FILTERED = 2


@pytest.fixture
def listeners(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A local socket and a port on which somebody waits."""
    path = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX) as one, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        one.bind(path)
        one.listen()
        other.bind(("127.0.0.1", 0))
        yield path, str(other.getsockname()[1])


@pytest.mark.parametrize(
    ("allowed", "attempts", "refused"),
    [
        ({}, "local datagram pair child program", "local datagram program"),
        ({"network": True}, "local datagram program", "program"),
        ({"programs": True}, "local datagram program", "local datagram ran"),
    ],
)
def test_code_in_c_contacts_nobody_and_starts_nothing(
    python: Path, listeners: tuple[str, str], allowed: dict[str, bool], attempts: str, refused: str
) -> None:
    ended = subprocess.run(
        [python, "-c", ATTEMPTS, *listeners, repr(allowed), attempts],
        env={"PYTHONPATH": str(SERVER), "PYTHONUNBUFFERED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ended.stdout.split(), ended.stderr) == (refused.split(), "")


def test_code_under_test_and_its_tests_are_kept_in_by_the_kernel(python: Path, tmp_path: Path) -> None:
    source = f"def level():\n    return int(open({LEVEL!r}).read().partition('Seccomp:')[2].split()[0])\n"
    subject = tmp_path / "levels.py"
    subject.write_text(source)
    with Agent.start(python, subject, tmp_path) as agent:
        [[observed]] = agent.observe([call("levels:level")])
        told = agent.description["guard"]["seccomp"]
    environment = TestEnvironment(Path(sys.executable), tmp_path, tmp_path, subject, guarded_command)
    text = f"from levels import level\n\ndef test_level():\n    assert level() == {FILTERED}\n"
    run = run_tests(environment, tmp_path / "test_levels.py", text)

    assert told is True
    assert getattr(observed.value, "value", None) == FILTERED
    assert [case.outcome for case in run.cases.values()] == ["passed"]
