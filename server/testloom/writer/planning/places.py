"""Places of files in the folder of a test, which is pytest's `tmp_path`."""

from __future__ import annotations

from pathlib import PurePosixPath

from testloom.model.statements.environment import HOME, PLACE
from testloom.writer.errors import UnwritableError
from testloom.writer.planning.scope import CaseScope


def inner(path: str) -> PurePosixPath:
    """A path within its folder.

    Raises:
        UnwritableError: if it leads out of it.
    """
    within = PurePosixPath(path[2:] if path.startswith((HOME, PLACE)) else path)
    if within.is_absolute() or ".." in within.parts:
        raise UnwritableError(f"{path!r} does not lie in the folder of the test.")
    return within


def encoding_of(text: str, scope: CaseScope) -> str:
    """The argument that says how a file's text is encoded; empty where it makes no difference."""
    return "" if text.isascii() else f"encoding={scope.literal('utf-8')}"


def below(path: PurePosixPath, scope: CaseScope) -> str:
    """The path of a file in the test's folder."""
    return f"({' / '.join([scope.fixture('tmp_path'), *(scope.literal(part) for part in path.parts)])})"
