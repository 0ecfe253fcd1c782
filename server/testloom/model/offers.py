"""Tests that wait for their user to accept or to discard them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class OfferedTest:
    """A test function that is not in its file yet.

    Attributes:
        file: the test file that it belongs into.
        name: of the function.
        source: of the function.
        subject: the source file that it tests.
        target: the id of the callable that it is about.
        covers: labels of the goals that only it reaches.
        complete: the text of the test file with all tests of the job, from which it takes its imports.
        doubles: what it puts doubles for, as there was no other way.
        private: the private names that it calls, for the same reason.
        kills: the small faults that it notices, in words.
        lines: those of the subject that it reaches.
        branches: those of the subject that it takes, by line and label.
        is_verified: whether it has passed in fresh processes; one that has not is a draft of a job that runs.
    """

    file: Path
    name: str
    source: str
    subject: Path
    target: str
    covers: tuple[str, ...]
    complete: str
    doubles: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    kills: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    branches: tuple[tuple[int, str], ...] = ()
    is_verified: bool = True

    @property
    def id(self) -> str:
        """Equal for tests of the same name in the same file: the newer one replaces the other."""
        return hashlib.sha256(f"{self.file}\0{self.name}".encode()).hexdigest()[:16]
