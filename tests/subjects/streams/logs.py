"""Logs in text files, which begin anew when they have become too long."""

from typing import TextIO


def rotated(log: TextIO, line: str, most: int = 20) -> str:
    """Write a line at the end of a log, and tell which file it is in."""
    log.seek(0, 2)
    if log.tell() + len(line) > most:
        log.seek(0)
        log.truncate()
    log.write(f"{line}\n")
    return f"{log.name}: {log.tell()}"
