"""What a subject tries outside of its sandbox has no effect, is told, and does not end the agent."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.execution import Agent
from testloom.model.statements import TestCase
from tests.agent.cases import call

SUBJECTS = Path(__file__).resolve().parents[2] / "subjects"
NAMES = re.findall(r"^@attack\ndef (\w+)", (SUBJECTS / "attacks.py").read_text(), re.MULTILINE)
STOPPED_BY_LANDLOCK_ONLY = ("take_the_guard_from_a_traceback",)
STOPPED_BY_LIMITS = {
    "take_all_memory": ("memory", "killed", "raised", "timeout"),
    "fill_the_disk": ("raised", "killed", "timeout"),
    "make_threads": ("raised", "killed", "timeout", "memory"),
    "never_end": ("timeout",),
    "end_the_process": ("killed",),
    "leave": ("raised",),
    "abort": ("crashed",),
    "close_everything": ("killed",),
    "stop_the_timer": ("timeout", "killed"),
}

IMPOSSIBLE = ("rename_the_machine", "set_the_clock", "type_into_the_terminal", "move_the_root")
"""What the system refuses anyway, as it would harm more than the victim: the guard has to come first."""


class Victim:
    """A folder, a port and a process that nobody may touch."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "filled").mkdir()
        (folder / "empty").mkdir()
        for name in ("kept", "filled/file"):
            (folder / name).write_text("mine")
        self.process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.datagrams.bind(("127.0.0.1", self.port))
        self.before = self.files()

    @property
    def port(self) -> int:
        return int(self.listener.getsockname()[1])

    def files(self) -> dict[str, object]:
        """Every path below the folder with what can be seen of it."""
        return {
            str(path): (path.lstat().st_mode, path.lstat().st_mtime, path.is_file() and path.read_text())
            for path in sorted(self.folder.rglob("*"))
        }

    def is_unharmed(self) -> bool:
        """Whether nothing was written, nobody called, and the process lives."""
        for waiting in (self.listener, self.datagrams):
            waiting.setblocking(False)
            try:
                (self.listener.accept if waiting is self.listener else lambda: self.datagrams.recv(1))()
            except BlockingIOError:
                continue
            return False
        return self.files() == self.before and self.process.poll() is None

    def close(self) -> None:
        self.process.communicate(b"\n")
        self.listener.close()
        self.datagrams.close()


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Victim]:
    made = Victim(tmp_path_factory.mktemp("victim"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def agent() -> Iterator[Agent]:
    with Agent.start(Path(sys.executable), SUBJECTS / "attacks.py", SUBJECTS) as started:
        yield started


def attempt(name: str, victim: Victim) -> TestCase:
    return call("attacks:launch", name, str(victim.folder), victim.port, victim.process.pid)


@pytest.mark.parametrize("name", NAMES)
def test_an_attack_has_no_effect_and_is_told(agent: Agent, victim: Victim, name: str) -> None:
    if name in STOPPED_BY_LANDLOCK_ONLY and not agent.description["guard"]["landlock"]:
        pytest.skip("only Landlock stops it")

    result, after = agent.execute([attempt(name, victim), call("builtins:len", "still here")])

    assert victim.is_unharmed()
    assert after.end == "passed"
    if name in STOPPED_BY_LIMITS:
        assert result.end in STOPPED_BY_LIMITS[name]
    else:
        assert result.denied or (result.end == "raised" and name not in IMPOSSIBLE)


def test_the_suite_is_as_large_as_the_page_says() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "guard.md").read_text()

    assert f"{len(NAMES)} attacks" in page
    assert len(NAMES) >= 40


def test_nothing_is_left_of_an_agent(victim: Victim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Agent.start(Path(sys.executable), SUBJECTS / "attacks.py", SUBJECTS) as agent:
        agent.execute([attempt(name, victim) for name in ("make_threads", "open_to_write", "abort")])
        assert list(tmp_path.iterdir())

    assert not list(tmp_path.iterdir())
