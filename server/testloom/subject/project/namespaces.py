"""The root folder from which a namespace package is imported, as the surrounding code imports it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from testloom.repository import read_text

_MOST_FILES = 50
"""The maximum number of files that are read in a folder."""
_TESTS = ("tests", "test")


def imported_from(folder: Path, highest: Path) -> Path:
    """Find the folder from which the files in a folder without `__init__.py` are imported.

    Such a folder is a part of a namespace package or holds scripts, which import each other without it.
    Imports in the code between it and the `highest` folder decide which.
    """
    above = [parent for parent in folder.parents if parent.is_relative_to(highest)]
    if not above:
        return folder
    texts = list(_texts((folder, *above, *(parent / name for parent in above for name in _TESTS))))
    for root in reversed(above):
        parts = folder.relative_to(root).parts
        is_named = all(part.isidentifier() for part in parts)
        if is_named and any(_imports_below(text, root / parts[0]) for text in texts):
            return root
    return folder


def _texts(folders: tuple[Path, ...]) -> Iterator[str]:
    """Yield the contents of the Python files directly in some folders."""
    for folder in folders:
        for file in islice(sorted(folder.glob("*.py")), _MOST_FILES):
            with suppress(OSError):
                yield read_text(file, errors="replace")


def _imports_below(text: str, package: Path) -> bool:
    """Check whether a text imports anything in a folder under the folder's own name."""
    found = re.findall(
        rf"^[ \t]*(?:from|import)[ \t]+{re.escape(package.name)}(?:\.|[ \t]+import[ \t]+\(?\s*)(\w+)",
        text,
        re.MULTILINE,
    )
    return any((package / name).is_dir() or (package / f"{name}.py").is_file() for name in set(found))
