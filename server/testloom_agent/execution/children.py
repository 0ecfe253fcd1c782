"""Processes that are forked to run test cases, and the pipes to them."""

from __future__ import annotations

import gc
import os
import traceback
from collections.abc import Callable, Sequence

from testloom_agent.execution.stage import Stage
from testloom_agent.platform import processes
from testloom_agent.platform.limits import limit_resources
from testloom_agent.platform.signals import fatal_signal, reset_signals
from testloom_agent.redaction.withheld import WithheldValues


class Child:
    """A forked process and the two pipes to it.

    It calls `body` with its ends of the pipes, for commands and for answers. `close` has the descriptors that
    it must not inherit.
    """

    def __init__(
        self, stage: Stage, body: Callable[[int, int], None], close: Sequence[int], log: int
    ) -> None:
        command_out, self.commands = processes.private_pipe()
        self.answers, answer_in = processes.private_pipe()
        self._guard = stage.guard
        self._status: int | None = None
        self.was_killed = False
        """Whether the process was killed instead of ending by itself."""
        zygote = os.getpid()
        self.pid = stage.guard.fork()
        if self.pid == 0:
            for descriptor in (self.commands, self.answers, *close):
                os.close(descriptor)

            def live() -> None:
                _settle(stage, zygote)
                body(command_out, answer_in)

            _live(live, log, stage.exchange.withheld)
        os.close(command_out)
        os.close(answer_in)

    def has_ended(self) -> bool:
        """Check whether the process has ended."""
        if self._status is None:
            self._status = processes.status_of(self.pid, wait=False)
        return self._status is not None

    @property
    def fatal_signal(self) -> str:
        """The name of the signal by which the interpreter ended itself; empty if it did not."""
        return "" if self._status is None else fatal_signal(self._status)

    def end(self) -> None:
        """Kill the process, whatever it does, and wait for it."""
        if self._status is None:
            self.was_killed = not self.has_ended()
        if self._status is None:
            with self._guard.trusting():
                processes.kill(self.pid)
            processes.status_of(self.pid, wait=True)
        os.close(self.commands)
        os.close(self.answers)


def _live(body: Callable[[], None], log: int, withheld: WithheldValues) -> None:
    """Run the body as everything that this process does."""
    status = 1
    try:
        body()
        status = 0
    except BaseException:
        os.write(log, withheld.shown(traceback.format_exc()).encode("utf-8", "replace"))
    finally:
        os._exit(status)


def _settle(stage: Stage, parent: int) -> None:
    """Limit a freshly forked process before it runs the subject."""
    with stage.guard.trusting():
        processes.die_with_parent(parent)
        limit_resources()
    reset_signals()
    stage.interpreter.requests.portal.open()
    stage.threads.begin()
    stage.environment.begin()
    gc.disable()
    gc.freeze()
