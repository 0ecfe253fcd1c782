"""Processes that are forked to run test cases, and the pipes to them."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Sequence

from testloom_agent.execution.stage import Stage
from testloom_agent.redaction.withheld import Withheld

FATAL = frozenset({signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV})
"""Signals by which code in C ends its process."""
FIRST_PRIVATE_DESCRIPTOR = 200


class Child:
    """A forked process and the two pipes to it; `close` are descriptors that are not for it."""

    def __init__(
        self, stage: Stage, body: Callable[[int, int, int], None], close: Sequence[int], log: int
    ) -> None:
        command_out, self.commands = private_pipe()
        self.answers, answer_in = private_pipe()
        self._guard = stage.guard
        self._is_reaped = False
        self._status = 0
        zygote = os.getpid()
        self.pid = stage.guard.fork()
        if self.pid == 0:
            for descriptor in (self.commands, self.answers, *close):
                os.close(descriptor)
            _live(lambda: body(zygote, command_out, answer_in), log, stage.exchange.withheld)
        os.close(command_out)
        os.close(answer_in)

    def has_ended(self) -> bool:
        """Whether the process is gone."""
        if not self._is_reaped:
            pid, self._status = os.waitpid(self.pid, os.WNOHANG)
            self._is_reaped = pid != 0
        return self._is_reaped

    @property
    def fatal_signal(self) -> str:
        """The name of the signal by which the interpreter ended itself; empty if it did not."""
        number = os.WTERMSIG(self._status) if self._is_reaped and os.WIFSIGNALED(self._status) else 0
        return signal.Signals(number).name if number in FATAL else ""

    def end(self) -> None:
        """Kill the process, whatever it does, and wait for it."""
        if not self._is_reaped:
            with self._guard.trusting():
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.commands)
        os.close(self.answers)


def private_pipe() -> tuple[int, int]:
    """A pipe whose descriptors are out of the way of a subject that closes those it did not open."""
    first, second = os.pipe()
    return private_descriptor(first), private_descriptor(second)


def private_descriptor(descriptor: int) -> int:
    """Move an open file to a high descriptor, which no child that executes another program inherits."""
    import fcntl

    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, FIRST_PRIVATE_DESCRIPTOR)
    os.close(descriptor)
    return moved


def _live(body: Callable[[], None], log: int, withheld: Withheld) -> None:
    """Run the body as the whole life of this process."""
    status = 1
    try:
        body()
        status = 0
    except BaseException:
        os.write(log, withheld.shown(traceback.format_exc()).encode("utf-8", "replace"))
    finally:
        os._exit(status)
