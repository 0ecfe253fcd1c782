"""The console: lines that the subject reads from standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any

from testloom_agent.environment.touches import Note
from testloom_agent.likeness import like

TOUCH = ("console",)


class Lines(io.TextIOWrapper):
    """A standard input in memory that notes when it is read, or asked whether it is a terminal."""

    def __init__(self, text: str, note: Note, is_terminal: Callable[[], bool]) -> None:
        self._note = note
        self._is_terminal = is_terminal
        self._bytes = io.BytesIO(text.encode("utf-8", "surrogateescape"))
        super().__init__(self._bytes, encoding="utf-8", errors="surrogateescape")

    @property
    def buffer(self) -> Any:
        """The underlying bytes."""
        self._note(TOUCH)
        return self._bytes

    def read(self, size: int | None = -1, /) -> str:
        """Read all, or so many characters."""
        self._note(TOUCH)
        return super().read(size)

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """Read a line."""
        self._note(TOUCH)
        return super().readline(size)

    def readlines(self, hint: int = -1, /) -> list[str]:  # type: ignore[override]
        """Read all lines."""
        self._note(TOUCH)
        return super().readlines(hint)

    def isatty(self) -> bool:
        """Check whether the lines come from a person who types them."""
        return self._is_terminal()

    def __next__(self) -> str:  # type: ignore[override]
        self._note(TOUCH)
        return super().__next__()


class Console:
    """Standard input: empty unless a test case types lines."""

    def __init__(self, note: Note, is_terminal: Callable[[], bool]) -> None:
        self._note = note
        self._is_terminal = is_terminal
        self._lines = self._nothing = self._of("")
        sys.stdin = self._nothing

    def type(self, lines: Sequence[str]) -> None:
        """Let these lines be typed, and then the end of input."""
        self._lines = self._of("".join([f"{line}\n" for line in lines]))
        sys.stdin = self._lines

    def restore(self) -> None:
        """Restore a standard input with no lines to read."""
        if sys.stdin is not self._nothing or self._nothing.closed:
            self._lines = self._nothing = self._of("") if self._nothing.closed else self._nothing
            sys.stdin = self._nothing

    def _of(self, text: str) -> Lines:
        return Lines(text, self._note, self._is_terminal)


def watch_secrets(note: Note, modules: Iterable[ModuleType]) -> None:
    """Have `getpass.getpass` read the next line of standard input, which is what a test lets it do."""
    module: Any = sys.modules.get("getpass")
    if module is None:
        return
    real = module.getpass
    for holder in (module, *modules):
        for name, value in list(vars(holder).items()):
            if value is real:
                vars(holder)[name] = like(real, _asker(f"{holder.__name__}:{name}", note))


def _asker(path: str, note: Note) -> Callable[..., str]:
    def getpass(prompt: str = "Password: ", stream: Any = None, **more: Any) -> str:
        note(("secret", path))
        return input()

    return getpass
