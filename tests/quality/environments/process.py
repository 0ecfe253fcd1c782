"""Programs that are run with a time limit, in an environment of their own."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

TIMED_OUT = 124
MEMORY_KILOBYTES = 6_000_000
_LIMITED = ("sh", "-c", f'ulimit -v {MEMORY_KILOBYTES}; exec "$@"', "sh")
_OFFLINE = ("unshare", "--net", "--map-root-user")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended, all it printed, and the seconds that it took."""

    status: int
    output: str
    seconds: float


def run(command: Sequence[str | Path], home: Path, limit: float, **variables: str) -> Ended:
    """Run a program in `home` to its end; its whole process group is killed after `limit` seconds."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as sink:
        process = subprocess.Popen(
            [str(word) for word in command],
            cwd=home,
            env=environment_of(home, variables),
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = TIMED_OUT
        finally:
            kill_group(process)
        seconds = time.monotonic() - start
        sink.seek(0)
        return Ended(status, sink.read().decode(errors="replace"), seconds)


def confined(command: Sequence[str | Path]) -> list[str | Path]:
    """The command with limited memory and, where the system can, without a network."""
    prefix = (*_OFFLINE, *_LIMITED) if can_cut_network() else _LIMITED
    return [*prefix, *command] if os.name == "posix" else list(command)


@functools.cache
def can_cut_network() -> bool:
    """Whether this system lets an ordinary user start a program without a network."""
    if not shutil.which(_OFFLINE[0]):
        return False
    return subprocess.run([*_OFFLINE, "true"], capture_output=True, check=False).returncode == 0


def environment_of(home: Path, variables: Mapping[str, str]) -> dict[str, str]:
    """The environment of a program: little of ours, its own folders, and further variables."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "SYSTEMROOT")}
    own = {"HOME": str(home), "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
    return {**kept, **own, **variables}


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """End what is left of the program and of all that it started."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
