"""The source files below a folder: what tests may be written for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_NO_SOURCES = frozenset({"__pycache__", "node_modules", "site-packages", "build", "dist", "tests", "test"})
_NO_SUBJECTS = frozenset({"conftest.py", "setup.py", "__main__.py"})


def source_files(folder: Path) -> list[Path]:
    """The Python files below a folder, in order, without tests, hidden folders and environments.

    Empty files are left out.
    """
    return [file for file in _below(folder) if file.read_bytes().strip()]


def may_have_sources(path: Path) -> bool:
    """Whether a source file, or a folder of some, may lie at a path within a project, by its names."""
    if any(part in _NO_SOURCES or part.startswith(".") for part in path.parts):
        return False
    return path.suffix in ("", ".py") and not _is_test(path)


def _below(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if entry.is_symlink() or entry.name.startswith("."):
            continue
        if entry.is_dir():
            if entry.name not in _NO_SOURCES and not (entry / "pyvenv.cfg").exists():
                yield from _below(entry)
        elif entry.suffix == ".py" and not _is_test(entry):
            yield entry


def _is_test(file: Path) -> bool:
    return file.name in _NO_SUBJECTS or file.stem.startswith("test_") or file.stem.endswith("_test")
