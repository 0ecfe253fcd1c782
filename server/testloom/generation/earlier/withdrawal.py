"""Removal of tests from their file where their code has moved elsewhere."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from testloom.store import EmittedTests
from testloom.writer import check_writable, read_existing, save, untouched, without_tests


def withdraw(file: Path, functions: Collection[str], emitted: EmittedTests, root: Path) -> bool:
    """Take tests out of a file below a root, by their functions' names; what its user has touched stays.

    A file of which nothing is left is removed. Returns whether there was anything to take out.

    Raises:
        OutputError: if the file cannot be read or written, or is not valid Python.
        StoreError: if the store cannot be read or written.
    """
    check_writable(file, root)
    text = read_existing(file)
    known = emitted.of(file)
    gone = untouched(text, known, functions) if text else []
    if not text or not gone:
        return False
    rest = without_tests(text, gone)
    if rest is None:
        file.unlink()
    else:
        save(file, rest, root)
    emitted.remember(file, [test for test in known if test not in gone])
    return True
