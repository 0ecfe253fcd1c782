"""Standard streams that lead nowhere: what the subject prints stays in memory."""

from __future__ import annotations

import io
import sys


class Output:
    """In-memory stdin, stdout and stderr of the subject."""

    def __init__(self) -> None:
        self._out = _sink()
        self._err = _sink()
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
            if self._out.buffer.tell():
                _empty(self._out)
            if self._err.buffer.tell():
                _empty(self._err)
        except ValueError:  # the subject closed one
            self._out, self._err = _sink(), _sink()
            self.install()

    def take(self) -> str:
        """Return what was printed on stdout, and forget it."""
        try:
            buffer = self._out.buffer
            text = buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]
        except ValueError:
            text = ""
        self.reset()
        return str(text)


def _sink() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)


def _empty(stream: io.TextIOWrapper) -> None:
    stream.flush()
    stream.buffer.seek(0)
    stream.buffer.truncate()
