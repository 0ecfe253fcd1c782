"""Signals: restoring their initial handlers, and signals that tell how another process has ended."""

from __future__ import annotations

import os
import signal

FATAL = frozenset({signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV})
"""Signals by which code in C ends its process."""


def reset_signals() -> None:
    """Undo what the subject's import did to signals."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def fatal_signal(status: int) -> str:
    """Find the name of the signal that ended a process because of its own code; empty if none did.

    `status` is the status that waiting for the process returned.
    """
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    return signal.Signals(number).name if number in FATAL else ""
