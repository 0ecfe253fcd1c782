"""Fingerprints of an interpreter and its environment, which reveal any change of them."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from testloom.repository.git import SECONDS, git
from testloom.repository.reading import read_bytes

_AT_START = ("*.pth", "sitecustomize.py", "usercustomize.py")
"""The files in the folder of installed packages that Python runs at every start."""


def fingerprint(python: Path) -> str:
    """Compute a digest of everything that runs when an interpreter is started.

    That is the interpreter, its `pyvenv.cfg`, the files of its packages that run at every start, and
    everything that git tracks in its environment. A program that is too large to read counts by its size and
    time.
    """
    environment = python.parent.parent
    digest = hashlib.sha256()
    for place in (python, environment / "pyvenv.cfg", *_at_start(environment)):
        digest.update(f"{place}\0{os.path.realpath(place)}\0".encode("utf-8", "surrogateescape"))
        digest.update(_content(place))
    digest.update(_tracked(environment))
    return digest.hexdigest()


def _at_start(environment: Path) -> Iterator[Path]:
    for folder in sorted(
        (*environment.glob("lib*/python*/site-packages"), environment / "Lib/site-packages")
    ):
        for pattern in _AT_START:
            yield from sorted(folder.glob(pattern))


def _content(place: Path) -> bytes:
    """Return the content of a file; if it is too large or not a file, the data of its directory entry."""
    try:
        return read_bytes(place)
    except OSError:
        pass
    try:
        entry = place.stat()
    except OSError:
        return b""
    return f"{entry.st_mode} {entry.st_size} {entry.st_mtime_ns}".encode()


def _tracked(environment: Path) -> bytes:
    """Return git's listing of an environment, with a digest of each file's content; empty if none."""
    if not (environment / "pyvenv.cfg").exists():
        return b""
    try:
        return git(environment, "ls-files", "-z", "--stage", seconds=SECONDS)
    except (OSError, subprocess.SubprocessError):
        return b""
