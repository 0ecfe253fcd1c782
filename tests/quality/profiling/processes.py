"""The processes of a program, and the time of processors that each has taken, from Linux's /proc."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

TESTLOOM, AGENT, RUNNERS, PYTEST, OTHER = KINDS = ("testloom", "agent", "runners", "pytest", "other")
"""The program itself; what loads the subject; what executes test cases; what runs finished tests; others."""

BETWEEN_SECONDS = 0.05
"""Between two looks: what lives shorter is known from its parent once that has waited for it."""

Id: TypeAlias = tuple[int, int]
"""A process id and the time of the start, as process ids are used again."""

_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Process:
    """A process: seconds of a processor that it took, and those of children that it has waited for."""

    id: Id
    parent: Id | None
    kind: str
    own: float
    waited_for: float


@dataclass(frozen=True, slots=True)
class Sample:
    """The processes at a time, in seconds from the start."""

    at: float
    processes: tuple[Process, ...]


def kind_of(words: Sequence[str], parent: str | None) -> str:
    """What a process is, by its command line and its parent."""
    if parent is None:
        return TESTLOOM
    if parent in (AGENT, RUNNERS):
        return RUNNERS
    names = {Path(word).name for word in words}
    if "testloom_agent" in names:
        return AGENT
    if parent == PYTEST or names & {"pytest", "coverage"}:
        return PYTEST
    return TESTLOOM if "testloom" in names else OTHER  # a child looks like its parent until it is a program


class Sampler(threading.Thread):
    """Looks at a program and all it has started until it is stopped."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.samples: list[Sample] = []
        self._pid, self._began = 0, 0.0
        self._kinds: dict[Id, str] = {}
        self._is_over = threading.Event()

    def follow(self, pid: int, began: float) -> None:
        """Begin with the process that was started at that time of the monotonic clock."""
        self._pid, self._began = pid, began
        self.start()

    def stop(self) -> list[Sample]:
        """End; returns what was seen."""
        self._is_over.set()
        self.join()
        return self.samples

    def run(self) -> None:
        while not self._is_over.wait(BETWEEN_SECONDS):
            processes = tuple(self._tree(self._pid))
            self.samples.append(Sample(time.monotonic() - self._began, processes))

    def _tree(self, pid: int, parent: Process | None = None) -> Iterator[Process]:
        """A process and all below it."""
        with suppress(OSError):  # it may end meanwhile
            process = self._process(pid, parent)
            yield process
            for child in _children(pid):
                yield from self._tree(child, process)

    def _process(self, pid: int, parent: Process | None) -> Process:
        folder = _PROC / str(pid)
        fields = (folder / "stat").read_text().rpartition(")")[2].split()  # a name may have anything in it
        user, system, waited_user, waited_system, began = (int(fields[at]) for at in (11, 12, 13, 14, 19))
        ticks = os.sysconf("SC_CLK_TCK")
        return Process(
            id=(pid, began),
            parent=parent.id if parent else None,
            kind=self._kind((pid, began), parent),
            own=(user + system) / ticks,
            waited_for=(waited_user + waited_system) / ticks,
        )

    def _kind(self, id: Id, parent: Process | None) -> str:
        """What it is; one that has ended, but that nobody has waited for yet, has no command line."""
        words = (_PROC / str(id[0]) / "cmdline").read_bytes().decode(errors="replace").split("\0")
        if any(words):
            self._kinds[id] = kind_of(words, parent.kind if parent else None)
        return self._kinds.get(id, OTHER)


def _children(pid: int) -> Iterator[int]:
    """The processes that the threads of a process have started."""
    for task in (_PROC / str(pid) / "task").iterdir():
        with suppress(OSError):  # a thread may end meanwhile; its children are another's then
            yield from map(int, (task / "children").read_text().split())
