"""What is measured: Testloom at a commit, or any command that writes tests."""

from __future__ import annotations

import hashlib
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..environments.packages import Installation
from ..environments.revisions import Program

_NAME = re.compile(r"\{\w+\}")


@dataclass(frozen=True, slots=True)
class Task:
    """A module to write tests for, into `out`, within a budget in seconds."""

    module: str
    file: Path
    place: Installation
    out: Path
    budget: float
    seed: int

    @property
    def limit(self) -> float:
        """Seconds after which a generator is stopped: far more than it may search, for all that follows."""
        return self.budget * 3 + 90


class Generator(Protocol):
    """A program that writes tests. What is kept of it lies in the folder `key`."""

    @property
    def key(self) -> str:
        """Different for programs that may do otherwise."""

    @property
    def variables(self) -> dict[str, str]:
        """Of its environment, beyond the usual ones."""

    def command(self, task: Task) -> list[str]:
        """What is run for a task."""


@dataclass(frozen=True, slots=True)
class Testloom:
    """The command line at a commit."""

    key: str
    program: Program

    @property
    def variables(self) -> dict[str, str]:
        """Its code comes before what is installed."""
        return {"PYTHONPATH": str(self.program.server)}

    def command(self, task: Task) -> list[str]:
        """Write tests as a user would have them written."""
        where = ["--python", str(task.place.python), "--root", str(task.place.root), "--out", str(task.out)]
        how = ["--budget", f"{task.budget:g}", "--seed", str(task.seed), "--json"]
        return [str(self.program.python), "-m", "testloom", "generate", str(task.file), *where, *how]


@dataclass(frozen=True, slots=True)
class Command:
    """Any program; in its words, {file}, {module}, {python}, {root}, {out}, {budget}, {seed} are replaced."""

    words: tuple[str, ...]

    @property
    def key(self) -> str:
        """Of the words; the program that they name may change."""
        return f"command-{hashlib.sha256(shlex.join(self.words).encode()).hexdigest()[:12]}"

    @property
    def variables(self) -> dict[str, str]:
        """None."""
        return {}

    def command(self, task: Task) -> list[str]:
        """The words for a task."""
        values = {
            "{file}": str(task.file),
            "{module}": task.module,
            "{python}": str(task.place.python),
            "{root}": str(task.place.root),
            "{out}": str(task.out),
            "{budget}": f"{task.budget:g}",
            "{seed}": str(task.seed),
        }
        return [_NAME.sub(lambda name: values.get(name[0], name[0]), word) for word in self.words]
