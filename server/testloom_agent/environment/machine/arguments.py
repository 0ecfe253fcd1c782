"""The command line that the subject sees."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from testloom_agent.environment.touches import Note

TOUCH = ("arguments",)
PROGRAM = "program"
"""The program name that the subject sees unless a test case sets one."""


class Arguments(list[str]):
    """`sys.argv`: notes when it is read, once `note` is set."""

    note: Note | None = None

    def __getitem__(self, index: Any) -> Any:
        self._tell()
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[str]:
        self._tell()
        return super().__iter__()

    def __len__(self) -> int:
        self._tell()
        return super().__len__()

    def __contains__(self, item: object) -> bool:
        self._tell()
        return super().__contains__(item)

    def _tell(self) -> None:
        if self.note is not None:
            self.note(TOUCH)


def install_arguments(values: Iterable[str]) -> None:
    """Make `sys.argv` a list that can be watched, before the subject takes it by name."""
    sys.argv = Arguments(values)


def watch_arguments(note: Note) -> None:
    """Have reads of `sys.argv` noted."""
    if isinstance(sys.argv, Arguments):
        sys.argv.note = note


def set_arguments(values: list[str]) -> None:
    """Set the command line for this test case; the runner restores what was there."""
    list.__setitem__(sys.argv, slice(None), values)
