"""The guard lets pass what the user allows, and nothing else."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from testloom.execution import Agent, AgentSettings, guarded_command
from testloom.model.execution import ExecutionResult
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.types import Scalar
from tests.agent.conftest import SUBJECTS


def result(python: Path, function: str, *arguments: Scalar, allow: tuple[str, ...]) -> ExecutionResult:
    values = [LiteralStatement(number, value) for number, value in enumerate(arguments, 1)]
    calling = CallStatement(0, f"hazards:{function}", None, tuple(value.id for value in values))
    with Agent.start(python, SUBJECTS / "hazards.py", SUBJECTS, AgentSettings(allow=allow)) as agent:
        [executed] = agent.execute([TestCase((*values, calling))])
    return executed


@contextmanager
def listening() -> Iterator[int]:
    """A port of this machine that somebody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_an_allowed_program_runs(python: Path) -> None:
    executed = result(python, "run", allow=("run:true",))

    assert (executed.end, executed.denied) == ("passed", ())


@pytest.mark.parametrize("function", ["run", "run_shell", "fork"])
def test_other_programs_do_not_run(python: Path, function: str) -> None:
    assert result(python, function, allow=("run:false",)).denied


def test_a_shell_is_not_allowed_with_the_programs_that_it_starts(python: Path) -> None:
    [denied] = result(python, "run_shell", allow=("run:true",)).denied

    assert "/bin/sh" in denied


def test_an_allowed_host_can_be_reached(python: Path) -> None:
    with listening() as port:
        executed = result(python, "connect_to", port, allow=("connect:localhost",))
        other = result(python, "connect_to", port, allow=("connect:example.invalid",))

    assert (executed.end, executed.denied) == ("passed", ())
    assert other.denied


def test_an_allowed_folder_can_be_written_to(python: Path, tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    allow = (f"write:{tmp_path / 'open'}",)

    inside = result(python, "write_to", str(tmp_path / "open" / "a"), allow=allow)
    outside = result(python, "write_to", str(tmp_path / "b"), allow=allow)

    assert (inside.end, inside.denied) == ("passed", ())
    assert outside.denied == (f"write to {str(tmp_path / 'b')!r}",)
    assert [path.name for path in tmp_path.rglob("*")] == ["open", "a"]


def test_the_same_holds_where_tests_are_verified(python: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import subprocess\nsubprocess.run(['true'])\n")

    def status(*allow: str) -> int:
        command = [*guarded_command(python, tmp_path, allow), str(script)]
        return subprocess.run(command, check=False, capture_output=True).returncode

    assert (status("run:true"), status()) == (0, 1)
