"""Paths of files and folders that have been renamed."""

from __future__ import annotations

from pathlib import Path


def moved(path: Path, was: Path, now: Path) -> Path:
    """Return a path as it is after a file, or a folder with all below it, was renamed from `was` to `now`."""
    return now / path.relative_to(was) if path.is_relative_to(was) else path
