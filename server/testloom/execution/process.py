"""One agent process: its pipes, its temporary folder, its end."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from testloom.execution.wire import HEADER, Frame
from testloom.model.errors import AgentError, EnoughError, InterpreterError
from testloom.model.preparation import Preparation
from testloom.model.variables import inherited
from testloom.platform import pipes
from testloom.platform.processes import in_own_group, kill_group, lower_priority

AGENT_FOLDER = Path(__file__).resolve().parents[2] / "testloom_agent"
NOTHING = Preparation()
PIPE_BYTES = 1 << 20
READ_BYTES = 1 << 20
QUIT_SECONDS = 0.5
SECONDS_BETWEEN_LOOKS = 0.05
LOG_TAIL = 2_000
LARGEST_FRAME = 64 << 20
"""The maximum size of a frame in bytes: a hundred times that of the largest batch of tests."""


class AgentDied(Exception):
    """The agent closed its end of the pipe; `status` is its exit status, negative for a signal."""

    def __init__(self, status: int, log: str) -> None:
        super().__init__(f"exit status {status}")
        self.status = status
        self.log = log


class AgentSilent(Exception):
    """The agent did not answer in time."""


class AgentProcess:
    """A running agent and the frames to and from it.

    Nothing here waits for the agent except `receive`: data that the pipe does not take at once stays in
    `_outbox` until then. The agent ends with the thread that started it: the kernel takes the end of
    that thread for ours.
    """

    def __init__(
        self,
        python: Path,
        file: Path,
        root: Path,
        import_seconds: float,
        allow: Sequence[str] = (),
        preparation: Preparation = NOTHING,
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="testloom-"))
        self._log = self.folder / "agent.log"
        self._outbox: deque[memoryview] = deque()
        self._inbox = bytearray()
        command = _command(python, file, root, import_seconds, self.folder / "sandbox")
        command += [*_searching(preparation.path), *allowing(allow)]
        command += [word for file in preparation.conftests for word in ("--conftest", file)]
        self._variables = dict(preparation.variables)
        try:
            self._process = self._spawn(command)
        except OSError as error:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise _no_interpreter(python, error) from None
        self._requests, self._answers = self._pipes()
        self._is_closed = False

    def send(self, frame: Frame) -> None:
        """Send a frame, or as much of it as the pipe takes now.

        Raises:
            EnoughError: if the agent is gone because it was stopped.
        """
        if self._is_closed:
            raise EnoughError
        self._outbox.append(memoryview(frame.encode()))
        self._push()

    def receive(self, seconds: float, stopped: Callable[[], bool]) -> Frame:
        """Wait for the next frame, unless it is `stopped`, which is asked several times a second.

        Raises:
            EnoughError: once it is stopped; the agent is gone then.
            AgentDied: if the agent is gone.
            AgentSilent: if it said nothing for so long.
            AgentError: if it says that more comes than any agent has to say; it is gone then.
        """
        deadline = time.monotonic() + seconds
        while (frame := self._next_frame()) is None:
            if stopped():
                self.kill()
                raise EnoughError
            self._exchange(deadline - time.monotonic())
        return frame

    def close(self) -> None:
        """End the agent and everything it started, and remove its folder; a second time does nothing."""
        if not self._is_closed:
            os.close(self._requests)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(QUIT_SECONDS)
            self._end()

    def lower_priority(self) -> None:
        """Lower the priority of the agent, and of processes that it starts from now on."""
        lower_priority(self._process.pid)

    def kill(self) -> None:
        """Kill the agent at once, without time to end by itself."""
        if not self._is_closed:
            self._kill()
            os.close(self._requests)
            self._end()

    def last_words(self) -> str:
        """Read the end of what the agent and its forks have said of their failures; empty once it is gone."""
        with suppress(OSError):
            return self._log.read_text("utf-8", "replace")[-LOG_TAIL:].strip()
        return ""

    def _end(self) -> None:
        self._is_closed = True
        self._kill()
        os.close(self._answers)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _spawn(self, command: list[str]) -> subprocess.Popen[bytes]:
        (self.folder / "sandbox").mkdir()
        with self._log.open("wb") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env={**self._variables, **_environment(os.environ)},
                **in_own_group(),
            )

    def _pipes(self) -> tuple[int, int]:
        """Take over the descriptors from the process object, and enlarge their pipes."""
        assert self._process.stdin is not None and self._process.stdout is not None
        requests, answers = os.dup(self._process.stdin.fileno()), os.dup(self._process.stdout.fileno())
        self._process.stdin.close()
        self._process.stdout.close()
        for descriptor in (requests, answers):
            pipes.make_ready(descriptor, PIPE_BYTES)  # the next batch fits in while the agent works
        return requests, answers

    def _exchange(self, seconds: float) -> None:
        """Send and receive what is possible now, or wait a little until something is."""
        if seconds <= 0:
            raise AgentSilent
        wait = min(seconds, SECONDS_BETWEEN_LOOKS)
        ready = pipes.wait(self._answers, self._requests if self._outbox else None, wait)
        if self._requests in ready:
            self._push()
        if self._answers in ready:
            self._pull()

    def _push(self) -> None:
        try:
            while self._outbox:
                rest = self._outbox[0][os.write(self._requests, self._outbox[0]) :]
                if rest:
                    self._outbox[0] = rest
                else:
                    self._outbox.popleft()
        except BlockingIOError:
            return
        except BrokenPipeError:  # the other pipe may contain its last words
            self._outbox.clear()

    def _pull(self) -> None:
        data = os.read(self._answers, READ_BYTES)
        if not data:
            raise AgentDied(self._exit_status(), self.last_words())
        self._inbox += data

    def _next_frame(self) -> Frame | None:
        if len(self._inbox) < HEADER.size:
            return None
        length, kind = HEADER.unpack_from(self._inbox)
        if length > LARGEST_FRAME:
            self.kill()
            raise AgentError(
                f"The agent announced an answer of {length} bytes.",
                "Check what the code under test writes to files that it has not opened.",
            )
        end = HEADER.size + length
        if len(self._inbox) < end:
            return None
        frame = Frame(chr(kind), bytes(memoryview(self._inbox)[HEADER.size : end]))
        del self._inbox[:end]
        return frame

    def _exit_status(self) -> int:
        try:
            return self._process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:  # it runs on, but has closed its pipe
            self._kill()
            return self._process.wait()

    def _kill(self) -> None:
        """Kill the agent's whole process group, which outlives the agent if a runner does."""
        kill_group(self._process.pid)
        self._process.wait()


