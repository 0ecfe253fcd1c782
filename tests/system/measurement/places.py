"""Where the small project has what."""

from __future__ import annotations

from pathlib import Path

from testloom.measurement import Laboratory


def place(laboratory: Laboratory) -> Path:
    return laboratory.project / "tests" / "test_sizes.py"


def files(laboratory: Laboratory) -> list[Path]:
    return sorted(laboratory.project.rglob("*"))
