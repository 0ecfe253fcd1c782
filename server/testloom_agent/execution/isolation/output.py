"""The standard streams of the subject, in memory: its output is not printed."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

NAMES = {1: "stdout", 2: "stderr"}


def nobody(_stream: str) -> bool:
    """Return False: no standard stream is a terminal."""
    return False


class Sink(io.TextIOWrapper):
    """A text stream over bytes in memory, as complete as a real stdout: with a descriptor and a name."""

    mode = "w"

    def __init__(self, descriptor: int, is_terminal: Callable[[str], bool]) -> None:
        self._descriptor = descriptor
        self._is_terminal = is_terminal
        self.memory = io.BytesIO()
        super().__init__(self.memory, encoding="utf-8", errors="backslashreplace", write_through=True)

    @property
    def name(self) -> str:
        """The name that the stream has in a program."""
        return f"<{NAMES[self._descriptor]}>"

    def fileno(self) -> int:
        """Return the descriptor of the stream that this replaces; what is written to it is lost."""
        return self._descriptor

    def isatty(self) -> bool:
        """Check whether the stream claims to be a terminal."""
        return self._is_terminal(NAMES[self._descriptor])

    def empty(self) -> None:
        """Forget what was written."""
        self.flush()
        self.memory.seek(0)
        self.memory.truncate()


class Output:
    """In-memory stdin, stdout and stderr of the subject; `is_terminal` determines their `isatty`.

    A stream that a module kept while it was imported, as logging handlers do, is no longer a standard
    stream when a test runs: pytest captures each test with streams of its own.
    """

    def __init__(self) -> None:
        self.is_terminal: Callable[[str], bool] = nobody
        self._out, self._err = self._sinks()
        self._held: tuple[Sink, ...] = ()
        self.install()

    def renew(self) -> None:
        """Install other streams than those that modules have got hold of so far."""
        self._held = (*self._held, self._out, self._err)
        self._out, self._err = self._sinks()
        self.install()

    def _sinks(self) -> tuple[Sink, Sink]:
        def is_terminal(stream: str) -> bool:
            return self.is_terminal(stream)

        return Sink(1, is_terminal), Sink(2, is_terminal)

    def install(self) -> None:
        """Put the streams where the subject looks for them."""
        sys.stdin = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        sys.stdout = self._out
        sys.stderr = self._err

    def reset(self) -> None:
        """Forget what was printed, and undo a redirection."""
        sys.stdout = self._out
        sys.stderr = self._err
        try:
            for sink in (self._out, self._err):
                if sink.memory.tell():
                    sink.empty()
        except ValueError:  # the subject closed one
            self._out, self._err = self._sinks()
            self.install()
        for sink in self._held:
            if not sink.closed and sink.memory.tell():
                sink.empty()

    @property
    def is_closed(self) -> bool:
        """Whether the subject has closed a stream that belongs to the whole process."""
        return self._out.closed or self._err.closed

    def take(self) -> tuple[str, str]:
        """Return what was printed on stdout and on stderr, and forget it."""
        texts = _text(self._out), _text(self._err)
        self.reset()
        return texts


def _text(sink: Sink) -> str:
    try:
        return sink.memory.getvalue().decode("utf-8", "replace")
    except ValueError:  # the subject closed it
        return ""