def allowing(allow: Sequence[str]) -> list[str]:
    """Build the options of the guard for the actions that the user allows."""
    return [word for entry in allow for word in ("--allow", entry)]


def importing() -> list[str]:
    """Return the options for the folders in PYTHONPATH, which are searched once the guard is active."""
    folders = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    return _searching(folders)


def _searching(folders: Iterable[str]) -> list[str]:
    return [word for folder in folders for word in ("--path", str(Path(folder).absolute()))]


def bare(python: Path) -> list[str]:
    """Build the start of a command line under which no code of the project or packages runs before ours.

    That needs an environment without PYTHONPATH, too; `-E` or `-I` would hide PYTHONHASHSEED as well.
    """
    return [str(python), "-SB"]


def _command(python: Path, file: Path, root: Path, import_seconds: float, sandbox: Path) -> list[str]:
    command = [*bare(python), "-X", "utf8", str(AGENT_FOLDER), "--root", str(root), "--file", str(file)]
    command += ["--import-seconds", str(import_seconds), "--sandbox", str(sandbox), *importing()]
    return [*command, "--parent", str(os.getpid())]


def _environment(own: Mapping[str, str]) -> dict[str, str]:
    """Build the agent's environment: few of our variables, and a fixed hash seed.

    The agent removes HOME before it loads anything, as soon as it knows where the user's packages are.
    """
    home = {"HOME": own["HOME"]} if "HOME" in own else {}
    # Two heaps for all threads: a heap per thread would take 128 MB of a test's limited address space.
    ours = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "MALLOC_ARENA_MAX": "2"}
    return {**inherited(own), **home, **ours}


def _no_interpreter(python: Path, error: OSError) -> InterpreterError:
    return InterpreterError(
        f"The interpreter {python} cannot be started ({error.strerror}).",
        "Choose Python 3.10 or newer with --python, or in the editor's settings.",
    )
