"""Processes that a test has started."""

from __future__ import annotations

from pathlib import Path


def marked(mark: str) -> list[str]:
    """The processes that have inherited `TESTLOOM_TEST=mark` and are not waiting to be reaped; Linux only."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"TESTLOOM_TEST={mark}".encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text())
        except OSError:
            continue
    return found
