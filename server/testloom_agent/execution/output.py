"""Standard streams that lead nowhere: what the subject prints stays in memory."""

from __future__ import annotations

import io
import sys


class Sink(io.TextIOWrapper):
    """A text stream over bytes in memory, as complete as a real stdout: it has a descriptor, too."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.memory = io.BytesIO()
        super().__init__(self.memory, encoding="utf-8", errors="backslashreplace", write_through=True)

    def fileno(self) -> int:
        """The descriptor of the stream that this stands for; what is written to it is lost."""
        return self._descriptor

    def empty(self) -> None:
        """Forget what was written."""
        self.flush()
        self.memory.seek(0)
        self.memory.truncate()


class Output:
    """In-memory stdin, stdout and stderr of the subject."""

    def __init__(self) -> None:
        self._out = Sink(1)
        self._err = Sink(2)
        self.install()

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
            if self._out.memory.tell():
                self._out.empty()
            if self._err.memory.tell():
                self._err.empty()
        except ValueError:  # the subject closed one
            self._out, self._err = Sink(1), Sink(2)
            self.install()

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
