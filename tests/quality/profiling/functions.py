"""In which functions the processes are, as py-spy sees them a hundred times a second."""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .processes import AGENT, OTHER, PYTEST, TESTLOOM, kind_of

_COUNT = re.compile(r" (\d+)\n?$")
_PROCESS = re.compile(r'process \d+:"(.*)"', re.DOTALL)
_LINE = re.compile(r":\d+\)$")
_SIGNS_OF_PYTEST = ("_pytest/", "testloom_agent/guarded.py")


@dataclass(slots=True)
class Seen:
    """How often a kind of process was seen; and each function: on top, and anywhere in the stack."""

    times: int = 0
    on_top: Counter[str] = field(default_factory=Counter)
    anywhere: Counter[str] = field(default_factory=Counter)


def py_spy() -> str | None:
    """The program, beside our interpreter or on the path."""
    return shutil.which("py-spy", path=Path(sys.executable).parent) or shutil.which("py-spy")


def watched(program: str, command: Sequence[str], stacks: Path) -> list[str]:
    """The command under py-spy, which puts the stacks into a file."""
    how = ["record", "--subprocesses", "--format", "raw", "--output", str(stacks)]
    return [program, *how, "--", *command]


def functions(text: str) -> Mapping[str, Seen]:
    """What py-spy saw of each kind of process."""
    found: dict[str, Seen] = defaultdict(Seen)
    for parts, times in _stacks(text):
        processes = [process[1] for part in parts if (process := _PROCESS.fullmatch(part))]
        frames = [_LINE.sub(")", part) for part in parts[len(processes) :]]
        if not processes or not frames:
            continue
        seen = found[_kind(processes, frames)]
        seen.times += times
        seen.on_top[frames[-1]] += times
        seen.anywhere.update(dict.fromkeys(frames, times))
    return found


def _kind(processes: Sequence[str], frames: Sequence[str]) -> str:
    """What the last of these command lines is, each the parent of the next.

    py-spy may have read it before the process became another program: then its frames tell.
    """
    kind = None
    for words in processes:
        kind = kind_of(words.split(), kind)
    if kind != TESTLOOM or len(processes) == 1:
        return kind or OTHER
    if any(sign in frame for frame in frames for sign in _SIGNS_OF_PYTEST):
        return PYTEST
    return AGENT if any("testloom_agent/" in frame for frame in frames) else OTHER


def _stacks(text: str) -> Iterator[tuple[list[str], int]]:
    """Processes and frames, outermost first, and how often they were seen.

    A stack is a line, but a command line may have line breaks in it, and semicolons.
    """
    begun = ""
    for line in text.splitlines(keepends=True):
        begun += line
        if ended := _COUNT.search(begun):
            yield _parts(begun[: ended.start()]), int(ended[1])
            begun = ""


def _parts(stack: str) -> list[str]:
    parts: list[str] = []
    for part in stack.split(";"):
        if parts and parts[-1].startswith("process ") and not _PROCESS.fullmatch(parts[-1]):
            parts[-1] += f";{part}"
        else:
            parts.append(part)
    return parts
