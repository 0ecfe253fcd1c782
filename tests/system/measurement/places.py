"""Where the small project has what."""

from __future__ import annotations

from pathlib import Path

from testloom.measurement import TestEnvironment


def place(environment: TestEnvironment) -> Path:
    return environment.project / "tests" / "test_sizes.py"


def files(environment: TestEnvironment) -> list[Path]:
    return sorted(environment.project.rglob("*"))
